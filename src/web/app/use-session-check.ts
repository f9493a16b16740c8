import { useInterval } from '@mantine/hooks'
import { useEffect } from 'react'
import { useConnection } from '#web/api/connection.ts'
import { useSession } from '#web/api/session.ts'

const checkEveryMs = 60_000

async function check(): Promise<void> {
  const { isSignedIn, today, restore } = useSession.getState()
  if (isSignedIn && today !== null && useConnection.getState().online) await restore()
}

/**
 * Asks the server every minute, and when the page comes back into sight, whether the session still lasts: once it has ended,
 * nobody finds on the screen what was read in it. A page left open overnight takes the new day from the same answer, so that
 * no receipt gets yesterday's date.
 */
export function useSessionCheck(): void {
  useInterval(() => void check(), checkEveryMs, { autoInvoke: true })
  useEffect(() => {
    const look = () => {
      if (document.visibilityState === 'visible') void check()
    }
    document.addEventListener('visibilitychange', look)
    return () => document.removeEventListener('visibilitychange', look)
  }, [])
}
