import type { ReceiptSlip } from '#contract/counter.ts'
import { PrintPage } from '#web/ui/print-page.tsx'
import { DaySheet } from './day-sheet.tsx'
import { PrintedReceipt } from './printed-receipt.tsx'
import type { Printed } from './use-slip-print.ts'

interface Props {
  readonly printed: Printed
  /** Called after printing, or when the view is left. */
  readonly onDone: () => void
}

const keyOf = ([first]: readonly ReceiptSlip[]): string => `slips from ${first?.receiptNo}`

const drawSlips = (isDuplicate: boolean) => (slips: readonly ReceiptSlip[]) =>
  slips.map((slip) => <PrintedReceipt key={slip.receiptNo} slip={slip} isDuplicate={isDuplicate} />)

const drawOriginals = drawSlips(false)
const drawDuplicates = drawSlips(true)

const drawDay = (printed: Extract<Printed, { as: 'day sheet' }>) => <DaySheet {...printed} />

/** Prints slips, or the sheet of a day. */
export function SlipPrintView({ printed, onDone }: Props) {
  const { label } = printed
  return printed.as === 'day sheet' ? (
    <PrintPage
      key={label}
      label={label}
      items={[printed]}
      paper="A4 sheets"
      keyOf={() => label}
      drawPage={drawDay}
      onDone={onDone}
    />
  ) : (
    <PrintPage
      key={label}
      label={label}
      items={printed.pages}
      paper={printed.paper}
      keyOf={keyOf}
      drawPage={printed.isDuplicate ? drawDuplicates : drawOriginals}
      onDone={onDone}
    />
  )
}
