import type { FoundVoucher } from '#contract/counter.ts'
import { useVoucherSearch } from '#web/kit/use-voucher-search.ts'
import { useEffect, useEffectEvent, useState } from 'react'
import { outlookOf, type Correctable } from './correction.ts'
import { useCorrectable } from './use-correctable.ts'

/** Whether there is a receipt that may be corrected. */
const isOpen = (base: Correctable): boolean =>
  base.standing.length > 0 && outlookOf(base, base.voucher.received).ok

/**
 * The voucher of a number with its receipts. Once all is known of one that was asked for, `toAmount` puts the cursor
 * where it can be corrected, `toSearch` where it cannot or nothing is found.
 */
export function useVoucherInHand(number: string, toAmount: () => void, toSearch: () => void) {
  const [awaited, setAwaited] = useState<string | null>(null)
  const goOn = (found: FoundVoucher | null) => (found ? setAwaited(found.voucherNo) : toSearch())
  const { answer, ask, reload } = useVoucherSearch(number, goOn, 'Voucher Not Found')
  const voucher = answer.state === 'found' ? answer.voucher : null
  const known = useCorrectable(voucher)
  const { base } = known
  const open = base !== null && isOpen(base)

  const arrive = useEffectEvent(() => {
    setAwaited(null)
    if (open) toAmount()
    else toSearch()
  })
  const arrived = awaited !== null && base?.voucher.voucherNo === awaited
  useEffect(() => {
    if (arrived) arrive()
  }, [arrived])

  return {
    answer,
    ask,
    voucher,
    known,
    base,
    /** Whether there is a receipt in sight that may be corrected. */
    open,
    async lookAgain() {
      const [again] = await Promise.all([reload(), known.retry()])
      goOn(again)
    },
  }
}
