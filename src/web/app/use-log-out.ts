import { useNavigate } from 'react-router'
import { useSession } from '#web/api/session.ts'

/** Returns the act that ends the session and opens the sign-in (spec 1.header.logout). */
export function useLogOut(): () => Promise<void> {
  const navigate = useNavigate()
  return async () => {
    await useSession.getState().signOut()
    void navigate('/')
  }
}
