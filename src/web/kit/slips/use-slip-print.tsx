import { Fragment, useState, type ReactElement } from 'react'
import { flushSync } from 'react-dom'
import { findReceipt, receiptSlipsOfDay, type ReceiptSlip } from '#contract/counter.ts'
import { formatPrintedDate, type CalendarDate } from '#domain/calendar.ts'
import { count } from '#domain/count.ts'
import { absolute, formatRupees } from '#domain/money.ts'
import { methodAndReference } from '#domain/payment-method.ts'
import { call, CallFailed } from '#web/api/call.ts'
import { usePreferences } from '#web/api/preferences.ts'
import { useStaff } from '#web/api/session.ts'
import { Slip, type Fact } from '#web/kit/papers/paper.tsx'
import { restWith } from '#web/kit/receiving/payment-input.ts'
import { useAlert } from '#web/ui/alert-dialog.tsx'
import { PrintPage, type Paper } from '#web/ui/print-page.tsx'
import { pauseTypeAhead } from '#web/ui/type-ahead.ts'
import { DaySheet } from './day-sheet.tsx'

export interface DayPrintRequest {
  readonly day: CalendarDate
  readonly whose: 'mine' | 'all'
  readonly as: 'Day sheet' | 'Slips'
}

interface Printed {
  readonly label: string
  readonly paper: Paper
  /** The pages, by their keys. */
  readonly items: readonly ReactElement[]
  /** Runs once the printing is over. */
  readonly done?: (() => void) | undefined
}

export type SlipPrint = ReturnType<typeof useSlipPrint>

/** Puts slips on pages; a slip that may have been given out before is marked as a duplicate. */
const pagesOf = (slips: readonly ReceiptSlip[], perPage: number, isDuplicate: boolean): ReactElement[] =>
  slips
    .filter((_, index) => index % perPage === 0)
    .map(({ receiptNo }, page) => (
      <Fragment key={`slips from ${receiptNo}`}>
        {slips.slice(page * perPage, (page + 1) * perPage).map((slip) => printedReceipt(slip, isDuplicate))}
      </Fragment>
    ))

/**
 * Loads receipts and prints them one after another; `after` runs once a print is over that has no step of its own. The
 * page below is then ready to take the focus.
 */
export function useSlipPrint(after?: () => void) {
  const { name } = useStaff()
  const isRoll = usePreferences(({ paper }) => paper) === '80 mm roll'
  const alert = useAlert()
  const [queue, setQueue] = useState<readonly Printed[]>([])

  /** A second press while the same paper is loading prints it once. */
  const print = (printed: Printed) =>
    setQueue((before) =>
      before.some(({ label }) => label === printed.label) ? before : [...before, printed],
    )

  const printSlips = (
    slips: readonly ReceiptSlip[],
    isDuplicate: boolean,
    more: Pick<Printed, 'label' | 'done'>,
  ) => print({ paper: isRoll ? 'roll' : 'A4', items: pagesOf(slips, isRoll ? 1 : 3, isDuplicate), ...more })

  /** Returns null if the call failed, which an alert shows. */
  async function failed(error: unknown): Promise<null> {
    if (!(error instanceof CallFailed)) throw error
    // The alert now receives the keys; text typed before is kept.
    pauseTypeAhead()
    if (error.code !== 'signed-out') await alert('Nothing was printed', { tone: 'error', detail: error.msg })
    return null
  }

  /**
   * Prints one slip, then runs `done`, even if nothing was printed; the result is then false. Only the print right after
   * the payment is the original: prints are not recorded, so every other print is marked as a duplicate.
   */
  async function receipt(receiptNo: number, copy: 'original' | 'duplicate', done?: () => void) {
    const reply = await call(findReceipt, { params: { receiptNo } }).catch(failed)
    if (reply) printSlips([reply.receipt], copy === 'duplicate', { label: `Receipt ${receiptNo}`, done })
    else done?.()
    return reply !== null
  }

  /** Prints a day; returns the number of its receipts, or null if it is not known. */
  async function day({ day: receivedDate, whose, as }: DayPrintRequest): Promise<number | null> {
    const reply = await call(receiptSlipsOfDay, { params: { receivedDate, whose } }).catch(failed)
    if (!reply) return null
    const { receipts, enteredForOtherDays } = reply
    const printedCount = receipts.length + (as === 'Slips' ? 0 : enteredForOtherDays.length)
    if (printedCount === 0) return 0
    const label = count(printedCount, 'receipt')
    const heading = `Receipts of ${formatPrintedDate(receivedDate)}, ${whose === 'all' ? 'whole campus' : name}`
    if (as === 'Slips') printSlips(receipts, true, { label })
    else print({ label, paper: 'A4 sheets', items: [<DaySheet key={label} day={reply} heading={heading} />] })
    return printedCount
  }

  return {
    printed: queue[0] ?? null,
    receipt,
    day,
    close: () => {
      flushSync(() => setQueue(([, ...others]) => others))
      const next = queue[0]?.done ?? after
      next?.()
    },
  }
}

const keyOf = ({ key }: ReactElement): string => String(key)
const itself = (page: ReactElement): ReactElement => page

interface ViewProps {
  readonly printed: Printed
  readonly onDone: () => void
}

/** Prints slips, or the sheet of a day; `onDone` runs after printing, or when the view is left. */
export const SlipPrintView = ({ printed, onDone }: ViewProps) => (
  <PrintPage key={printed.label} {...printed} keyOf={keyOf} drawPage={itself} onDone={onDone} />
)

function printedReceipt(slip: ReceiptSlip, isDuplicate: boolean) {
  const { kind, receiptNo, reverses, reversedBy, receivedByName, amount } = slip
  const isReversal = kind === 'reversal'
  return (
    <Slip
      key={receiptNo}
      label={`Receipt ${receiptNo}`}
      title={isReversal ? `Reversal of receipt no. ${reverses}` : 'Fee receipt'}
      number={`No. ${receiptNo}`}
      mark={isReversal || reversedBy === null ? '' : `Cancelled by no. ${reversedBy}`}
      isDuplicate={isDuplicate}
      facts={factsOf(slip, isReversal)}
      amount={amount}
      balance={balanceWords(slip)}
      by={[isReversal ? 'Cancelled by' : 'Received by', receivedByName]}
      signature="Signature and stamp"
    />
  )
}

/** Returns the amount left to pay; after a moved correction, the voucher that took the difference. */
export function balanceWords({ moved, balanceAfter }: Pick<ReceiptSlip, 'moved' | 'balanceAfter'>): string {
  if (moved === null) return restWith('', balanceAfter)
  // A balance that later vouchers carry is not the student's balance.
  const { adjustmentNo, voucherNo, amount } = moved
  const direction = amount > 0 ? 'added to' : 'taken off'
  return `Difference of Rs ${formatRupees(absolute(amount))} ${direction} voucher ${voucherNo} by adjustment no. ${adjustmentNo}`
}

/** The method is left out for cash, the method of most slips; a valid receipt has no reason. */
function factsOf(slip: ReceiptSlip, isReversal: boolean): readonly Fact[] {
  const { feePeriod, method, chequeDate, reason } = slip
  const dated = chequeDate === null ? '' : `, dated ${formatPrintedDate(chequeDate)}`
  const period = `${formatPrintedDate(feePeriod.from)} to ${formatPrintedDate(feePeriod.to)}`
  const facts: Fact[] = [
    [isReversal ? 'Date cancelled' : 'Date received', formatPrintedDate(slip.receivedDate)],
    ['Student', slip.studentName],
    ["Father's Name", slip.fatherName],
    ['Roll No.', String(slip.rollNo)],
    ['Class and section', `${slip.studentClass} ${slip.section}`],
    ['Voucher No.', slip.voucherNo],
    ['Fee Period', period, 'line'],
  ]
  if (method !== 'cash') facts.push(['Paid by', `${methodAndReference(slip)}${dated}`, 'line'])
  if (isReversal && reason !== '') facts.push(['Reason', reason, 'line'])
  return facts
}
