import { useState } from 'react'
import { flushSync } from 'react-dom'
import { findReceipt, receiptSlipsOfDay, type ReceiptSlip } from '#contract/counter.ts'
import { formatPrintedDate, type CalendarDate } from '#domain/calendar.ts'
import { count } from '#domain/count.ts'
import { call, CallFailed } from '#web/api/call.ts'
import { useStaff } from '#web/api/session.ts'
import { useAlert } from '#web/ui/alert-dialog.tsx'
import type { Paper } from '#web/ui/print-page.tsx'
import { pauseTypeAhead } from '#web/ui/type-ahead.ts'
import type { ReceiptsOfDay } from './day-sheet.tsx'
import { useSlipPaper } from './slip-paper.tsx'

export interface DayPrintRequest {
  readonly day: CalendarDate
  readonly whose: 'mine' | 'all'
  readonly as: 'day sheet' | 'slips'
}

interface PrintedSlips {
  readonly as: 'slips'
  readonly label: string
  readonly paper: Paper
  readonly pages: readonly (readonly ReceiptSlip[])[]
  /** True if the slips may have been given out before: they are then marked as duplicates. */
  readonly isDuplicate: boolean
}

interface PrintedDay {
  readonly as: 'day sheet'
  readonly label: string
  readonly heading: string
  readonly day: ReceiptsOfDay
}

export type Printed = PrintedSlips | PrintedDay

export type SlipPrint = ReturnType<typeof useSlipPrint>

const slipsOnPage = 3

/** Puts slips on pages of this size, by number. */
function pagesOf(slips: readonly ReceiptSlip[], size: number): ReceiptSlip[][] {
  const pages: ReceiptSlip[][] = []
  for (let from = 0; from < slips.length; from += size) pages.push(slips.slice(from, from + size))
  return pages
}

/** Loads receipts and prints them one after another; after `close`, the page below is ready to take the focus. */
export function useSlipPrint() {
  const { name } = useStaff()
  const [receiptPaper] = useSlipPaper()
  const alert = useAlert()
  const [queue, setQueue] = useState<readonly Printed[]>([])
  const [running, setRunning] = useState(0)

  /** A second press while the same paper is loading prints it once. */
  const print = (printed: Printed) =>
    setQueue((before) =>
      before.some(({ label }) => label === printed.label) ? before : [...before, printed],
    )

  const slipsOf = (slips: readonly ReceiptSlip[], label: string, isDuplicate: boolean): Printed => ({
    as: 'slips',
    label,
    isDuplicate,
    paper: receiptPaper === '80 mm roll' ? 'roll' : 'A4',
    pages: pagesOf(slips, receiptPaper === '80 mm roll' ? 1 : slipsOnPage),
  })

  /** Returns the answer of a call; null if it failed, which an alert shows. */
  async function request<Answer>(send: () => Promise<Answer>): Promise<Answer | null> {
    setRunning((before) => before + 1)
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
      setRunning((before) => before - 1)
    }
  }

  /**
   * Prints one slip; false if nothing was printed. Only the print right after the payment is the original: prints are
   * not recorded, so every other print is marked as a duplicate.
   */
  async function receipt(receiptNo: number, copy: 'original' | 'duplicate'): Promise<boolean> {
    const reply = await request(() => call(findReceipt, { params: { receiptNo } }))
    if (reply) print(slipsOf([reply.receipt], `Receipt ${receiptNo}`, copy === 'duplicate'))
    return reply !== null
  }

  /** Prints a day; returns the number of its receipts, or null if it is not known. */
  async function day({ day: receivedDate, whose, as }: DayPrintRequest): Promise<number | null> {
    const reply = await request(() => call(receiptSlipsOfDay, { params: { receivedDate, whose } }))
    if (!reply) return null
    const { receipts, enteredForOtherDays } = reply
    const printedCount = receipts.length + (as === 'slips' ? 0 : enteredForOtherDays.length)
    if (printedCount === 0) return 0
    const label = count(printedCount, 'receipt')
    const heading = `Receipts of ${formatPrintedDate(receivedDate)}, ${whose === 'all' ? 'whole campus' : name}`
    print(as === 'slips' ? slipsOf(receipts, label, true) : { as, label, heading, day: reply })
    return printedCount
  }

  return {
    printed: queue[0] ?? null,
    getting: running > 0,
    receipt,
    day,
    close: () => flushSync(() => setQueue(([, ...others]) => others)),
  }
}
