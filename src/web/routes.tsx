import { Navigate, type PatchRoutesOnNavigationFunction, type RouteObject } from 'react-router'
import { useSession } from '#web/api/session.ts'
import { BrokenScreen, Frame } from '#web/app/frame.tsx'
import { LoginScreen } from '#web/features/session/login-screen.tsx'
import { whenIdle } from '#web/ui/load-once.ts'
import { WholePageLoading } from '#web/ui/states.tsx'

/** Redirects `/` to the dashboard for signed-in users, otherwise to the login (spec 2.routes.root). */
function Start() {
  const isSignedIn = useSession((session) => session.isSignedIn)
  return <Navigate to={isSignedIn ? '/dashboard' : '/login'} replace />
}

// Lazy, because the sign-in does not need the reports, the menu and the addresses of all screens.
const signedIn = () => import('./signed-in-routes.tsx')

/** The routes of users who are not signed in, and their frame; all others are in `signedInRoutes` (spec 2.routes). */
export const routes: RouteObject[] = [
  {
    // This path is a prefix of every address, so it is rendered until the route of the address is loaded.
    path: '/',
    element: <Frame />,
    ErrorBoundary: BrokenScreen,
    HydrateFallback: () => <WholePageLoading label="Opening the portal" />,
    children: [
      {
        ErrorBoundary: BrokenScreen,
        children: [
          { index: true, Component: Start },
          { path: '/login', Component: LoginScreen },
        ],
      },
    ],
  },
]

/** Adds the other routes once one of them is opened. */
export const addSignedInRoutes: PatchRoutesOnNavigationFunction = async ({ patch }) => {
  patch(null, (await signedIn()).openRoutes())
}

// Opening the screen repeats a failed load and shows the failure.
const fetchFirst = () =>
  void signedIn().then(
    (fetched) => fetched.fetchFirst(),
    () => null,
  )
const fetchAll = () =>
  void signedIn().then(
    (fetched) => fetched.fetchAll(),
    () => null,
  )

/** True if the user or the browser filled in a field before this code ran. */
const hasInput = () => [...document.querySelectorAll('input')].some(({ value }) => value !== '')

/** Loads the first screen once the user types, and the others once the signed-in page is idle, to open at once. */
export function fetchScreens(): void {
  if (useSession.getState().isSignedIn) void signedIn().catch(() => null)
  else if (hasInput()) fetchFirst()
  else window.addEventListener('input', fetchFirst, { once: true })
  const stop = useSession.subscribe(({ today }) => {
    if (today === null) return
    stop()
    whenIdle(fetchAll)
  })
}
