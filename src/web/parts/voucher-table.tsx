import type { VoucherRow } from '#contract/voucher-rows.ts'
import { count, formatCount } from '#domain/count.ts'
import { formatRupees, type Money } from '#domain/money.ts'
import type { VoucherColumnKey } from '#domain/report-columns.ts'
import { outstandingNow, totalledColumns, trueTotals, type Totals } from '#domain/voucher-amounts.ts'
import { DataTable } from '#web/ui/data-table.tsx'
import { FindRows, useFoundRows } from '#web/ui/find-rows.tsx'
import { Empty } from '#web/ui/states.tsx'
import { Group, Stack, Text, Title } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { useMemo, useState, type ReactNode } from 'react'
import { PrintButton } from './print-button.tsx'
import { PrintHead } from './print-head.tsx'
import { balanceText, totalsTexts, voucherColumns } from './voucher-columns.ts'

/** What a person looks for among a report's vouchers, and what holds it. */
export interface VoucherFinder {
  readonly rows: readonly VoucherRow[]
  readonly found: readonly VoucherRow[]
  readonly sought: string
  readonly seek: (sought: string) => void
}

/** Finds vouchers of a report by number, roll number or name. */
export function useVoucherFinder(rows: readonly VoucherRow[]): VoucherFinder {
  const [sought, seek] = useState('')
  return { rows, found: useFoundRows(rows, textOf, sought), sought, seek }
}

interface Props {
  readonly heading: string
  /** The report's title and what it was asked for, which the paper says above the table. */
  readonly title: string
  readonly about: readonly string[]
  readonly finder: VoucherFinder
  readonly columns: readonly VoucherColumnKey[]
  /** A column in the green of money. */
  readonly green?: VoucherColumnKey
  /** The totals row as the specification has it, from the true sums. */
  readonly totalsShown: (sums: Totals) => Totals
  /** What can be done with the report, beside printing the list. */
  readonly actions?: ReactNode
  readonly printLabel?: string
}

const textOf = ({ voucherNo, studentName, rollNo }: VoucherRow): string =>
  `${voucherNo} ${rollNo} ${studentName}`
const keyOf = ({ voucherNo }: VoucherRow): string => voucherNo

/** A report's vouchers with their totals; what the totals do not say is said under the table. */
export function VoucherTable(props: Props) {
  const { heading, title, about, finder, columns, green, totalsShown, actions, printLabel } = props
  const { rows, found, sought, seek } = finder
  const shownColumns = useShownColumns(columns, green)
  const sums = useMemo(() => trueTotals(found), [found])
  const totals = useMemo(() => totalsShown(sums), [totalsShown, sums])
  const foot = useMemo(() => [{ key: 'totals', cells: totalsTexts(totals) }], [totals])
  return (
    <Stack gap="xs" mt="lg">
      <PrintHead title={title} about={about} sought={sought} />
      <Group justify="space-between" gap="xs">
        <Title order={2}>{heading}</Title>
        <Group gap="xs">
          <FindRows label="Find by name or number" value={sought} onChange={seek} />
          {actions}
          <PrintButton {...(printLabel !== undefined && { label: printLabel })} />
        </Group>
      </Group>
      <Text role="status" size="xs" c="dimmed">
        {found.length === rows.length
          ? `${count(rows.length, 'voucher')} listed`
          : `${count(found.length, 'voucher')} of ${formatCount(rows.length)} found; the totals are theirs`}
      </Text>
      {found.length === 0 ? (
        <Empty title="None of these vouchers" hint="No number, name or roll number holds what you typed." />
      ) : (
        <DataTable
          label={heading}
          columns={shownColumns}
          rows={found}
          rowKey={keyOf}
          foot={foot}
          tooLongHint="Narrow the report, or take all of it as Excel."
        />
      )}
      <TrueSums columns={columns} sums={sums} totals={totals} />
      <Outstanding rows={found} balances={sums.netBalance} />
    </Stack>
  )
}

/** The student's name stays in sight beside the voucher's number where there is room for both. */
function useShownColumns(columns: readonly VoucherColumnKey[], green: VoucherColumnKey | undefined) {
  const roomy = useMediaQuery('(min-width: 900px)', false, { getInitialValueInEffect: false })
  return useMemo(
    () =>
      columns.map((key) => ({
        ...voucherColumns[key],
        ...(key === 'studentName' && { pinned: roomy }),
        ...(key === green && { green: true }),
      })),
    [columns, green, roomy],
  )
}

interface TrueSumsProps {
  readonly columns: readonly VoucherColumnKey[]
  readonly sums: Totals
  readonly totals: Totals
}

/** Where the specification's totals row is not the sum of its column, the true sum (decisions 3.odd-totals). */
function TrueSums({ columns, sums, totals }: TrueSumsProps) {
  const other = totalledColumns.filter((key) => columns.includes(key) && sums[key] !== totals[key])
  if (other.length === 0) return null
  const texts = other.map((key) => `${voucherColumns[key].heading} ${formatRupees(sums[key])}`)
  return <Text>True sums: {texts.join(', ')}</Text>
}

interface OutstandingProps {
  readonly rows: readonly VoucherRow[]
  /** The sum of their balances. */
  readonly balances: Money
}

/** A balance taken over stands in both vouchers, so the balances add up to something else than is owed (decisions 3.arrears.carried). */
function Outstanding({ rows, balances }: OutstandingProps) {
  const takenOver = useMemo(() => rows.some(({ carriedTo }) => carriedTo !== null), [rows])
  const owed = useMemo(() => outstandingNow(rows), [rows])
  if (!takenOver && owed === balances) return null
  return (
    <Text>
      A balance that a later voucher took over stands in both, and what was paid in advance is taken off.
      Outstanding now, each debt counted once:{' '}
      <b className="figures" style={{ whiteSpace: 'nowrap' }}>
        {balanceText(owed)}
      </b>
    </Text>
  )
}
