import { useInterval } from '@mantine/hooks'
import { useEffect } from 'react'
import { Navigate, Outlet, useLocation } from 'react-router'
import { useConnection } from '#web/api/call.ts'
import { useSession } from '#web/api/session.ts'
import { isOpenTo, type Openable } from '#web/places/place.ts'
import { WholePageLoading } from '#web/ui/states.tsx'

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

/** A screen's access; users without it return to the dashboard (decisions 5.access). */
type Props = Partial<Openable>

type Limits = Pick<ReturnType<typeof useSession.getState>, 'mustChoosePassword' | 'factorMissing'>

/** The screens open to a user who must first set up a second factor. */
const openWithoutFactor: readonly string[] = ['/second-factor', '/change-password']

/** The screen that a user must visit first, and the screens open until then; the password comes first. */
function firstPlace({ mustChoosePassword, factorMissing }: Limits) {
  if (mustChoosePassword) return { path: '/change-password', open: ['/change-password'] }
  return factorMissing ? { path: '/second-factor', open: openWithoutFactor } : null
}

/** Guards the screens behind the sign-in (spec 2.routes.session); a lost session returns to its last screen. */
export function SignedInOnly({ access = 'staff', ...more }: Props) {
  const { isSignedIn, today, role, rights, wasLost, workOf, ...session } = useSession()
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
  const first = firstPlace(session)
  if (first && !first.open.includes(pathname))
    return <Navigate to={first.path} replace state={{ from: `${pathname}${search}` }} />
  if (!isOpenTo({ role, rights }, { access, ...more })) return <Navigate to="/dashboard" replace />
  return <Outlet />
}
