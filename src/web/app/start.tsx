import { Navigate } from 'react-router'
import { useSession } from '#web/api/session.ts'

/** `/` leads signed-in staff to the dashboard, others to the login (spec 2.routes.root). */
export function Start() {
  const isSignedIn = useSession((session) => session.isSignedIn)
  return <Navigate to={isSignedIn ? '/dashboard' : '/login'} replace />
}
