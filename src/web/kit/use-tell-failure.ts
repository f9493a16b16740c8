import { useCallback } from 'react'
import type { RefusalCode } from '#domain/refusals.ts'
import { CallFailed, isUnconfirmed, waitWords } from '#web/api/call.ts'
import { useAlert } from '#web/ui/alert-dialog.tsx'

const lastAdmin: RefusalCode = 'last-admin'
const needsApproval: RefusalCode = 'approval-needed'

/** Returns the time to wait, the next step, or the reference number. */
function detailOf({ code, waitSeconds, requestId }: CallFailed): string | null {
  if (code === lastAdmin) return 'Make someone else an admin first.'
  // A whole class gets this refusal here: only the removal of one student can be sent for approval.
  if (code === needsApproval) return 'Remove that student alone: it can be sent for approval there.'
  if (waitSeconds !== undefined) return waitWords(waitSeconds)
  return requestId === undefined ? null : `Reference ${requestId}`
}

/**
 * Alerts why a change was not made. Does not alert a signed-out user, who is redirected to the sign-in, or a user who
 * declined to enter the password.
 */
export function useTellFailure() {
  const alert = useAlert()
  return useCallback(
    async (error: unknown) => {
      if (!(error instanceof CallFailed)) throw error
      if (error.code === 'signed-out' || isUnconfirmed(error)) return
      const detail = detailOf(error)
      await alert(error.msg, { tone: 'error', ...(detail !== null && { detail }) })
    },
    [alert],
  )
}
