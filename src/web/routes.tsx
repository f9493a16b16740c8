import type { PatchRoutesOnNavigationFunction, RouteObject } from 'react-router'
import { useSession } from '#web/api/session.ts'
import { BrokenScreen } from '#web/app/broken-screen.tsx'
import { Frame } from '#web/app/frame.tsx'
import { Start } from '#web/app/start.tsx'
import { LoginScreen } from '#web/features/session/login-screen.tsx'
import { whenIdle } from '#web/ui/when-idle.ts'
import { WholePageLoading } from '#web/ui/whole-page-loading.tsx'

// The reports, the menu and the addresses of all screens: the sign-in does without them.
const signedIn = () => import('./signed-in-routes.tsx')

/** The routes of users who are not signed in, with the frame around them; all others are in `signedInRoutes` (spec 2.routes). */
export const routes: RouteObject[] = [
  {
    // The path makes it the beginning of every address: it is drawn until the route of one is there.
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

// A screen that cannot be fetched now is fetched again when it is opened, and then shows the failure.
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

/** True if a field was typed into, or filled in by the browser, before this code was there. */
const hasInput = () => [...document.querySelectorAll('input')].some(({ value }) => value !== '')

/**
 * Fetches the first screen as soon as the user types, and the others once the user is signed in and pauses: the next one then
 * opens at once, on a bad line too.
 */
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
