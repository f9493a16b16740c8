import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { findReceipt, receiptSlipsOfDay, type ReceiptSlip } from '#contract/slips.ts'
import { formatPrintedDate, type CalendarDate } from '#domain/calendar.ts'
import { count } from '#domain/count.ts'
import { call, CallFailed } from '#web/api/call.ts'
import { useStaff } from '#web/api/session.ts'
import { useAlert } from '#web/ui/alert-dialog.tsx'
import type { Paper } from '#web/ui/print-page.tsx'
import { pauseTypeAhead } from '#web/ui/type-ahead.ts'
import { dayPages, paperOf, slipPages, type PrintedPage } from './slip-pages.ts'
import { useSlipPaper } from './slip-paper.tsx'

export interface DayPrintRequest {
  readonly day: CalendarDate
  readonly whose: 'mine' | 'all'
  readonly as: 'day sheet' | 'slips'
}

export interface Printed {
  readonly label: string
  readonly heading: string
  readonly paper: Paper
  readonly pages: readonly PrintedPage[]
  /** True if the slips may have been given out before: they are then marked as duplicates. */
  readonly isDuplicate: boolean
}

export type SlipPrint = ReturnType<typeof useSlipPrint>

/** Loads receipts for the print view; after `close`, the page below is ready to take the focus. */
export function useSlipPrint() {
  const { campus, name } = useStaff()
  const [receiptPaper] = useSlipPaper()
  const alert = useAlert()
  const [printed, setPrinted] = useState<Printed | null>(null)
  const [getting, setGetting] = useState(false)
  const busy = useRef(false)

  const slipsOf = (slips: readonly ReceiptSlip[], label: string, isDuplicate: boolean): Printed => ({
    label,
    isDuplicate,
    heading: '',
    paper: paperOf(receiptPaper),
    pages: slipPages(slips, receiptPaper),
  })

  /** Returns the answer of a call; null if another call is running, or if the call failed, which an alert shows. */
  async function request<Answer>(send: () => Promise<Answer>): Promise<Answer | null> {
    if (busy.current) return null
    busy.current = true
    setGetting(true)
    try {
      return await send()
    } catch (error) {
      if (!(error instanceof CallFailed)) throw error
      // The alert now receives the keys; text typed before is kept.
      pauseTypeAhead()
      if (error.code !== 'signed-out')
        await alert('Nothing was printed', { tone: 'error', detail: error.msg })
      return null
    } finally {
      busy.current = false
      setGetting(false)
    }
  }

  /**
   * Prints one slip; false if nothing was printed. Only the print right after the payment is the original: prints are
   * not recorded, so every other print is marked as a duplicate.
   */
  async function receipt(receiptNo: number, copy: 'original' | 'duplicate'): Promise<boolean> {
    const reply = await request(() => call(findReceipt, { params: { campus, receiptNo } }))
    if (reply) setPrinted(slipsOf([reply.receipt], `Receipt ${receiptNo}`, copy === 'duplicate'))
    return reply !== null
  }

  /** Prints a day; returns the number of its receipts, or null if it is not known. */
  async function day({ day: receivedDate, whose, as }: DayPrintRequest): Promise<number | null> {
    const reply = await request(() => call(receiptSlipsOfDay, { params: { campus, receivedDate, whose } }))
    if (!reply) return null
    const { receipts, enteredForOtherDays, refunds } = reply
    const printedCount = receipts.length + (as === 'slips' ? 0 : enteredForOtherDays.length)
    if (printedCount === 0) return 0
    const heading = `Receipts of ${formatPrintedDate(receivedDate)}, ${whose === 'all' ? 'whole campus' : name}`
    const label = count(printedCount, 'receipt')
    setPrinted(
      as === 'slips'
        ? slipsOf(receipts, label, true)
        : {
            label,
            heading,
            paper: 'A4',
            pages: dayPages(receipts, enteredForOtherDays, refunds),
            isDuplicate: false,
          },
    )
    return printedCount
  }

  return { printed, getting, receipt, day, close: () => flushSync(() => setPrinted(null)) }
}
