import { useMemo } from 'react'
import { useNavigate } from 'react-router'
import type { ListedVoucher } from '#contract/posting.ts'
import type { Month } from '#domain/calendar.ts'
import { agree, count } from '#domain/count.ts'
import { somethingBroke } from '#domain/refusals.ts'
import { trueTotals } from '#domain/voucher-amounts.ts'
import { CallFailed } from '#web/api/call.ts'
import { useCall } from '#web/api/queries.ts'
import { useStaff } from '#web/api/session.ts'
import { useChange } from '#web/api/use-change.ts'
import { openMonth } from '#web/kit/months-offered.ts'
import { useAlert, useConfirm, useOffer } from '#web/ui/alert-dialog.tsx'
import type { Posting } from './posting.ts'
import type { StayingVoucher } from './staying-vouchers.tsx'

const none: readonly ListedVoucher[] = []

/** The listed vouchers, split into the moved and the staying vouchers. */
function parted(all: readonly ListedVoucher[], { whyNot }: Posting) {
  const vouchers: ListedVoucher[] = []
  const staying: StayingVoucher[] = []
  for (const voucher of all) {
    const why = whyNot(voucher)
    if (why === null) vouchers.push(voucher)
    else staying.push({ ...voucher, why })
  }
  return { vouchers, staying }
}

const sentFor = (month: Month | null) => ({
  params: { monthNumber: month?.month ?? 0 },
  query: { year: month?.year },
})

function useListing(posting: Posting, month: Month | null) {
  const sent = sentFor(month)
  const listed = useCall(posting.list, sent, { enabled: month !== null })

  // After a failure, a cached answer is not what the server would move now.
  const all = listed.error ? none : (listed.data?.vouchers ?? none)
  const { vouchers, staying } = useMemo(() => parted(all, posting), [all, posting])
  const totals = useMemo(() => trueTotals(vouchers), [vouchers])
  return {
    vouchers,
    staying,
    totals,
    error: listed.error?.code === posting.codeOfNothing ? null : listed.error,
    loading: listed.isFetching && all.length === 0,
    ready: month !== null && vouchers.length > 0 && !listed.isFetching,
    refetch: listed.refetch,
  }
}
export type Listing = ReturnType<typeof useListing>

/** The waiting vouchers of a month, and the act that moves them; null if no month is chosen. */
export function usePosting(posting: Posting, chosen: Month | null, choose: (month: Month | null) => void) {
  const { today } = useStaff()
  const alert = useAlert()
  const confirm = useConfirm()
  const offer = useOffer()
  const navigate = useNavigate()
  const waiting = useCall(posting.waiting, {})
  const months = waiting.data?.months ?? []
  const [first, ...others] = months
  const only = posting.preselects && first && others.length === 0 ? first : null
  const month = openMonth(chosen, today, months) ?? only
  const listing = useListing(posting, month)
  const { send, sending } = useChange(posting.act)

  /** True if vouchers were moved and the work continues on this screen. */
  async function act(nameOfMonth: string): Promise<boolean> {
    const question = posting.question(listing.vouchers.length, nameOfMonth)
    if (question && !(await confirm(question))) return false
    try {
      const { count: moved } = await send(sentFor(month))
      // The month stays chosen when all of its vouchers are posted.
      choose(month)
      const detail = `${count(moved, 'voucher')} of ${nameOfMonth} ${agree(moved, 'is', 'are')} ${posting.doneTo}.`
      const goesOn = await offer(posting.done, posting.next?.label ?? null, { detail })
      if (goesOn && posting.next && month) void navigate(posting.next.address(month))
      return !goesOn
    } catch (error) {
      if (!(error instanceof CallFailed)) throw error
      await showReason(error)
      return false
    }
  }

  async function showReason(error: CallFailed) {
    if (error.code === 'signed-out') return
    if (error.code === posting.codeOfNothing) {
      void listing.refetch()
      await alert(posting.nothing, { tone: 'error' })
      return
    }
    await alert(somethingBroke, { tone: 'error', ...(error.msg !== somethingBroke && { detail: error.msg }) })
  }

  return { month, waiting, listing, act, sending }
}
