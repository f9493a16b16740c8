import type { VoucherReply } from '#contract/voucher.ts'
import { CallFailed } from '#web/api/call.ts'
import { useRef, useState } from 'react'

/** What was received or corrected, and what the clerk wants now. */
export interface Received {
  readonly kind: 'received'
  /** The receipt that is wanted on paper. */
  readonly toPrint: number | null
  /** Back to the screen before, or on with the next payment. */
  readonly next: 'go back' | 'stay'
}

/** How a press of the main button ended. */
export type Ending =
  Received | { readonly kind: 'not sent' } | { readonly kind: 'refused'; readonly failure: CallFailed }

/** Sends one thing at a time: a second press meanwhile does nothing, also while a dialog waits for its answer. */
export function useSendOnce<What>(sendAndTell: (voucher: VoucherReply, what: What) => Promise<Ending>) {
  const [busy, setBusy] = useState(false)
  const pressed = useRef(false)

  async function sendOnce(voucher: VoucherReply, what: What): Promise<Ending> {
    if (pressed.current) return { kind: 'not sent' }
    pressed.current = true
    setBusy(true)
    try {
      return await sendAndTell(voucher, what)
    } catch (failure) {
      if (!(failure instanceof CallFailed)) throw failure
      return { kind: 'refused', failure }
    } finally {
      pressed.current = false
      setBusy(false)
    }
  }

  return { sendOnce, busy }
}
