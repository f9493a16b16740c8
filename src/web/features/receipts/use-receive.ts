import type { VoucherOnWire } from '#contract/vouchers.ts'
import { useState } from 'react'
import type { Payment, PaymentErrors } from './payment.ts'
import { isOvertaken, noTrouble, troubleOf } from './trouble.ts'
import { useSendPayment } from './use-send-payment.ts'

interface Steps {
  readonly received: () => void
  readonly notSent: () => void
  /** The voucher is no longer what the clerk saw. */
  readonly overtaken: () => Promise<void>
  readonly wrong: () => void
}

/** Receives one payment, keeps what stood in its way, and takes the step that follows. */
export function useReceive({ received, notSent, overtaken, wrong }: Steps) {
  const { sendOnce, busy, sending } = useSendPayment()
  const [trouble, setTrouble] = useState(noTrouble)

  async function receive(voucher: VoucherOnWire, payment: Payment): Promise<void> {
    setTrouble(noTrouble)
    const ending = await sendOnce(voucher, payment)
    if (ending.kind === 'received') return received()
    if (ending.kind === 'not sent') return notSent()
    setTrouble(troubleOf(ending.failure, payment.expectedBalance))
    return isOvertaken(ending.failure) ? overtaken() : wrong()
  }

  return {
    busy,
    sending,
    trouble,
    receive,
    markWrong: (errors: PaymentErrors) => {
      setTrouble({ errors, notice: null })
      wrong()
    },
    /** A changed amount or date takes the marks away; another number the notice too. */
    unmark: () => setTrouble((before) => ({ ...before, errors: {} })),
    calm: () => setTrouble(noTrouble),
  }
}
