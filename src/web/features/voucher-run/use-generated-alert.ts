import { useLocation, useNavigate } from 'react-router'
import { vouchersToPost } from '#contract/posting.ts'
import type { Month } from '#domain/calendar.ts'
import { call } from '#web/api/call.ts'
import { useStaff } from '#web/api/session.ts'
import { useGoBack } from '#web/kit/go-back.ts'
import { isSameMonth } from '#web/kit/months-offered.ts'
import { addressToPost, toPostWords } from '#web/kit/months-to-post.tsx'
import { useOffer } from '#web/ui/alert-dialog.tsx'

/** Short, because the vouchers have already been generated. */
const countTimeoutMs = 5000

interface Generated {
  readonly detail: string
  readonly month: Month
  /** The number of unposted vouchers among the new ones; shown if the month's count cannot be read. */
  readonly unposted: number
}

async function countToPost({ month, unposted }: Generated): Promise<number> {
  try {
    const { months } = await call(vouchersToPost, { timeoutMs: countTimeoutMs })
    return months.find((other) => isSameMonth(other, month))?.count ?? 0
  } catch {
    return unposted
  }
}

/**
 * Shows what was generated and how many of the month's vouchers are unposted; then opens these if chosen, or goes back
 * (spec 8.generation.succeeded, decisions 6.months).
 */
export function useGeneratedAlert() {
  const { today } = useStaff()
  const offer = useOffer()
  const navigate = useNavigate()
  const goBack = useGoBack()
  const { key } = useLocation()

  return async (message: string, generated: Generated): Promise<void> => {
    const { detail, month } = generated
    const count = await countToPost(generated)
    const waiting = count > 0 ? `\n${toPostWords({ ...month, count }, today)}.` : ''
    const label = count > 0 ? 'Post them now' : null
    if (!(await offer(message, label, { detail: `${detail}${waiting}` }))) return goBack()
    // Back from there returns to the previous screen, as OK does. The first entry of a visit has no previous screen.
    void navigate(addressToPost(month), { replace: key !== 'default' })
  }
}
