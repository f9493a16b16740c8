import { useSession } from '#web/api/session.ts'
import { WholePageLoading } from '#web/ui/whole-page-loading.tsx'
import { Navigate, Outlet, useLocation } from 'react-router'
import { isOpenTo, type Openable } from './menu.ts'
import { useNewDay } from './use-new-day.ts'

/** Whoever else comes goes back to the dashboard (decisions 5.access). */
type Props = Partial<Openable>

/** The guard before every screen but the login (spec 2.routes.session); a lost session comes back to where it was. */
export function SignedInOnly({ access = 'staff', ...more }: Props) {
  const { isSignedIn, today, role, rights, wasLost, mustChoosePassword } = useSession()
  const { pathname, search } = useLocation()
  useNewDay()
  if (!isSignedIn)
    return <Navigate to="/login" replace state={wasLost ? { from: `${pathname}${search}` } : null} />
  // Stored, but not yet confirmed by the server.
  if (today === null || role === null) return <WholePageLoading label="Opening the portal" />
  if (mustChoosePassword && pathname !== '/change-password')
    return <Navigate to="/change-password" replace state={{ from: `${pathname}${search}` }} />
  if (!isOpenTo({ role, rights }, { access, ...more })) return <Navigate to="/dashboard" replace />
  return <Outlet />
}
