import { useState, type ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { findReceipt, receiptSlipsOfDay, type ReceiptSlip } from '#contract/counter.ts'
import { formatPrintedDate, type CalendarDate } from '#domain/calendar.ts'
import { count } from '#domain/count.ts'
import { call, CallFailed } from '#web/api/call.ts'
import { usePreferences } from '#web/api/preferences.ts'
import { useStaff } from '#web/api/session.ts'
import { useAlert } from '#web/ui/alert-dialog.tsx'
import { PrintPage, type Paper } from '#web/ui/print-page.tsx'
import { pauseTypeAhead } from '#web/ui/type-ahead.ts'
import { DaySheet } from './day-sheet.tsx'
import { PrintedReceipt } from './printed-receipt.tsx'

export interface DayPrintRequest {
  readonly day: CalendarDate
  readonly whose: 'mine' | 'all'
  readonly as: 'day sheet' | 'slips'
}

interface Page {
  readonly key: string
  readonly draw: () => ReactNode
}

interface Printed {
  readonly label: string
  readonly paper: Paper
  readonly items: readonly Page[]
}

export type SlipPrint = ReturnType<typeof useSlipPrint>

/** Puts slips on pages, by number; a slip that may have been given out before is marked as a duplicate. */
function pagesOf(slips: readonly ReceiptSlip[], perPage: number, isDuplicate: boolean): readonly Page[] {
  const firsts = slips.filter((_, index) => index % perPage === 0)
  return firsts.map(({ receiptNo }, page) => ({
    key: `slips from ${receiptNo}`,
    draw: () =>
      slips
        .slice(page * perPage, (page + 1) * perPage)
        .map((slip) => <PrintedReceipt key={slip.receiptNo} slip={slip} isDuplicate={isDuplicate} />),
  }))
}

/** Loads receipts and prints them one after another; after `close`, the page below is ready to take the focus. */
export function useSlipPrint() {
  const { name } = useStaff()
  const isRoll = usePreferences(({ paper }) => paper) === '80 mm roll'
  const alert = useAlert()
  const [queue, setQueue] = useState<readonly Printed[]>([])
  const [running, setRunning] = useState(0)

  /** A second press while the same paper is loading prints it once. */
  const print = (printed: Printed) =>
    setQueue((before) =>
      before.some(({ label }) => label === printed.label) ? before : [...before, printed],
    )

  const printSlips = (slips: readonly ReceiptSlip[], label: string, isDuplicate: boolean) =>
    print({ label, paper: isRoll ? 'roll' : 'A4', items: pagesOf(slips, isRoll ? 1 : 3, isDuplicate) })

  /** Returns the answer of a call; null if it failed, which an alert shows. */
  async function request<Answer>(answer: Promise<Answer>): Promise<Answer | null> {
    setRunning((before) => before + 1)
    try {
      return await answer
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
    const reply = await request(call(findReceipt, { params: { receiptNo } }))
    if (reply) printSlips([reply.receipt], `Receipt ${receiptNo}`, copy === 'duplicate')
    return reply !== null
  }

  /** Prints a day; returns the number of its receipts, or null if it is not known. */
  async function day({ day: receivedDate, whose, as }: DayPrintRequest): Promise<number | null> {
    const reply = await request(call(receiptSlipsOfDay, { params: { receivedDate, whose } }))
    if (!reply) return null
    const { receipts, enteredForOtherDays } = reply
    const printedCount = receipts.length + (as === 'slips' ? 0 : enteredForOtherDays.length)
    if (printedCount === 0) return 0
    const label = count(printedCount, 'receipt')
    const heading = `Receipts of ${formatPrintedDate(receivedDate)}, ${whose === 'all' ? 'whole campus' : name}`
    const sheet = { key: label, draw: () => <DaySheet day={reply} heading={heading} /> }
    if (as === 'slips') printSlips(receipts, label, true)
    else print({ label, paper: 'A4 sheets', items: [sheet] })
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

const keyOf = ({ key }: Page): string => key
const drawPage = ({ draw }: Page): ReactNode => draw()

/** Prints slips, or the sheet of a day; `onDone` runs after printing, or when the view is left. */
export const SlipPrintView = ({
  printed,
  onDone,
}: {
  readonly printed: Printed
  readonly onDone: () => void
}) => <PrintPage key={printed.label} {...printed} keyOf={keyOf} drawPage={drawPage} onDone={onDone} />
