import { useLocation, useNavigate } from 'react-router'
import { vouchersToPost } from '#contract/posting.ts'
import type { Month } from '#domain/calendar.ts'
import { call } from '#web/api/call.ts'
import { useStaff } from '#web/api/session.ts'
import { useGoBack } from '#web/kit/go-back.ts'
import { isSameMonth } from '#web/kit/months-offered.ts'
import { addressToPost, toPostWords } from '#web/kit/months-to-post.ts'
import { useOffer } from '#web/ui/alert-dialog.tsx'

/** Short, as the vouchers are generated already. */
const countTimeoutMs = 5000

interface Generated {
  readonly detail: string
  readonly month: Month
  /** The unposted ones of those just generated; shown if the month's count cannot be read. */
  readonly unposted: number
}

/**
 * Says what was generated and how many of the month's vouchers are unposted; then leads to them if chosen, else back
 * (spec 8.generation.succeeded, decisions 6.months).
 */
export function useGeneratedAlert() {
  const { campus, today } = useStaff()
  const offer = useOffer()
  const navigate = useNavigate()
  const goBack = useGoBack()
  const { key } = useLocation()

  async function countToPost({ month, unposted }: Generated): Promise<number> {
    try {
      const { months } = await call(vouchersToPost, { params: { campus }, timeoutMs: countTimeoutMs })
      return months.find((other) => isSameMonth(other, month))?.count ?? 0
    } catch {
      return unposted
    }
  }

  return async (message: string, generated: Generated): Promise<void> => {
    const { detail, month } = generated
    const count = await countToPost(generated)
    const waiting = count > 0 ? `\n${toPostWords({ ...month, count }, today)}.` : ''
    const label = count > 0 ? 'Post them now' : null
    if (!(await offer(message, label, { detail: `${detail}${waiting}` }))) return goBack()
    // Back from there leads to where this screen was opened, as OK does; a visit's first entry has nothing before it.
    void navigate(addressToPost(month), { replace: key !== 'default' })
  }
}
