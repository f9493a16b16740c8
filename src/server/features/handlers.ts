import type { Handlers } from '#server/http/mount.ts'
import type { UntrustedProxies } from '#server/http/untrusted-proxies.ts'
import * as adjustments from './adjustments.ts'
import * as admission from './admission.ts'
import { approvalsOf, type ActHandlers } from './approvals.ts'
import * as campusRules from './campus-rules.ts'
import * as cashierClose from './cashier-close.ts'
import * as charges from './charges.ts'
import * as closedDays from './closed-days.ts'
import * as correction from './correction.ts'
import * as counter from './counter.ts'
import * as departure from './departure.ts'
import * as erasure from './erasure.ts'
import * as feeChange from './fee-change.ts'
import * as feePlan from './fee-plan.ts'
import * as history from './history.ts'
import * as imports from './imports.ts'
import * as overview from './overview.ts'
import * as ownSessions from './own-sessions.ts'
import * as posting from './posting.ts'
import * as promotion from './promotion.ts'
import * as receiptReport from './receipt-report.ts'
import * as secondFactor from './second-factor.ts'
import * as session from './session.ts'
import * as studentAccount from './student-account.ts'
import * as studentEdit from './student-edit.ts'
import * as studentSearch from './student-search.ts'
import * as users from './users.ts'
import * as voucherRun from './voucher-run.ts'
import * as voucherVoid from './voucher-void.ts'

const acts: ActHandlers = {
  receivePayment: counter.receivePayment,
  correctReceipt: correction.correctReceipt,
  moveReceipt: correction.moveReceipt,
  returnCheque: correction.returnCheque,
  lowerDebt: adjustments.lowerDebt,
  refundAdvance: adjustments.refundAdvance,
  transferAdvance: adjustments.transferAdvance,
  takeBackAdjustment: adjustments.takeBackAdjustment,
  editFees: studentEdit.editFees,
  changeFee: feeChange.changeFee,
  removeStudent: departure.removeStudent,
}

/** The handlers of all endpoints except `untrustedProxies`, by job. */
export const handlers = {
  adjustments,
  admission,
  approvals: approvalsOf(acts),
  campusRules,
  cashierClose,
  charges,
  closedDays,
  correction,
  counter,
  departure,
  erasure,
  feeChange,
  feePlan,
  history,
  imports,
  overview,
  ownSessions,
  posting,
  promotion,
  receiptReport,
  secondFactor,
  session,
  studentAccount,
  studentEdit,
  studentSearch,
  users,
  voucherRun,
  voucherVoid,
}

/** Adds the handler of `untrustedProxies`; `untrusted` has the proxies that the app has seen and does not trust. */
export const handlersWith = (untrusted: UntrustedProxies): Handlers => ({
  ...handlers,
  overview: { ...overview, untrustedProxies: overview.untrustedProxiesOf(untrusted) },
})
