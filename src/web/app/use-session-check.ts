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
 * Checks the session every minute and when the page becomes visible, so that nobody reads the screen of an ended session.
 * The answer also has the date, so that a page left open overnight gives no receipt yesterday's.
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
