import { screen, type Place } from './place.ts'
import { accounts, admissionLists, feeLists, security } from './report-places.tsx'

const writer = { access: 'writer' } as const
const pricing = { access: 'writer', right: 'price' } as const
const billing = { access: 'writer', right: 'generate' } as const
const receiving = { access: 'writer', right: 'receive' } as const
const staff = { access: 'staff' } as const
const admin = { access: 'admin' } as const

// The screen has two variants (spec 2.routes).
const promotions = screen(() => import('#web/features/promotion/promotion-screen.tsx'), 'PromotionScreen')

/** Every screen but the dashboard and the student's page, by the group of the menu that lists it, in its order. */
export const inGroups = {
  admissions: [
    {
      path: '/new-admissions',
      label: 'Add new Admission',
      ...pricing,
      words: 'enrol register join',
      load: screen(() => import('#web/features/admission/new-admission-screen.tsx'), 'NewAdmissionScreen'),
    },
    {
      path: '/edit-admissions',
      label: 'Edit student information',
      ...writer,
      words: 'correct record',
      load: screen(
        () => import('#web/features/student-edit/edit-admission-screen.tsx'),
        'EditAdmissionScreen',
      ),
    },
    {
      path: '/edit-vouchers',
      label: 'Edit student voucher',
      ...pricing,
      words: 'fine change bill',
      load: screen(() => import('#web/features/student-edit/edit-voucher-screen.tsx'), 'EditVoucherScreen'),
    },
    {
      path: '/promotions',
      label: 'Class Promotions',
      ...writer,
      words: 'year end pass next',
      load: promotions,
    },
    {
      path: '/student-removal',
      label: 'Student removal/withdrawal, Graduation',
      ...writer,
      words: 'leave leaving left struck off withdraw pass out',
      load: screen(() => import('#web/features/departure/removal-screen.tsx'), 'RemovalScreen'),
    },
    {
      path: '/student-fee-change',
      label: 'Change student fee',
      ...pricing,
      words: 'concession discount scholarship',
      load: screen(() => import('#web/features/fee-change/change-fee-screen.tsx'), 'ChangeFeeScreen'),
    },
  ],
  vouchers: [
    {
      path: '/generate-voucher/campus',
      label: 'Generate campus vouchers',
      ...billing,
      words: 'challan bill invoice month',
      load: screen(
        () => import('#web/features/voucher-run/generate-campus-screen.tsx'),
        'GenerateCampusScreen',
      ),
    },
    {
      path: '/generate-voucher/student',
      label: 'Generate student voucher',
      ...billing,
      words: 'challan bill invoice',
      load: screen(
        () => import('#web/features/voucher-run/generate-student-screen.tsx'),
        'GenerateStudentScreen',
      ),
    },
    {
      path: '/additional-charges',
      label: 'Additional charges',
      ...pricing,
      words: 'fine examination annual',
      load: screen(
        () => import('#web/features/charges/additional-charges-screen.tsx'),
        'AdditionalChargesScreen',
      ),
    },
    {
      path: '/post-vouchers',
      label: 'Post vouchers',
      ...billing,
      load: screen(() => import('#web/features/posting/posting-screen.tsx'), 'PostingScreen'),
    },
    {
      path: '/unpost-vouchers',
      label: 'Unpost vouchers',
      ...billing,
      load: screen(() => import('#web/features/posting/posting-screen.tsx'), 'PostingScreen'),
    },
    {
      path: '/voucher-runs',
      label: 'Voucher runs',
      ...billing,
      words: 'undo void cancel mistake due date batch',
      load: screen(() => import('#web/features/voucher-void/voucher-runs-screen.tsx'), 'VoucherRunsScreen'),
    },
  ],
  'fee-receipts': [
    {
      path: '/receipts/individual',
      label: 'Individual receipt',
      ...receiving,
      words: 'pay payment receive cash dues fee collect till counter challan day sheet',
      load: screen(() => import('#web/features/counter/receive-payment-screen.tsx'), 'ReceivePaymentScreen'),
    },
    {
      path: '/receipts/individual/edit',
      label: 'Edit receipt',
      ...receiving,
      words: 'correct wrong cancel slip',
      load: screen(() => import('#web/features/correction/edit-receipt-screen.tsx'), 'EditReceiptScreen'),
    },
    {
      path: '/approvals',
      label: 'Approvals',
      ...staff,
      shownFor: 'approvals',
      words: 'approve pending waiting second person request',
      load: screen(() => import('#web/features/approvals/approvals-screen.tsx'), 'ApprovalsScreen'),
    },
    {
      path: '/adjustments',
      label: 'Adjustments',
      ...staff,
      under: '/approvals',
      words: 'write off waive waiver refund repay transfer returned cheque bounced bad debt',
      load: screen(() => import('#web/features/adjustments/adjustments-screen.tsx'), 'AdjustmentsScreen'),
    },
  ],
  'admission-reports': admissionLists,
  'monthly-fee-reports': feeLists,
  accounts: [
    ...accounts,
    {
      path: '/closed-days',
      label: 'Close the books',
      ...staff,
      words: 'closed days month end lock reopen back date rule',
      load: screen(() => import('#web/features/closed-days/closed-days-screen.tsx'), 'ClosedDaysScreen'),
    },
  ],
  administration: [
    {
      path: '/users',
      label: 'Users',
      ...admin,
      words: 'password staff role',
      load: screen(() => import('#web/features/users/users-screen.tsx'), 'UsersScreen'),
    },
    {
      path: '/fee-plan',
      label: 'Fee plan',
      ...admin,
      words: 'class fees price list structure tuition',
      load: screen(() => import('#web/features/fee-plan/fee-plan-screen.tsx'), 'FeePlanScreen'),
    },
    {
      path: '/import',
      label: 'Import from Excel',
      ...admin,
      words: 'bring in upload csv move opening balance register bulk admissions template withdraw',
      load: screen(() => import('#web/features/imports/import-screen.tsx'), 'ImportScreen'),
    },
    {
      path: '/campus-rules',
      label: 'Campus settings',
      ...admin,
      tabLabel: 'Settings',
      words: 'rules limit approval second person back date audited',
      load: screen(() => import('#web/features/campus-rules/campus-rules-screen.tsx'), 'CampusRulesScreen'),
    },
    {
      path: '/erasure',
      label: 'Old records',
      ...admin,
      under: '/campus-rules',
      words: 'delete erase personal data privacy left retention',
      load: screen(() => import('#web/features/erasure/old-records-screen.tsx'), 'OldRecordsScreen'),
    },
    {
      path: '/history',
      label: 'History',
      ...admin,
      words: 'who changed audit log',
      load: screen(() => import('#web/features/history/history-screen.tsx'), 'HistoryScreen'),
    },
    security,
  ],
  // Inert and unreachable, as specified (spec 2.tabs.late-fee).
  'late-fee-charges': [],
  none: [
    {
      path: '/cashier-close',
      label: 'Cash drawer',
      ...receiving,
      shownFor: 'cashDrawer',
      words: 'till cashier close count cash end of day sheet hand over notes',
      load: screen(
        () => import('#web/features/cashier-close/cashier-close-screen.tsx'),
        'CashierCloseScreen',
      ),
    },
    {
      path: '/closings',
      label: 'Closings',
      ...staff,
      under: '/cashier-close',
      tabLabel: '',
      words: 'till drawer safe deposit bank difference short hand over accept',
      load: screen(
        () => import('#web/features/cashier-close/cashier-close-screen.tsx'),
        'CashierClosingsScreen',
      ),
    },
    { path: '/graduation', label: 'Graduation', ...writer, words: 'class 10 pass out', load: promotions },
    {
      path: '/sessions',
      label: 'Signed-in devices',
      ...staff,
      load: screen(() => import('#web/features/session/sessions-screen.tsx'), 'SessionsScreen'),
    },
    {
      path: '/change-password',
      label: 'Change password',
      ...staff,
      load: screen(() => import('#web/features/session/password-screens.tsx'), 'ChangePasswordScreen'),
    },
    {
      path: '/second-factor',
      label: 'Second factor',
      ...staff,
      words: 'two step authenticator app passkey code 2fa recovery',
      load: screen(
        () => import('#web/features/second-factor/second-factor-screen.tsx'),
        'SecondFactorScreen',
      ),
    },
  ],
} satisfies Readonly<Record<string, readonly Place[]>>

export type TabKey = Exclude<keyof typeof inGroups, 'none'>
