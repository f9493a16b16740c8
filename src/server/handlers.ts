import { adjustments } from '#server/features/adjustments/adjustments.ts'
import { findAdjustment } from '#server/features/adjustments/find-adjustment.ts'
import { lowerDebt } from '#server/features/adjustments/lower-debt.ts'
import { refundAdvance } from '#server/features/adjustments/refund-advance.ts'
import { takeBackAdjustment } from '#server/features/adjustments/take-back-adjustment.ts'
import { transferAdvance } from '#server/features/adjustments/transfer-advance.ts'
import { admitStudent } from '#server/features/admission/admit-student.ts'
import { lastRollNumber } from '#server/features/admission/last-roll-number.ts'
import { usualFees } from '#server/features/admission/usual-fees.ts'
import type { ActHandlers } from '#server/features/approvals/act-handlers.ts'
import { approvals } from '#server/features/approvals/approvals.ts'
import { approveRequestOf } from '#server/features/approvals/approve-request.ts'
import { declineRequest } from '#server/features/approvals/decline-request.ts'
import { requestApprovalOf } from '#server/features/approvals/request-approval.ts'
import { waitingApprovals } from '#server/features/approvals/waiting-approvals.ts'
import { withdrawRequest } from '#server/features/approvals/withdraw-request.ts'
import { backupStatus } from '#server/features/backups/backup-status.ts'
import { campusRules } from '#server/features/campus-rules/campus-rules.ts'
import { saveCampusRules } from '#server/features/campus-rules/save-campus-rules.ts'
import { acceptClosing } from '#server/features/cashier-close/accept-closing.ts'
import { cashierClosings } from '#server/features/cashier-close/cashier-closings.ts'
import { closeDrawer } from '#server/features/cashier-close/close-drawer.ts'
import { enterDeposit } from '#server/features/cashier-close/enter-deposit.ts'
import { findCashierClosing } from '#server/features/cashier-close/find-cashier-closing.ts'
import { findDrawer } from '#server/features/cashier-close/find-drawer.ts'
import { findSafe } from '#server/features/cashier-close/find-safe.ts'
import { addAdditionalCharges } from '#server/features/charges/add-additional-charges.ts'
import { additionalChargesPreview } from '#server/features/charges/additional-charges-preview.ts'
import { bookClosings } from '#server/features/closed-days/book-closings.ts'
import { closeBooks } from '#server/features/closed-days/close-books.ts'
import { closingPreview } from '#server/features/closed-days/closing-preview.ts'
import { reopenBooks } from '#server/features/closed-days/reopen-books.ts'
import { correctReceipt } from '#server/features/correction/correct-receipt.ts'
import { moveReceipt } from '#server/features/correction/move-receipt.ts'
import { receiptsOfVoucher } from '#server/features/correction/receipts-of-voucher.ts'
import { returnCheque } from '#server/features/correction/return-cheque.ts'
import { findVoucherOfStudent } from '#server/features/counter/find-voucher-of-student.ts'
import { findVoucher } from '#server/features/counter/find-voucher.ts'
import { receiptsByReference } from '#server/features/counter/receipts-by-reference.ts'
import { receiptsOfDay } from '#server/features/counter/receipts-of-day.ts'
import { receiveInAdvance } from '#server/features/counter/receive-in-advance.ts'
import { receivePayment } from '#server/features/counter/receive-payment.ts'
import { checkRemoval } from '#server/features/departure/check-removal.ts'
import { markArrearsPaid } from '#server/features/departure/mark-arrears-paid.ts'
import { removeStudent } from '#server/features/departure/remove-student.ts'
import { erasableRecords } from '#server/features/erasure/erasable-records.ts'
import { eraseRecords } from '#server/features/erasure/erase-records.ts'
import { personalData } from '#server/features/erasure/personal-data.ts'
import { changeFee } from '#server/features/fee-change/change-fee.ts'
import { feeChanges } from '#server/features/fee-change/fee-changes.ts'
import { feePlan } from '#server/features/fee-plan/fee-plan.ts'
import { saveFeePlan } from '#server/features/fee-plan/save-fee-plan.ts'
import { campusHistory } from '#server/features/history/campus-history.ts'
import { studentHistory } from '#server/features/history/student-history.ts'
import { applyImport } from '#server/features/imports/apply-import.ts'
import { checkImport } from '#server/features/imports/check-import.ts'
import { findImport } from '#server/features/imports/find-import.ts'
import { fixImportRow } from '#server/features/imports/fix-import-row.ts'
import { importTemplate } from '#server/features/imports/import-template.ts'
import { listImportRows } from '#server/features/imports/list-import-rows.ts'
import { listImports } from '#server/features/imports/list-imports.ts'
import { refusedImportRows } from '#server/features/imports/refused-import-rows.ts'
import { sendImportRows } from '#server/features/imports/send-import-rows.ts'
import { startImport } from '#server/features/imports/start-import.ts'
import { campusOverview } from '#server/features/overview/campus-overview.ts'
import { setUpState } from '#server/features/overview/set-up-state.ts'
import { confirmPassword } from '#server/features/own-sessions/confirm-password.ts'
import { endOwnSessions } from '#server/features/own-sessions/end-own-sessions.ts'
import { endSessionsOfUser } from '#server/features/own-sessions/end-sessions-of-user.ts'
import { ownSessions } from '#server/features/own-sessions/own-sessions.ts'
import { sessionsOfUser } from '#server/features/own-sessions/sessions-of-user.ts'
import { chooseNewPassword } from '#server/features/password-links/choose-new-password.ts'
import { makePasswordLink } from '#server/features/password-links/make-password-link.ts'
import { postMonth } from '#server/features/posting/post-month.ts'
import { postedVouchers } from '#server/features/posting/posted-vouchers.ts'
import { unpostMonth } from '#server/features/posting/unpost-month.ts'
import { unpostedVouchers } from '#server/features/posting/unposted-vouchers.ts'
import { vouchersToPost } from '#server/features/posting/vouchers-to-post.ts'
import { vouchersToUnpost } from '#server/features/posting/vouchers-to-unpost.ts'
import { promoteClass } from '#server/features/promotion/promote-class.ts'
import { promotionPreview } from '#server/features/promotion/promotion-preview.ts'
import { receivedByState } from '#server/features/receipt-report/received-by-state.ts'
import { addPasskey } from '#server/features/second-factor/add-passkey.ts'
import { beginPasskey } from '#server/features/second-factor/begin-passkey.ts'
import { removePasskey } from '#server/features/second-factor/remove-passkey.ts'
import { renewRecoveryCodes } from '#server/features/second-factor/renew-recovery-codes.ts'
import { secondFactor } from '#server/features/second-factor/second-factor.ts'
import { setUpApp } from '#server/features/second-factor/set-up-app.ts'
import { turnOffSecondFactor } from '#server/features/second-factor/turn-off-second-factor.ts'
import { securityAlerts } from '#server/features/security-log/security-alerts.ts'
import { currentSession } from '#server/features/session/current-session.ts'
import { signInWithFactor } from '#server/features/session/sign-in-with-factor.ts'
import { signIn } from '#server/features/session/sign-in.ts'
import { signOut } from '#server/features/session/sign-out.ts'
import { findReceipt } from '#server/features/slips/find-receipt.ts'
import { receiptSlipsOfDay } from '#server/features/slips/receipt-slips-of-day.ts'
import { studentAccount } from '#server/features/student-account/student-account.ts'
import { vouchersOfStudent } from '#server/features/student-account/vouchers-of-student.ts'
import { editFees } from '#server/features/student-edit/edit-fees.ts'
import { editStudent } from '#server/features/student-edit/edit-student.ts'
import { studentInfo } from '#server/features/student-edit/student-info.ts'
import { findStudents } from '#server/features/student-search/find-students.ts'
import { addUser } from '#server/features/users/add-user.ts'
import { changeOwnPassword } from '#server/features/users/change-own-password.ts'
import { changeUserRights } from '#server/features/users/change-user-rights.ts'
import { changeUserRole } from '#server/features/users/change-user-role.ts'
import { disableUser } from '#server/features/users/disable-user.ts'
import { listUsers } from '#server/features/users/list-users.ts'
import { resetPassword } from '#server/features/users/reset-password.ts'
import { resetSecondFactor } from '#server/features/users/reset-second-factor.ts'
import { campusPreview } from '#server/features/voucher-run/campus-preview.ts'
import { generateForCampus } from '#server/features/voucher-run/generate-for-campus.ts'
import { generateForStudent } from '#server/features/voucher-run/generate-for-student.ts'
import { studentVoucherPreview } from '#server/features/voucher-run/student-voucher-preview.ts'
import { redateRun } from '#server/features/voucher-void/redate-run.ts'
import { voidRunPreview } from '#server/features/voucher-void/void-run-preview.ts'
import { voidRun } from '#server/features/voucher-void/void-run.ts'
import { voidVoucher } from '#server/features/voucher-void/void-voucher.ts'
import { voucherRuns } from '#server/features/voucher-void/voucher-runs.ts'
import type { Handlers } from '#server/http/mount.ts'

/** The acts that may need the approval of a second person. */
const actHandlers: ActHandlers = {
  receivePayment,
  correctReceipt,
  moveReceipt,
  returnCheque,
  lowerDebt,
  refundAdvance,
  transferAdvance,
  takeBackAdjustment,
  editFees,
  changeFee,
  removeStudent,
}

/** Every endpoint's handler, under the endpoint's name. */
export const handlers: Omit<Handlers, 'untrustedProxies'> = {
  ...actHandlers,
  signIn,
  signOut,
  currentSession,
  lastRollNumber,
  usualFees,
  admitStudent,
  studentInfo,
  editStudent,
  feeChanges,
  feePlan,
  saveFeePlan,
  promotionPreview,
  promoteClass,
  checkRemoval,
  markArrearsPaid,
  findStudents,
  vouchersOfStudent,
  studentAccount,
  generateForStudent,
  studentVoucherPreview,
  generateForCampus,
  campusPreview,
  voucherRuns,
  voidRunPreview,
  voidRun,
  voidVoucher,
  redateRun,
  unpostedVouchers,
  postedVouchers,
  postMonth,
  unpostMonth,
  vouchersToPost,
  vouchersToUnpost,
  addAdditionalCharges,
  additionalChargesPreview,
  findVoucherOfStudent,
  findVoucher,
  receiveInAdvance,
  receiptsByReference,
  receiptsOfDay,
  receiptsOfVoucher,
  adjustments,
  findAdjustment,
  findDrawer,
  closeDrawer,
  cashierClosings,
  findCashierClosing,
  acceptClosing,
  findSafe,
  enterDeposit,
  findReceipt,
  receiptSlipsOfDay,
  erasableRecords,
  eraseRecords,
  personalData,
  setUpState,
  campusRules,
  saveCampusRules,
  approvals,
  waitingApprovals,
  requestApproval: requestApprovalOf(actHandlers),
  approveRequest: approveRequestOf(actHandlers),
  declineRequest,
  withdrawRequest,
  backupStatus,
  bookClosings,
  closingPreview,
  closeBooks,
  reopenBooks,
  listUsers,
  addUser,
  changeUserRole,
  changeUserRights,
  resetPassword,
  disableUser,
  changeOwnPassword,
  resetSecondFactor,
  signInWithFactor,
  secondFactor,
  setUpApp,
  beginPasskey,
  addPasskey,
  removePasskey,
  renewRecoveryCodes,
  turnOffSecondFactor,
  confirmPassword,
  ownSessions,
  endOwnSessions,
  sessionsOfUser,
  endSessionsOfUser,
  makePasswordLink,
  chooseNewPassword,
  studentHistory,
  campusHistory,
  campusOverview,
  receivedByState,
  securityAlerts,
  startImport,
  sendImportRows,
  checkImport,
  listImportRows,
  fixImportRow,
  applyImport,
  listImports,
  findImport,
  refusedImportRows,
  importTemplate,
}
