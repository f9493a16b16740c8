import { Stack, Text } from '@mantine/core'
import { useMemo } from 'react'
import {
  postedVouchers,
  postMonth,
  unpostedVouchers,
  unpostMonth,
  vouchersToPost,
  vouchersToUnpost,
  type ListedVoucher,
} from '#contract/posting.ts'
import type { Month } from '#domain/calendar.ts'
import { agree, count } from '#domain/count.ts'
import { formatRupees } from '#domain/money.ts'
import { whyStaysPosted } from '#domain/posting.ts'
import { trueTotals } from '#domain/voucher-amounts.ts'
import { useCall } from '#web/api/queries.ts'
import { studentColumns } from '#web/kit/drawn-columns.tsx'
import { FoldedTable, textColumn } from '#web/kit/folded-table.tsx'
import { DataTable } from '#web/ui/data-table.tsx'
import { Empty, Failed, Loading } from '#web/ui/states.tsx'
import type { Column } from '#web/ui/table-columns.ts'

/** Posts or unposts a month's vouchers, with the words of spec 8.posting. */
export type Posting = typeof posting | typeof unposting

export const posting = {
  title: 'Post vouchers',
  lead: 'Posts the unposted vouchers of a month. Fees can then be received on them.',
  waiting: vouchersToPost,
  toDo: 'to post',
  list: unpostedVouchers,
  whyNot: () => null,
  act: postMonth,
  question: () => null,
  done: 'Vouchers Posted Successfully',
  doneTo: 'posted',
  /** The label of the month's next step, printing; null if there is none. */
  next: 'Print them',
  nothing: 'No unposted vouchers found for the selected month.',
  codeOfNothing: 'nothing-to-post',
  notRead: 'Failed to get unposted vouchers',
}

/** Unposts vouchers, except those that must stay posted (decisions 3.receipts.unpost). */
export const unposting = {
  title: 'Unpost vouchers',
  lead: "Unposts the month's vouchers that have no payment. Fees cannot be received on them until you post again.",
  waiting: vouchersToUnpost,
  toDo: 'to unpost',
  list: postedVouchers,
  whyNot,
  act: unpostMonth,
  question: (vouchers: number, month: string) =>
    vouchers < many
      ? null
      : {
          title: `Unpost ${count(vouchers, 'voucher')} of ${month}?`,
          message: 'Until they are posted again no fee can be received on them.',
          confirmLabel: 'Unpost vouchers',
        },
  done: 'Vouchers Unposted Successfully',
  doneTo: 'unposted',
  next: null,
  nothing: 'No posted vouchers found for the selected month.',
  codeOfNothing: 'nothing-to-unpost',
  notRead: 'Failed to get posted vouchers',
}

/** From this number of vouchers on, the clerk must confirm. */
const many = 20

/** The reason that a voucher stays posted; null if it does not. */
function whyNot(voucher: ListedVoucher): string | null {
  const why = whyStaysPosted(voucher)
  return (
    why &&
    {
      admission: 'Admission vouchers always stay posted',
      opening: 'Opening balances always stay posted',
      received: `Rs ${formatRupees(voucher.received)} was received on it`,
      corrected: 'It, or the voucher that it replaced, had a receipt',
    }[why]
  )
}

export const sentFor = (month: Month | null) => ({
  params: { monthNumber: month?.month ?? 0 },
  query: { year: month?.year },
})

/** The listed vouchers of a month, split into the moved and the staying vouchers. */
export function useListing(words: Posting, month: Month | null) {
  const listed = useCall(words.list, sentFor(month), { enabled: month !== null })
  // After a failure, a cached answer is not what the server would move now.
  const all = listed.error ? undefined : listed.data?.vouchers
  const parts = useMemo(() => {
    const vouchers = all?.filter((voucher) => words.whyNot(voucher) === null) ?? []
    const staying = all?.flatMap((voucher) => {
      const why = words.whyNot(voucher)
      return why === null ? [] : [{ ...voucher, why }]
    })
    return { vouchers, staying: staying ?? [], totals: trueTotals(vouchers) }
  }, [all, words])
  return {
    ...parts,
    error: listed.error?.code === words.codeOfNothing ? null : listed.error,
    loading: listed.isFetching && !all?.length,
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

const stayingColumns: readonly Column<ListedVoucher & { readonly why: string }>[] = [
  textColumn('voucherNo', 'Voucher No.', 190, voucherNoOf),
  ...student,
  textColumn('why', 'Why it stays posted', 260, ({ why }) => why),
]

interface PostingListProps {
  readonly words: Posting
  /** `November 2026`; null if none is chosen. */
  readonly month: string | null
  readonly listing: ReturnType<typeof useListing>
}

/** The vouchers of the month with count and sums at the foot, or the reason that there are none. */
export function PostingList({ words, month, listing }: PostingListProps) {
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
        failure={{ msg: words.notRead, requestId: error.requestId }}
        retry={() => void listing.refetch()}
      />
    )
  }
  if (vouchers.length === 0 && staying.length === 0) return <Empty title={words.nothing} />
  return (
    <Stack gap="md">
      {vouchers.length === 0 ? (
        <Empty title={`No voucher of ${month} can be ${words.doneTo}.`} />
      ) : (
        <DataTable
          label={`Vouchers of ${month} ${words.toDo}`}
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
