import { placesOf, type Place } from './place.ts'
import { accounts, admissionLists, feeLists, security } from './report-places.tsx'

// The code of each screen, by the name that its file exports.
const placesFor = placesOf({
  NewAdmissionScreen: () => import('#web/features/admission/new-admission-screen.tsx'),
  EditAdmissionScreen: () => import('#web/features/student-edit/edit-admission-screen.tsx'),
  EditVoucherScreen: () => import('#web/features/student-edit/edit-voucher-screen.tsx'),
  PromotionScreen: () => import('#web/features/promotion/promotion-screen.tsx'),
  RemovalScreen: () => import('#web/features/departure/removal-screen.tsx'),
  ChangeFeeScreen: () => import('#web/features/fee-change/change-fee-screen.tsx'),
  GenerateCampusScreen: () => import('#web/features/voucher-run/generate-campus-screen.tsx'),
  GenerateStudentScreen: () => import('#web/features/voucher-run/generate-student-screen.tsx'),
  AdditionalChargesScreen: () => import('#web/features/charges/additional-charges-screen.tsx'),
  PostingScreen: () => import('#web/features/posting/posting-screen.tsx'),
  VoucherRunsScreen: () => import('#web/features/voucher-void/voucher-runs-screen.tsx'),
  ReceivePaymentScreen: () => import('#web/features/counter/receive-payment-screen.tsx'),
  EditReceiptScreen: () => import('#web/features/correction/edit-receipt-screen.tsx'),
  ApprovalsScreen: () => import('#web/features/approvals/approvals-screen.tsx'),
  AdjustmentsScreen: () => import('#web/features/adjustments/adjustments-screen.tsx'),
  ClosedDaysScreen: () => import('#web/features/closed-days/closed-days-screen.tsx'),
  UsersScreen: () => import('#web/features/users/users-screen.tsx'),
  FeePlanScreen: () => import('#web/features/fee-plan/fee-plan-screen.tsx'),
  ImportScreen: () => import('#web/features/imports/import-screen.tsx'),
  CampusRulesScreen: () => import('#web/features/campus-rules/campus-rules-screen.tsx'),
  OldRecordsScreen: () => import('#web/features/erasure/old-records-screen.tsx'),
  HistoryScreen: () => import('#web/features/history/history-screen.tsx'),
  CashierCloseScreen: () => import('#web/features/cashier-close/cashier-close-screen.tsx'),
  CashierClosingsScreen: () => import('#web/features/cashier-close/cashier-close-screen.tsx'),
  SessionsScreen: () => import('#web/features/session/sessions-screen.tsx'),
  ChangePasswordScreen: () => import('#web/features/session/password-screens.tsx'),
  SecondFactorScreen: () => import('#web/features/second-factor/second-factor-screen.tsx'),
})

const writer = placesFor({ access: 'writer' })
const pricing = placesFor({ access: 'writer', right: 'price' })
const billing = placesFor({ access: 'writer', right: 'generate' })
const receiving = placesFor({ access: 'writer', right: 'receive' })
const staff = placesFor({ access: 'staff' })
const admin = placesFor({ access: 'admin' })

/** Every screen but the dashboard and the student's page, by the group of the menu that lists it, in its order. */
export const inGroups = {
  admissions: [
    pricing('/new-admissions', 'Add new Admission', 'NewAdmissionScreen', { words: 'enrol register join' }),
    writer('/edit-admissions', 'Edit student information', 'EditAdmissionScreen', {
      words: 'correct record',
    }),
    pricing('/edit-vouchers', 'Edit student voucher', 'EditVoucherScreen', { words: 'fine change bill' }),
    writer('/promotions', 'Class Promotions', 'PromotionScreen', { words: 'year end pass next' }),
    writer('/student-removal', 'Student removal/withdrawal, Graduation', 'RemovalScreen', {
      words: 'leave leaving left struck off withdraw pass out',
    }),
    pricing('/student-fee-change', 'Change student fee', 'ChangeFeeScreen', {
      words: 'concession discount scholarship',
    }),
  ],
  vouchers: [
    billing('/generate-voucher/campus', 'Generate campus vouchers', 'GenerateCampusScreen', {
      words: 'challan bill invoice month',
    }),
    billing('/generate-voucher/student', 'Generate student voucher', 'GenerateStudentScreen', {
      words: 'challan bill invoice',
    }),
    pricing('/additional-charges', 'Additional charges', 'AdditionalChargesScreen', {
      words: 'fine examination annual',
    }),
    billing('/post-vouchers', 'Post vouchers', 'PostingScreen'),
    billing('/unpost-vouchers', 'Unpost vouchers', 'PostingScreen'),
    billing('/voucher-runs', 'Voucher runs', 'VoucherRunsScreen', {
      words: 'undo void cancel mistake due date batch',
    }),
  ],
  'fee-receipts': [
    receiving('/receipts/individual', 'Individual receipt', 'ReceivePaymentScreen', {
      words: 'pay payment receive cash dues fee collect till counter challan day sheet',
    }),
    receiving('/receipts/individual/edit', 'Edit receipt', 'EditReceiptScreen', {
      words: 'correct wrong cancel slip',
    }),
    staff('/approvals', 'Approvals', 'ApprovalsScreen', {
      words: 'approve pending waiting second person request',
      shownFor: 'approvals',
    }),
    staff('/adjustments', 'Adjustments', 'AdjustmentsScreen', {
      under: '/approvals',
      words: 'write off waive waiver refund repay transfer returned cheque bounced bad debt',
    }),
  ],
  'admission-reports': admissionLists,
  'monthly-fee-reports': feeLists,
  accounts: [
    ...accounts,
    staff('/closed-days', 'Close the books', 'ClosedDaysScreen', {
      words: 'closed days month end lock reopen back date rule',
    }),
  ],
  administration: [
    admin('/users', 'Users', 'UsersScreen', { words: 'password staff role' }),
    admin('/fee-plan', 'Fee plan', 'FeePlanScreen', { words: 'class fees price list structure tuition' }),
    admin('/import', 'Import from Excel', 'ImportScreen', {
      words: 'bring in upload csv move opening balance register bulk admissions template withdraw',
    }),
    admin('/campus-rules', 'Campus settings', 'CampusRulesScreen', {
      tabLabel: 'Settings',
      words: 'rules limit approval second person back date audited',
    }),
    admin('/erasure', 'Old records', 'OldRecordsScreen', {
      under: '/campus-rules',
      words: 'delete erase personal data privacy left retention',
    }),
    admin('/history', 'History', 'HistoryScreen', { words: 'who changed audit log' }),
    security,
  ],
  // Inert and unreachable, as specified (spec 2.tabs.late-fee).
  'late-fee-charges': [],
  none: [
    receiving('/cashier-close', 'Cash drawer', 'CashierCloseScreen', {
      shownFor: 'cashDrawer',
      words: 'till cashier close count cash end of day sheet hand over notes',
    }),
    staff('/closings', 'Closings', 'CashierClosingsScreen', {
      under: '/cashier-close',
      tabLabel: '',
      words: 'till drawer safe deposit bank difference short hand over accept',
    }),
    writer('/graduation', 'Graduation', 'PromotionScreen', { words: 'class 10 pass out' }),
    staff('/sessions', 'Signed-in devices', 'SessionsScreen'),
    staff('/change-password', 'Change password', 'ChangePasswordScreen'),
    staff('/second-factor', 'Second factor', 'SecondFactorScreen', {
      words: 'two step authenticator app passkey code 2fa recovery',
    }),
  ],
} satisfies Readonly<Record<string, readonly Place[]>>

export type TabKey = Exclude<keyof typeof inGroups, 'none'>
