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

/** The requested print of a day. */
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
  /** True if the slips may have been given out before, which they then say. */
  readonly isDuplicate: boolean
}

export type SlipPrint = ReturnType<typeof useSlipPrint>

/** Loads receipts for the print view; `close` leaves the page below ready to take the focus. */
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

  /** The answer of a call; null if it failed, which an alert then shows, or if another call is running. */
  async function got<Answer>(ask: () => Promise<Answer>): Promise<Answer | null> {
    if (busy.current) return null
    busy.current = true
    setGetting(true)
    try {
      return await ask()
    } catch (error) {
      if (!(error instanceof CallFailed)) throw error
      // The alert takes the keys now; text typed before is kept.
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
   * Prints one slip; false if nothing was printed. Only the print right after the payment is the original: prints are not
   * recorded, so every other one is marked as a duplicate.
   */
  async function receipt(receiptNo: number, copy: 'original' | 'duplicate'): Promise<boolean> {
    const found = await got(() => call(findReceipt, { params: { campus, receiptNo } }))
    if (found) setPrinted(slipsOf([found.receipt], `Receipt ${receiptNo}`, copy === 'duplicate'))
    return found !== null
  }

  /** The number of receipts of the day; null if it is not known. */
  async function day({ day: receivedDate, whose, as }: DayPrintRequest): Promise<number | null> {
    const found = await got(() => call(receiptSlipsOfDay, { params: { campus, receivedDate, whose } }))
    if (!found) return null
    const { receipts, enteredForOtherDays, refunds } = found
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
