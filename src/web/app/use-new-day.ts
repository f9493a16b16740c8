import { dateAt } from '#domain/calendar.ts'
import { useSession } from '#web/api/session.ts'
import { useInterval } from '@mantine/hooks'
import { useRef } from 'react'

const lookEveryMs = 60_000

/** A page left open overnight asks the server for the new day, so that no receipt gets yesterday's date. */
export function useNewDay(): void {
  const seen = useRef(dateAt(new Date()))
  const look = async () => {
    const { isSignedIn, today, restore } = useSession.getState()
    const day = dateAt(new Date())
    if (!isSignedIn || day === seen.current) return
    await restore()
    // The server's day counts: until it has turned too, we look again.
    if (useSession.getState().today !== today) seen.current = day
  }
  useInterval(() => void look(), lookEveryMs, { autoInvoke: true })
}
