import type { VoucherReply } from '#contract/voucher.ts'
import { useState } from 'react'
import type { Money } from '#domain/money.ts'
import type { PaymentErrors } from './payment.ts'
import type { Ending, Received } from './send-once.ts'
import { isOvertaken, noTrouble, troubleOf, type ActWords } from './trouble.ts'

interface Sender<What> {
  readonly sendOnce: (voucher: VoucherReply, what: What) => Promise<Ending>
  readonly busy: boolean
  readonly sending: boolean
}

interface Steps {
  readonly received: (done: Received) => void
  readonly notSent: () => void
  /** The voucher is no longer what the clerk saw. */
  readonly overtaken: () => Promise<void>
  readonly wrong: () => void
}

/** Receives one payment, or corrects one, keeps what stood in its way, and takes the step that follows. */
export function useReceive<What extends { readonly expectedBalance: Money }>(
  { sendOnce, busy, sending }: Sender<What>,
  words: ActWords,
  { received, notSent, overtaken, wrong }: Steps,
) {
  const [trouble, setTrouble] = useState(noTrouble)

  async function receive(voucher: VoucherReply, what: What): Promise<void> {
    setTrouble(noTrouble)
    const ending = await sendOnce(voucher, what)
    if (ending.kind === 'received') return received(ending)
    if (ending.kind === 'not sent') return notSent()
    setTrouble(troubleOf(ending.failure, what.expectedBalance, words))
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
