import { count } from '#domain/count.ts'
import type { printVouchers } from '#reports/fee-reports.ts'
import type { VoucherRow } from '#reports/voucher-list.ts'
import { useStaff } from '#web/api/session.ts'
import { PrintPage } from '#web/ui/print-page.tsx'
import { Button } from '@mantine/core'
import { useCallback, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { PrintedVoucher } from './printed-voucher.tsx'
import type { MainActProps } from '#web/kit/report-extras.ts'

/** Prints the listed vouchers, one page each; lists them first where none are listed (spec 2.print). */
export function PrintVouchers({ disabled, rows, load }: MainActProps<typeof printVouchers>) {
  const print = usePrintView()
  const printListed = async () => {
    const listed = rows ?? (await load())
    if (listed) print.open(listed)
  }
  return (
    <>
      <Button ref={print.button} disabled={disabled} onClick={() => void printListed()}>
        Print Vouchers
      </Button>
      {print.vouchers && <PrintView vouchers={print.vouchers} onDone={print.close} />}
    </>
  )
}

/** What is being printed, if anything; the cursor goes back to the button afterwards. */
function usePrintView() {
  const button = useRef<HTMLButtonElement>(null)
  const [vouchers, open] = useState<readonly VoucherRow[] | null>(null)
  const close = () => {
    // The page beneath must stand again before it can take the focus.
    flushSync(() => open(null))
    button.current?.focus()
  }
  return { button, vouchers, open, close }
}

interface PrintViewProps {
  readonly vouchers: readonly VoucherRow[]
  readonly onDone: () => void
}

const numberOf = ({ voucherNo }: VoucherRow): string => voucherNo

function PrintView({ vouchers, onDone }: PrintViewProps) {
  const { school, campus } = useStaff()
  const drawPage = useCallback(
    (voucher: VoucherRow) => <PrintedVoucher voucher={voucher} by={{ ...school, campus }} />,
    [school, campus],
  )
  return (
    <PrintPage
      label={count(vouchers.length, 'voucher')}
      items={vouchers}
      keyOf={numberOf}
      drawPage={drawPage}
      onDone={onDone}
    />
  )
}
