import { useCallback } from 'react'
import { useStaff } from '#web/api/session.ts'
import { PrintPage } from '#web/ui/print-page.tsx'
import { DaySheet } from './day-sheet.tsx'
import { PrintedReceipt } from './printed-receipt.tsx'
import type { PrintedPage } from './slip-pages.ts'
import type { Printed } from './use-slip-print.ts'

interface Props {
  readonly printed: Printed
  /** Called after printing, or when the view is left. */
  readonly onDone: () => void
}

const keyOf = ({ key }: PrintedPage): string => key

export function SlipPrintView({ printed, onDone }: Props) {
  const { school, campus } = useStaff()
  const { label, heading, paper, pages, isDuplicate } = printed
  const drawPage = useCallback(
    (page: PrintedPage) => {
      const by = { ...school, campus }
      return page.kind === 'day' ? (
        <DaySheet page={page} heading={heading} by={by} />
      ) : (
        page.slips.map((slip) => (
          <PrintedReceipt key={slip.receiptNo} slip={slip} by={by} isDuplicate={isDuplicate} />
        ))
      )
    },
    [school, campus, heading, isDuplicate],
  )
  return (
    <PrintPage label={label} items={pages} paper={paper} keyOf={keyOf} drawPage={drawPage} onDone={onDone} />
  )
}
