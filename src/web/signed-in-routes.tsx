import '#web/ui/signed-in.css'
import { Anchor, Text } from '@mantine/core'
import { useInterval } from '@mantine/hooks'
import { QueryClientProvider, type QueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { Link, Navigate, Outlet, useLocation, type RouteObject } from 'react-router'
import { useConnection } from '#web/api/call.ts'
import { openQueries } from '#web/api/queries.ts'
import { useSession } from '#web/api/session.ts'
import { BrokenScreen } from '#web/app/frame.tsx'
import { DialogsAbove, SignedInFrame } from '#web/app/signed-in-frame.tsx'
import { placeAt, places } from '#web/places/menu.ts'
import { isOpenTo, screen, type Openable } from '#web/places/place.ts'
import { loadModule, loadOnce } from '#web/ui/load-once.ts'
import { Screen } from '#web/ui/screen.tsx'
import { WholePageLoading } from '#web/ui/states.tsx'
import { showAbove } from './portal.tsx'

const checkEveryMs = 60_000

async function check(): Promise<void> {
  const { isSignedIn, today, restore } = useSession.getState()
  if (isSignedIn && today !== null && useConnection.getState().online) await restore()
}

/**
 * Checks the session every minute and when the page becomes visible, so that nobody reads the screen of an ended
 * session. The answer also has the date, so that a page left open overnight does not date receipts with the day before.
 */
function useSessionCheck(): void {
  useInterval(() => void check(), checkEveryMs, { autoInvoke: true })
  useEffect(() => {
    const checkIfVisible = () => {
      if (document.visibilityState === 'visible') void check()
    }
    document.addEventListener('visibilitychange', checkIfVisible)
    return () => document.removeEventListener('visibilitychange', checkIfVisible)
  }, [])
}

/** The screens open to a user who must visit the first of them before any other; the password comes first. */
function openFirst({ mustChoosePassword, factorMissing }: ReturnType<typeof useSession.getState>) {
  if (mustChoosePassword) return ['/change-password']
  return factorMissing ? ['/second-factor', '/change-password'] : []
}

/**
 * Guards the screens behind the sign-in (spec 2.routes.session); a lost session returns to its last screen. Users
 * without the access of a screen return to the dashboard (decisions 5.access).
 */
export function SignedInOnly({ access = 'staff', ...more }: Partial<Openable>) {
  const session = useSession()
  const { isSignedIn, today, role, rights, wasLost, workOf } = session
  const { pathname, search } = useLocation()
  useSessionCheck()
  if (!isSignedIn)
    return (
      <Navigate
        to="/login"
        replace
        state={wasLost ? { from: `${pathname}${search}`, ...(workOf !== null && { of: workOf }) } : null}
      />
    )
  // The session is stored, but the server has not confirmed it yet.
  if (today === null || role === null) return <WholePageLoading label="Opening the portal" />
  const [first, ...others] = openFirst(session)
  if (first !== undefined && ![first, ...others].includes(pathname))
    return <Navigate to={first} replace state={{ from: `${pathname}${search}` }} />
  if (!isOpenTo({ role, rights }, { access, ...more })) return <Navigate to="/dashboard" replace />
  return <Outlet />
}

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
  () => import('#web/ui/modal-dialog.tsx'),
  () => import('#web/kit/confirmation-dialog.tsx'),
  () => import('#web/kit/student-peek.tsx'),
  () => import('#web/kit/adjusting/account-dialogs.tsx'),
  () => import('#web/kit/adjusting/receipt-dialogs.tsx'),
  () => import('#web/features/print-vouchers/printed-vouchers.tsx'),
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
