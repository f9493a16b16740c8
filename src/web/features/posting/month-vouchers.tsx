import { useMemo } from 'react'
import type { VoucherReply } from '#contract/voucher.ts'
import { count } from '#domain/count.ts'
import { formatRupees } from '#domain/money.ts'
import type { Totals } from '#domain/voucher-amounts.ts'
import { studentColumns } from '#web/kit/student-columns.ts'
import { DataTable } from '#web/ui/data-table.tsx'
import type { Column } from '#web/ui/table-columns.ts'

const amount = (
  key: 'thisMonth' | 'arrears' | 'netReceivable',
  heading: string,
  width: number,
): Column<VoucherReply> => ({
  key,
  heading,
  width,
  figures: true,
  cell: (voucher) => formatRupees(voucher[key]),
  sortBy: (voucher) => voucher[key],
})

const columns: readonly Column<VoucherReply>[] = [
  {
    key: 'voucherNo',
    heading: 'Voucher No.',
    width: 130,
    whole: ({ voucherNo }) => voucherNo,
    pinned: true,
    cell: ({ voucherNo }) => voucherNo,
    sortBy: ({ voucherNo }) => voucherNo,
  },
  studentColumns.studentName,
  studentColumns.fatherName,
  studentColumns.studentClass,
  studentColumns.section,
  studentColumns.rollNo,
  amount('thisMonth', 'Amount', 100),
  amount('arrears', 'Arrears', 100),
  amount('netReceivable', 'Net receivable', 120),
]

interface Props {
  readonly label: string
  readonly vouchers: readonly VoucherReply[]
  readonly totals: Totals
}

/** A month's vouchers with count and sums at the foot. */
export function MonthVouchers({ label, vouchers, totals }: Props) {
  const foot = useMemo(() => {
    const cells = {
      voucherNo: count(totals.count, 'voucher'),
      thisMonth: formatRupees(totals.thisMonth),
      arrears: formatRupees(totals.arrears),
      netReceivable: formatRupees(totals.netReceivable),
    }
    return [{ key: 'totals', cells }]
  }, [totals])
  return (
    <DataTable
      label={label}
      columns={columns}
      rows={vouchers}
      rowKey={({ voucherNo }) => voucherNo}
      foot={foot}
    />
  )
}
