import { Anchor, Text } from '@mantine/core'
import { QueryClientProvider, type QueryClient } from '@tanstack/react-query'
import { openQueries } from '#web/api/queries.ts'
import { BrokenScreen } from '#web/app/broken-screen.tsx'
import { DialogsAbove, SignedInFrame } from '#web/app/signed-in-frame.tsx'
import { SignedInOnly } from '#web/app/signed-in-only.tsx'
import { placeAt, places } from '#web/places/menu.ts'
import { screen } from '#web/places/place.ts'
import { loadModule, loadOnce } from '#web/ui/load-once.ts'
import { Screen } from '#web/ui/screen.tsx'
import { WholePageLoading } from '#web/ui/states.tsx'
import '#web/ui/signed-in.css'
import { Link, type RouteObject } from 'react-router'
import { showAbove } from './portal.tsx'

const newPassword = screen(() => import('#web/features/session/password-screens.tsx'), 'NewPasswordScreen')
const student = screen(() => import('#web/features/student-account/student-screen.tsx'), 'StudentScreen')
const dashboard = loadOnce(async () => {
  const [{ DashboardScreen }, { Overview }] = await Promise.all([
    loadModule(() => import('#web/app/dashboard-screen.tsx')),
    loadModule(() => import('#web/features/overview/overview.tsx')),
  ])
  return { Component: () => <DashboardScreen Overview={Overview} /> }
})

/** Parts of screens that are loaded when they are opened, such as dialogs. */
const partsOnDemand: readonly (() => Promise<unknown>)[] = [
  () => import('#web/ui/popups.tsx'),
  () => import('#web/ui/date-picker.tsx'),
  () => import('#web/kit/confirmation-dialog.tsx'),
  () => import('#web/kit/student-peek.tsx'),
  () => import('#web/kit/adjusting/account-dialogs.tsx'),
  () => import('#web/kit/adjusting/receipt-dialogs.tsx'),
  () => import('#web/kit/adjusting/void-voucher-dialog.tsx'),
  () => import('#web/features/print-vouchers/printed-vouchers.tsx'),
  () => import('#web/features/promotion/mark-paid-dialog.tsx'),
  () => import('#web/features/imports/open-import.tsx'),
  () => import('#files/read-sheets.ts'),
  () => import('#web/features/users/user-dialogs.tsx'),
]

const placeRoutes: RouteObject[] = places.map(({ path, access, right, load }) => ({
  element: <SignedInOnly access={access} {...(right && { right })} />,
  children: [{ path, lazy: load }],
}))

const frameWith = (queries: QueryClient) => () => (
  <QueryClientProvider client={queries}>
    <SignedInFrame />
  </QueryClientProvider>
)

/** Shown for unknown addresses. */
const NothingHereScreen = () => (
  <Screen title="Page not found">
    <Text mb="sm">The portal has no screen at this address.</Text>
    <Anchor component={Link} to="/dashboard">
      Go to the dashboard
    </Anchor>
  </Screen>
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
  await placeAt('/receipts/individual')
    ?.load()
    .catch(() => null)
  const screens = [dashboard, student, ...places.map(({ load }) => load)]
  for (const load of [...screens, ...partsOnDemand]) void load().catch(() => null)
}
