import { Button } from '@mantine/core'
import { lazy, Suspense, useEffect, useEffectEvent, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useSearchParams } from 'react-router'
import { findVoucher } from '#contract/counter.ts'
import type { printVouchers } from '#reports/fee-reports.ts'
import { call, CallFailed } from '#web/api/call.ts'
import type { MainActProps } from '#web/kit/report-extras.ts'
import { useAlert } from '#web/ui/alert-dialog.tsx'
import type { PrintableVoucher } from './printed-vouchers.tsx'

const PrintedVouchers = lazy(async () => ({
  default: (await import('./printed-vouchers.tsx')).PrintedVouchers,
}))

/** Prints the listed vouchers, one page each; lists them first if none are listed (spec 2.print). */
export function PrintVouchers({ disabled, rows, load }: MainActProps<typeof printVouchers>) {
  const print = usePrintView()
  const printListed = async () => {
    const listed = rows ?? (await load())
    if (listed) print.open(listed)
  }
  return (
    <>
      <Button
        ref={print.button}
        aria-keyshortcuts="Alt+V"
        disabled={disabled}
        onClick={() => void printListed()}
      >
        Print Vouchers
      </Button>
      <VoucherInAddress onFound={print.open} />
      <PrintView print={print} />
    </>
  )
}

/** Prints the vouchers selected in a list, one page each. */
export function PrintSelectedVouchers({ rows }: { readonly rows: readonly PrintableVoucher[] }) {
  const print = usePrintView()
  return (
    <>
      <Button ref={print.button} size="compact-md" onClick={() => print.open(rows)}>
        Print vouchers
      </Button>
      <PrintView print={print} />
    </>
  )
}

const PrintView = ({ print }: { readonly print: ReturnType<typeof usePrintView> }) =>
  print.vouchers && (
    <Suspense>
      <PrintedVouchers vouchers={print.vouchers} onDone={print.close} />
    </Suspense>
  )

interface VoucherInAddressProps {
  readonly onFound: (vouchers: readonly PrintableVoucher[]) => void
}

/** Prints the voucher in the address (`?voucher=5Red1023-202611`), paid or not. The report's screen then clears it. */
function VoucherInAddress({ onFound }: VoucherInAddressProps) {
  const alert = useAlert()
  const [searchParams] = useSearchParams()
  const voucherNo = searchParams.get('voucher')?.trim().slice(0, 120) ?? ''
  const open = useEffectEvent(async (voucherId: string) => {
    try {
      const { voucher } = await call(findVoucher, { params: { voucherId } })
      onFound([{ ...voucher, periodFrom: voucher.feePeriod.from, periodTo: voucher.feePeriod.to }])
    } catch (error) {
      if (!(error instanceof CallFailed)) throw error
      if (error.code !== 'signed-out')
        await alert('Nothing was printed', { tone: 'error', detail: error.msg })
    }
  })
  useEffect(() => {
    if (voucherNo !== '') void open(voucherNo)
  }, [voucherNo])
  return null
}

/** The vouchers being printed; the cursor returns to the button afterwards. */
function usePrintView() {
  const button = useRef<HTMLButtonElement>(null)
  const [vouchers, open] = useState<readonly PrintableVoucher[] | null>(null)
  const close = () => {
    // The page below must be rendered before it can take the focus.
    flushSync(() => open(null))
    button.current?.focus()
  }
  return { button, vouchers, open, close }
}
