import { useSession } from '#web/api/session.ts'
import { BrokenScreen } from '#web/shell/broken-screen.tsx'
import { Frame } from '#web/shell/frame.tsx'
import { places, type PlacePath } from '#web/shell/menu.ts'
import { NothingHereScreen } from '#web/shell/nothing-here-screen.tsx'
import { SignedInOnly } from '#web/shell/signed-in-only.tsx'
import { Start } from '#web/shell/start.tsx'
import { WholePageLoading } from '#web/ui/whole-page-loading.tsx'
import type { ComponentType } from 'react'
import type { RouteObject } from 'react-router'

type Screen = () => Promise<{ Component: ComponentType }>

const login: Screen = async () => ({
  Component: (await import('#web/features/session/login-screen.tsx')).LoginScreen,
})
const dashboard: Screen = async () => ({
  Component: (await import('#web/shell/dashboard-screen.tsx')).DashboardScreen,
})

const student: Screen = async () => ({
  Component: (await import('#web/features/students/student-screen.tsx')).StudentScreen,
})

// One screen with two variants (spec 2.routes).
const promotions: Screen = async () => ({
  Component: (await import('#web/features/leaving/promotion-screen.tsx')).PromotionScreen,
})

/** The screen of each place of the menu; a place without one does not compile. */
const screens: Readonly<Record<PlacePath, Screen>> = {
  '/new-admissions': async () => ({
    Component: (await import('#web/features/admissions/new-admission-screen.tsx')).NewAdmissionScreen,
  }),
  '/promotions': promotions,
  '/graduation': promotions,
  '/student-removal': async () => ({
    Component: (await import('#web/features/leaving/removal-screen.tsx')).RemovalScreen,
  }),
  '/edit-admissions': async () => ({
    Component: (await import('#web/features/admissions/edit-admission-screen.tsx')).EditAdmissionScreen,
  }),
  '/edit-vouchers': async () => ({
    Component: (await import('#web/features/admissions/edit-voucher-screen.tsx')).EditVoucherScreen,
  }),
  '/student-fee-change': async () => ({
    Component: (await import('#web/features/admissions/change-fee-screen.tsx')).ChangeFeeScreen,
  }),
  '/generate-voucher/campus': async () => ({
    Component: (await import('#web/features/vouchers/generate-campus-screen.tsx')).GenerateCampusScreen,
  }),
  '/generate-voucher/student': async () => ({
    Component: (await import('#web/features/vouchers/generate-student-screen.tsx')).GenerateStudentScreen,
  }),
  '/additional-charges': async () => ({
    Component: (await import('#web/features/vouchers/additional-charges-screen.tsx')).AdditionalChargesScreen,
  }),
  '/post-vouchers': async () => ({
    Component: (await import('#web/features/vouchers/post-screen.tsx')).PostScreen,
  }),
  '/unpost-vouchers': async () => ({
    Component: (await import('#web/features/vouchers/unpost-screen.tsx')).UnpostScreen,
  }),
  '/receipts/individual': async () => ({
    Component: (await import('#web/features/receipts/receive-payment-screen.tsx')).ReceivePaymentScreen,
  }),
  '/receipts/individual/edit': async () => ({
    Component: (await import('#web/features/receipts/edit-receipt-screen.tsx')).EditReceiptScreen,
  }),
  '/student-list': async () => ({
    Component: (await import('#web/features/students/student-list-screen.tsx')).StudentListScreen,
  }),
  '/admission-reports': async () => ({
    Component: (await import('#web/features/reports/admission-report-screen.tsx')).AdmissionReportScreen,
  }),
  '/fee-received': async () => ({
    Component: (await import('#web/features/reports/fee-received-screen.tsx')).FeeReceivedScreen,
  }),
  '/fee-vouchers': async () => ({
    Component: (await import('#web/features/reports/fee-receivables-screen.tsx')).FeeReceivablesScreen,
  }),
  '/net-receivables': async () => ({
    Component: (await import('#web/features/reports/net-receivables-screen.tsx')).NetReceivablesScreen,
  }),
  '/fee-record': async () => ({
    Component: (await import('#web/features/reports/fee-record-screen.tsx')).FeeRecordScreen,
  }),
  '/print-vouchers': async () => ({
    Component: (await import('#web/features/reports/print-vouchers-screen.tsx')).PrintVouchersScreen,
  }),
  '/users': async () => ({
    Component: (await import('#web/features/users/users-screen.tsx')).UsersScreen,
  }),
  '/history': async () => ({
    Component: (await import('#web/features/users/history-screen.tsx')).HistoryScreen,
  }),
  '/change-password': async () => ({
    Component: (await import('#web/features/users/change-password-screen.tsx')).ChangePasswordScreen,
  }),
}

const placeRoutes: RouteObject[] = places.map(({ path, access }) => ({
  element: <SignedInOnly access={access} />,
  children: [{ path, lazy: screens[path] }],
}))

/** Every route of the specification (spec 2.routes): the frame around all, the guard around all but the login. */
export const routes: RouteObject[] = [
  {
    Component: Frame,
    ErrorBoundary: BrokenScreen,
    HydrateFallback: () => <WholePageLoading label="Opening the portal" />,
    children: [
      {
        ErrorBoundary: BrokenScreen,
        children: [
          { path: '/', Component: Start },
          { path: '/login', lazy: login },
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

async function fetchAll(): Promise<void> {
  // One that fails is fetched again, and its failure told, when it is opened. The counter first: there the queue waits.
  await screens['/receipts/individual']().catch(() => null)
  for (const screen of [dashboard, student, ...Object.values(screens)]) void screen().catch(() => null)
  void import('#web/ui/calendar.tsx').catch(() => null)
}

/** Fetches the screens once somebody is in and the hands are still: the next opens at once, on a bad line too. */
export function fetchScreens(): void {
  const stop = useSession.subscribe(({ today }) => {
    if (today === null) return
    stop()
    if ('requestIdleCallback' in window) requestIdleCallback(() => void fetchAll())
    else setTimeout(() => void fetchAll(), 500)
  })
}
