import { somethingBroke } from '#contract/refusals.ts'
import type { VoucherOnWire } from '#contract/vouchers.ts'
import { trueTotals } from '#domain/voucher-amounts.ts'
import { CallFailed } from '#web/api/call.ts'
import { useCall } from '#web/api/queries.ts'
import { useStaff } from '#web/api/session.ts'
import { useChange } from '#web/api/use-change.ts'
import { voucherForRules } from '#web/parts/voucher-for-rules.ts'
import { useAlert } from '#web/ui/alert-dialog.tsx'
import { useMemo } from 'react'
import { counted } from './counted.ts'
import type { Posting } from './posting.ts'

const none: readonly VoucherOnWire[] = []

/** The vouchers of a month that wait, and the act that moves them; `month` is 1 to 12 or not chosen yet. */
export function usePosting(posting: Posting, month: number | null) {
  const { campus } = useStaff()
  const alert = useAlert()
  const waiting = useCall(posting.keyOfWaiting(campus), posting.waiting, { params: { campus } })
  const params = { campus, monthNumber: month ?? 0 }
  const listed = useCall(
    posting.keyOfList(campus, params.monthNumber),
    posting.list,
    { params },
    { enabled: month !== null },
  )
  const { send, sending } = useChange(posting.act)

  // An answer kept from before is not what the server would move now.
  const vouchers = listed.error ? none : (listed.data?.vouchers ?? none)
  const totals = useMemo(() => trueTotals(vouchers.map(voucherForRules)), [vouchers])
  const listing = {
    vouchers,
    totals,
    error: listed.error?.code === posting.codeOfNothing ? null : listed.error,
    loading: listed.isFetching && vouchers.length === 0,
    ready: month !== null && vouchers.length > 0 && !listed.isFetching,
    refetch: listed.refetch,
  }

  /** True where vouchers were moved. */
  async function act(nameOfMonth: string): Promise<boolean> {
    try {
      const { count } = await send({ params })
      await alert(posting.done, {
        detail: `${counted(count)} of ${nameOfMonth} ${posting.doneTo}.`,
      })
      return true
    } catch (error) {
      if (!(error instanceof CallFailed)) throw error
      await sayWhy(error)
      return false
    }
  }

  async function sayWhy(error: CallFailed) {
    if (error.code === 'signed-out') return
    if (error.code === posting.codeOfNothing) {
      void listed.refetch()
      await alert(posting.nothing, { tone: 'error' })
      return
    }
    await alert(somethingBroke, { tone: 'error', ...(error.msg !== somethingBroke && { detail: error.msg }) })
  }

  return { waiting, listing, act, sending }
}
export type Listing = ReturnType<typeof usePosting>['listing']
