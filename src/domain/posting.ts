// Which posted vouchers can be unposted (decisions §3): the rule that the record room follows for a whole month.

import type { Money } from './money.ts'
import type { VoucherKind } from './voucher.ts'

/** Why a posted voucher stays posted. */
export type WhyPosted = 'admission' | 'received' | 'corrected'

interface PostedVoucher {
  readonly kind: VoucherKind
  readonly received: Money
  /** Whether a receipt on it was ever corrected: then it has receipts, even if nothing stands received. */
  readonly corrected: boolean
}

/** An admission voucher is posted for good (spec §4), and so is one that has a receipt; null where it can be unposted. */
export function whyStaysPosted({ kind, received, corrected }: PostedVoucher): WhyPosted | null {
  if (kind === 'admission') return 'admission'
  if (received > 0) return 'received'
  return corrected ? 'corrected' : null
}
