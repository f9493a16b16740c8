import { Navigate, Outlet, useLocation } from 'react-router'
import { useSession } from '#web/api/session.ts'
import { WholePageLoading } from '#web/ui/whole-page-loading.tsx'
import { isOpenTo, openWithoutFactor, type Openable } from './menu.ts'
import { useSessionCheck } from './use-session-check.ts'

/** Users without access go back to the dashboard (decisions 5.access). */
type Props = Partial<Openable>

type Limits = Pick<ReturnType<typeof useSession.getState>, 'mustChoosePassword' | 'factorMissing'>

/** The screen that a user must visit first, and those open until then; the password comes first. */
function firstPlace({ mustChoosePassword, factorMissing }: Limits) {
  if (mustChoosePassword) return { path: '/change-password', open: ['/change-password'] }
  return factorMissing ? { path: '/second-factor', open: openWithoutFactor } : null
}

/** Guards every screen but the login (spec 2.routes.session); a lost session returns to its last screen. */
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
  // Stored, but not confirmed by the server yet.
  if (today === null || role === null) return <WholePageLoading label="Opening the portal" />
  const first = firstPlace(session)
  if (first && !first.open.includes(pathname))
    return <Navigate to={first.path} replace state={{ from: `${pathname}${search}` }} />
  if (!isOpenTo({ role, rights }, { access, ...more })) return <Navigate to="/dashboard" replace />
  return <Outlet />
}
