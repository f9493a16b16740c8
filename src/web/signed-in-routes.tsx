import { QueryClientProvider, type QueryClient } from '@tanstack/react-query'
import { admissionReports } from '#reports/admission-report.ts'
import { feeReceived } from '#reports/fee-received.ts'
import { feeReceivables, feeRecord, netReceivables, printVouchers } from '#reports/fee-reports.ts'
import type { Report } from '#reports/report.ts'
import { reports } from '#reports/reports.ts'
import { openQueries } from '#web/api/queries.ts'
import { BrokenScreen } from '#web/app/broken-screen.tsx'
import { DialogsAbove } from '#web/app/dialogs-above.tsx'
import { places, type PlacePath } from '#web/app/menu.ts'
import { NothingHereScreen } from '#web/app/nothing-here-screen.tsx'
import { showAbove } from '#web/app/page.tsx'
import { SignedInFrame } from '#web/app/signed-in-frame.tsx'
import { SignedInOnly } from '#web/app/signed-in-only.tsx'
import type { ReportExtras } from '#web/kit/report-extras.ts'
import { loadOnce } from '#web/ui/load-once.ts'
import { WholePageLoading } from '#web/ui/whole-page-loading.tsx'
import '#web/ui/signed-in.css'
import { lazy, type ComponentType } from 'react'
import type { RouteObject } from 'react-router'
import { partsOnDemand } from './parts-on-demand.ts'

type Screen = () => Promise<{ Component: ComponentType }>

const newPassword: Screen = async () => ({
  Component: (await import('#web/features/session/new-password-screen.tsx')).NewPasswordScreen,
})
const dashboard = loadOnce(async () => {
  const [{ DashboardScreen }, { Overview }] = await Promise.all([
    import('#web/app/dashboard-screen.tsx'),
    import('#web/features/overview/overview.tsx'),
  ])
  return { Component: () => <DashboardScreen Overview={Overview} /> }
})

const student: Screen = async () => ({
  Component: (await import('#web/features/student-account/student-screen.tsx')).StudentScreen,
})

// The screen has two variants (spec 2.routes).
const promotions: Screen = async () => ({
  Component: (await import('#web/features/promotion/promotion-screen.tsx')).PromotionScreen,
})

/** The screen of each place that is not a report; a missing screen does not compile. */
const screens: Readonly<Record<PlacePath, Screen>> = {
  '/new-admissions': async () => ({
    Component: (await import('#web/features/admission/new-admission-screen.tsx')).NewAdmissionScreen,
  }),
  '/promotions': promotions,
  '/graduation': promotions,
  '/student-removal': async () => ({
    Component: (await import('#web/features/departure/removal-screen.tsx')).RemovalScreen,
  }),
  '/edit-admissions': async () => ({
    Component: (await import('#web/features/student-edit/edit-admission-screen.tsx')).EditAdmissionScreen,
  }),
  '/edit-vouchers': async () => ({
    Component: (await import('#web/features/student-edit/edit-voucher-screen.tsx')).EditVoucherScreen,
  }),
  '/student-fee-change': async () => ({
    Component: (await import('#web/features/fee-change/change-fee-screen.tsx')).ChangeFeeScreen,
  }),
  '/generate-voucher/campus': async () => ({
    Component: (await import('#web/features/voucher-run/generate-campus-screen.tsx')).GenerateCampusScreen,
  }),
  '/generate-voucher/student': async () => ({
    Component: (await import('#web/features/voucher-run/generate-student-screen.tsx')).GenerateStudentScreen,
  }),
  '/additional-charges': async () => ({
    Component: (await import('#web/features/charges/additional-charges-screen.tsx')).AdditionalChargesScreen,
  }),
  '/post-vouchers': async () => ({
    Component: (await import('#web/features/posting/post-screen.tsx')).PostScreen,
  }),
  '/unpost-vouchers': async () => ({
    Component: (await import('#web/features/posting/unpost-screen.tsx')).UnpostScreen,
  }),
  '/voucher-runs': async () => ({
    Component: (await import('#web/features/voucher-void/voucher-runs-screen.tsx')).VoucherRunsScreen,
  }),
  '/receipts/individual': async () => ({
    Component: (await import('#web/features/counter/receive-payment-screen.tsx')).ReceivePaymentScreen,
  }),
  '/receipts/individual/edit': async () => ({
    Component: (await import('#web/features/correction/edit-receipt-screen.tsx')).EditReceiptScreen,
  }),
  '/adjustments': async () => ({
    Component: (await import('#web/features/adjustments/adjustments-screen.tsx')).AdjustmentsScreen,
  }),
  '/approvals': async () => ({
    Component: (await import('#web/features/approvals/approvals-screen.tsx')).ApprovalsScreen,
  }),
  '/fee-plan': async () => ({
    Component: (await import('#web/features/fee-plan/fee-plan-screen.tsx')).FeePlanScreen,
  }),
  '/campus-rules': async () => ({
    Component: (await import('#web/features/campus-rules/campus-rules-screen.tsx')).CampusRulesScreen,
  }),
  '/cashier-close': async () => ({
    Component: (await import('#web/features/cashier-close/cashier-close-screen.tsx')).CashierCloseScreen,
  }),
  '/closings': async () => ({
    Component: (await import('#web/features/cashier-close/cashier-closings-screen.tsx'))
      .CashierClosingsScreen,
  }),
  '/closed-days': async () => ({
    Component: (await import('#web/features/closed-days/closed-days-screen.tsx')).ClosedDaysScreen,
  }),
  '/users': async () => ({
    Component: (await import('#web/features/users/users-screen.tsx')).UsersScreen,
  }),
  '/import': async () => ({
    Component: (await import('#web/features/imports/import-screen.tsx')).ImportScreen,
  }),
  '/history': async () => ({
    Component: (await import('#web/features/history/history-screen.tsx')).HistoryScreen,
  }),
  '/erasure': async () => ({
    Component: (await import('#web/features/erasure/old-records-screen.tsx')).OldRecordsScreen,
  }),
  '/second-factor': async () => ({
    Component: (await import('#web/features/second-factor/second-factor-screen.tsx')).SecondFactorScreen,
  }),
  '/sessions': async () => ({
    Component: (await import('#web/features/session/sessions-screen.tsx')).SessionsScreen,
  }),
  '/change-password': async () => ({
    Component: (await import('#web/features/session/change-password-screen.tsx')).ChangePasswordScreen,
  }),
}

const loadPrinting = () => import('#web/features/print-vouchers/print-vouchers.tsx')

const printSelected = async () => ({ SelectionAct: (await loadPrinting()).PrintSelectedVouchers })

const charts = () => import('#web/kit/report-charts.tsx')
const ReceivedChart = lazy(async () => ({ default: (await charts()).ReceivedChart }))
const ClassesChart = lazy(async () => ({ default: (await charts()).ClassesChart }))
const AgesChart = lazy(async () => ({ default: (await charts()).AgesChart }))

const reportExtras: ReadonlyMap<Report, () => Promise<ReportExtras>> = new Map<
  Report,
  () => Promise<ReportExtras>
>([
  [feeRecord, async () => ({ ...(await printSelected()), Chart: ClassesChart })],
  [netReceivables, async () => ({ ...(await printSelected()), Chart: AgesChart })],
  [feeReceivables, printSelected],
  [
    feeReceived,
    async () => ({
      Chart: ReceivedChart,
      Sums: (await import('#web/features/receipt-report/received-by-state.tsx')).ReceivedByState,
    }),
  ],
  [
    printVouchers,
    async () => {
      const { PrintVouchers, PrintSelectedVouchers } = await loadPrinting()
      return {
        Above: (await import('#web/kit/month-steps.tsx')).PrintSteps,
        MainAct: PrintVouchers,
        SelectionAct: PrintSelectedVouchers,
      }
    },
  ],
  [
    admissionReports,
    async () => ({
      Graph: (await import('#web/features/admission-report/admission-graph.tsx')).AdmissionGraph,
    }),
  ],
])

const reportScreen = (report: Report) =>
  loadOnce(async () => {
    const [{ ReportScreen }, extras] = await Promise.all([
      import('#web/features/reports/report-screen.tsx'),
      reportExtras.get(report)?.(),
    ])
    return { Component: () => <ReportScreen report={report} extras={extras ?? {}} /> }
  })

const screenOf: Readonly<Record<string, Screen>> = {
  ...screens,
  ...Object.fromEntries(reports.map((report) => [report.place.path, reportScreen(report)])),
}

const placeRoutes: RouteObject[] = places.map(({ path, label: _, tab: __, ...open }) => {
  const screen = screenOf[path]
  if (!screen) throw new Error(`There is no screen for ${path}`)
  return { element: <SignedInOnly {...open} />, children: [{ path, lazy: screen }] }
})

const frameWith = (queries: QueryClient) => () => (
  <QueryClientProvider client={queries}>
    <SignedInFrame />
  </QueryClientProvider>
)

showAbove(DialogsAbove)

/** Returns the routes behind the guard and of an admin's new-password link, with one query cache (spec 2.routes). */
export const signedInRoutes = (queries: QueryClient): RouteObject[] => [
  {
    // The router adds a route with the same id only once.
    id: 'signed-in',
    path: '/',
    Component: frameWith(queries),
    ErrorBoundary: BrokenScreen,
    HydrateFallback: () => <WholePageLoading label="Opening the portal" />,
    children: [
      {
        ErrorBoundary: BrokenScreen,
        children: [
          { path: '/new-password', lazy: newPassword },
          {
            element: <SignedInOnly />,
            children: [
              { path: '/dashboard', lazy: dashboard },
              { path: '/student', lazy: student },
              { path: '*', Component: NothingHereScreen },
            ],
          },
          ...placeRoutes,
        ],
      },
    ],
  },
]

/** The routes, which are created once with one query cache. */
let opened: RouteObject[] | null = null
export const openRoutes = (): RouteObject[] => (opened ??= signedInRoutes(openQueries()))

/** Loads the screen that follows the sign-in; a failed load is repeated when the screen is opened. */
export async function fetchFirst(): Promise<void> {
  await dashboard().catch(() => null)
}

/** Loads every screen, so that each opens at once, even on a bad connection. */
export async function fetchAll(): Promise<void> {
  // Opening a screen repeats a failed load and shows the failure. The counter comes first, because a queue waits there.
  await screens['/receipts/individual']().catch(() => null)
  for (const screen of [dashboard, student, ...Object.values(screenOf)]) void screen().catch(() => null)
  for (const part of partsOnDemand) void part().catch(() => null)
}
