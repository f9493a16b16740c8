import { Stack, Text } from '@mantine/core'
import { useMemo } from 'react'
import type { ListedVoucher } from '#contract/posting.ts'
import type { Month } from '#domain/calendar.ts'
import { agree, count } from '#domain/count.ts'
import { formatRupees } from '#domain/money.ts'
import { trueTotals } from '#domain/voucher-amounts.ts'
import { useCall } from '#web/api/queries.ts'
import { studentColumns } from '#web/kit/drawn-columns.tsx'
import { FoldedTable, textColumn } from '#web/kit/folded-table.tsx'
import { DataTable } from '#web/ui/data-table.tsx'
import { Empty, Failed, Loading } from '#web/ui/states.tsx'
import type { Column } from '#web/ui/table-columns.ts'
import type { Posting } from './posting.ts'

/** A voucher that is not moved with the others, and the reason. */
interface StayingVoucher extends ListedVoucher {
  readonly why: string
}

const none: readonly ListedVoucher[] = []

export const sentFor = (month: Month | null) => ({
  params: { monthNumber: month?.month ?? 0 },
  query: { year: month?.year },
})

/** The listed vouchers of a month, split into the moved and the staying vouchers. */
export function useListing(posting: Posting, month: Month | null) {
  const listed = useCall(posting.list, sentFor(month), { enabled: month !== null })
  // After a failure, a cached answer is not what the server would move now.
  const all = listed.error ? none : (listed.data?.vouchers ?? none)
  const parts = useMemo(() => {
    const vouchers = all.filter((voucher) => posting.whyNot(voucher) === null)
    const staying = all.flatMap((voucher) => {
      const why = posting.whyNot(voucher)
      return why === null ? [] : [{ ...voucher, why }]
    })
    return { vouchers, staying, totals: trueTotals(vouchers) }
  }, [all, posting])
  return {
    ...parts,
    error: listed.error?.code === posting.codeOfNothing ? null : listed.error,
    loading: listed.isFetching && all.length === 0,
    ready: month !== null && parts.vouchers.length > 0 && !listed.isFetching,
    refetch: listed.refetch,
  }
}

const amount = (
  key: 'thisMonth' | 'arrears' | 'netReceivable',
  heading: string,
  width: number,
): Column<ListedVoucher> => ({
  key,
  heading,
  width,
  figures: true,
  cell: (voucher) => formatRupees(voucher[key]),
  sortBy: (voucher) => voucher[key],
})

const voucherNoOf = ({ voucherNo }: ListedVoucher): string => voucherNo

const { rollNo, ...named } = studentColumns
const student = [...Object.values(named), rollNo]

const columns: readonly Column<ListedVoucher>[] = [
  { ...textColumn('voucherNo', 'Voucher No.', 130, voucherNoOf), whole: voucherNoOf, pinned: true },
  ...student,
  amount('thisMonth', 'Amount', 100),
  amount('arrears', 'Arrears', 100),
  amount('netReceivable', 'Net receivable', 120),
]

const stayingColumns: readonly Column<StayingVoucher>[] = [
  textColumn('voucherNo', 'Voucher No.', 190, voucherNoOf),
  ...student,
  textColumn('why', 'Why it stays posted', 260, ({ why }) => why),
]

interface Props {
  readonly posting: Posting
  /** `November 2026`; null if none is chosen. */
  readonly month: string | null
  readonly listing: ReturnType<typeof useListing>
}

/** The vouchers of the month with count and sums at the foot, or the reason that there are none. */
export function PostingList({ posting, month, listing }: Props) {
  const { vouchers, staying, totals, error } = listing
  const foot = useMemo(() => {
    const cells = {
      voucherNo: count(totals.count, 'voucher'),
      thisMonth: formatRupees(totals.thisMonth),
      arrears: formatRupees(totals.arrears),
      netReceivable: formatRupees(totals.netReceivable),
    }
    return [{ key: 'totals', cells }]
  }, [totals])
  if (month === null) return <Empty title="Select a month to see its vouchers." />
  if (listing.loading) return <Loading label={`Loading the vouchers of ${month}`} />
  if (error) {
    return (
      <Failed
        failure={{ msg: posting.notRead, requestId: error.requestId }}
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
        <DataTable
          label={`Vouchers of ${month} ${posting.toDo}`}
          columns={columns}
          rows={vouchers}
          rowKey={voucherNoOf}
          foot={foot}
        />
      )}
      {staying.length > 0 && (
        <FoldedTable
          key={month}
          words={
            <Text c="dimmed">
              {count(staying.length, 'voucher')} of {month} {agree(staying.length, 'stays', 'stay')} posted.
            </Text>
          }
          noun="them"
          label="Vouchers that stay posted"
          columns={stayingColumns}
          rows={staying}
          rowKey={voucherNoOf}
        />
      )}
    </Stack>
  )
}
