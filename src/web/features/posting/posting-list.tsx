import { Stack } from '@mantine/core'
import { useMemo } from 'react'
import type { VoucherReply } from '#contract/voucher.ts'
import { count } from '#domain/count.ts'
import { formatRupees } from '#domain/money.ts'
import type { Totals } from '#domain/voucher-amounts.ts'
import { studentColumns } from '#web/kit/drawn-columns.tsx'
import { DataTable } from '#web/ui/data-table.tsx'
import { Empty, Failed, Loading } from '#web/ui/states.tsx'
import type { Column } from '#web/ui/table-columns.ts'
import type { Posting } from './posting.ts'
import { StayingVouchers } from './staying-vouchers.tsx'
import type { Listing } from './use-posting.ts'

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

interface MonthVouchersProps {
  readonly label: string
  readonly vouchers: readonly VoucherReply[]
  readonly totals: Totals
}

/** A month's vouchers with count and sums at the foot. */
function MonthVouchers({ label, vouchers, totals }: MonthVouchersProps) {
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

interface Props {
  readonly posting: Posting
  /** `November 2026`; null if none is chosen. */
  readonly month: string | null
  readonly listing: Listing
}

/** The vouchers of the month, or the reason that there are none. */
export function PostingList({ posting, month, listing }: Props) {
  const { vouchers, staying } = listing
  if (month === null) return <Empty title="Select a month to see its vouchers." />
  if (listing.loading) return <Loading label={`Loading the vouchers of ${month}`} />
  if (listing.error) {
    return (
      <Failed
        failure={{ msg: posting.notRead, requestId: listing.error.requestId }}
        retry={() => void listing.refetch()}
      />
    )
  }
  if (vouchers.length === 0 && staying.length === 0) return <Empty title={posting.nothing} />
  return (
    <Stack gap="md">
      {vouchers.length === 0 ? (
        <Empty title={`No voucher of ${month} can be ${posting.doneTo}.`} />
      ) : (
        <MonthVouchers
          label={`Vouchers of ${month} ${posting.toDo}`}
          vouchers={vouchers}
          totals={listing.totals}
        />
      )}
      {staying.length > 0 && <StayingVouchers key={month} month={month} staying={staying} />}
    </Stack>
  )
}
