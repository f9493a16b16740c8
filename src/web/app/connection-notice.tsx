import { currentSession } from '#contract/session.ts'
import { call } from '#web/api/call.ts'
import { useConnection } from '#web/api/connection.ts'
import { useSession } from '#web/api/session.ts'
import { stopTrying, useTryingAgain } from '#web/api/try-again.ts'
import { useCancelKey } from '#web/ui/use-cancel-key.ts'
import { Button } from '@mantine/core'
import { IconPlugConnectedX } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'

const askAgainMs = 2000
const answerTimeoutMs = 5000

/** Asks after the server while it is out of reach; the answer itself ends the notice. */
function useReturn(online: boolean): void {
  const isSignedIn = useSession((session) => session.isSignedIn)
  useEffect(() => {
    if (online || !isSignedIn) return undefined
    const asking = setInterval(
      () => void call(currentSession, { timeoutMs: answerTimeoutMs }).catch(() => null),
      askAgainMs,
    )
    return () => clearInterval(asking)
  }, [online, isSignedIn])
}

/** Hangs below the header while a change is tried again, and moves nothing; Escape or its button stops it. */
function TryingAgain() {
  const client = useQueryClient()
  const stop = () => stopTrying(client)
  // What is open above the screen takes Escape first.
  useCancelKey(true, () => {
    if (!document.querySelector('[role=dialog], [role=alertdialog]')) stop()
  })
  return (
    <div className="header-trying" data-popup>
      No connection. We keep trying. It will be saved only once.
      <Button
        size="compact-md"
        variant="default"
        // The cursor stays in the form.
        onMouseDown={(event) => event.preventDefault()}
        onClick={stop}
      >
        Stop trying
      </Button>
    </div>
  )
}

/** Says in the header that the server cannot be reached, and what is done about it. */
export function ConnectionNotice() {
  const online = useConnection((connection) => connection.online)
  const trying = useTryingAgain()
  useReturn(online)
  return (
    <div role="status">
      {!online && (
        <div className="header-offline">
          <IconPlugConnectedX size={18} stroke={1.75} aria-hidden />
          No connection
        </div>
      )}
      {trying && <TryingAgain />}
    </div>
  )
}
