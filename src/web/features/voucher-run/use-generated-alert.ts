import { useLocation, useNavigate } from 'react-router'
import { vouchersToPost } from '#contract/posting.ts'
import type { Month } from '#domain/calendar.ts'
import { call } from '#web/api/call.ts'
import { useStaff } from '#web/api/session.ts'
import { useGoBack } from '#web/kit/go-back.ts'
import { isSameMonth } from '#web/kit/months-offered.ts'
import { addressToPost, toPostWords } from '#web/kit/months-to-post.ts'
import { useOffer } from '#web/ui/alert-dialog.tsx'

/** The vouchers are generated already, so the clerk does not wait long for this count. */
const countTimeoutMs = 5000

interface Generated {
  readonly detail: string
  readonly month: Month
  /** How many of those just generated are not posted: said where the count of the whole month cannot be read. */
  readonly unposted: number
}

/**
 * Says what was generated and how many vouchers of the month are not posted; then leads to them where that is chosen,
 * and back otherwise (spec 8.generation.succeeded, decisions 6.months).
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
    // From there back leads to where this screen was opened, as OK does; the first entry of a visit has nothing before it.
    void navigate(addressToPost(month), { replace: key !== 'default' })
  }
}
