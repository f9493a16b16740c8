import { IconPlugConnectedX } from '@tabler/icons-react'
import { useEffect, type ReactNode } from 'react'
import { currentSession } from '#contract/session.ts'
import { call } from '#web/api/call.ts'
import { useConnection } from '#web/api/connection.ts'
import { useSession } from '#web/api/session.ts'

const askAgainMs = 2000
const answerTimeoutMs = 5000

/** Polls the server while it is unreachable; its answer ends the notice. */
function useReturn(online: boolean, isSignedIn: boolean): void {
  useEffect(() => {
    if (online || !isSignedIn) return undefined
    const asking = setInterval(
      () => void call(currentSession, { timeoutMs: answerTimeoutMs }).catch(() => null),
      askAgainMs,
    )
    return () => clearInterval(asking)
  }, [online, isSignedIn])
}

/** Says in the header that the server cannot be reached; the children say what is done about it. */
export function ConnectionNotice({ children }: { readonly children: ReactNode }) {
  const online = useConnection((connection) => connection.online)
  const isSignedIn = useSession((session) => session.isSignedIn)
  useReturn(online, isSignedIn)
  return (
    <div role="status">
      {!online && (
        <div className="header-offline">
          <IconPlugConnectedX size={18} stroke={1.75} aria-hidden />
          No connection
        </div>
      )}
      {children}
    </div>
  )
}
