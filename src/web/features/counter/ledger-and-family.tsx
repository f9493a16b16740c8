import { Button, Group, Text } from '@mantine/core'
import { useState } from 'react'
import type { FoundVoucher, UnpaidMonth } from '#contract/counter.ts'
import { formatDay, formatMonth, monthName } from '#domain/calendar.ts'
import { count } from '#domain/count.ts'
import { formatRupees, less, sum } from '#domain/money.ts'
import { useStaff } from '#web/api/session.ts'
import { lateWords, rupeesText, type FamilyMember } from '#web/kit/student-account.ts'
import { StudentLink } from '#web/kit/student-link.tsx'
import { LedgerLines, ledgerOf, type LedgerLine } from '#web/kit/voucher-ledger.tsx'
import { Rupees } from '#web/ui/rupees.tsx'
import { StatusChip } from '#web/ui/status-chip.tsx'
import { monthsOwed } from './payment.ts'

/** The months that the voucher's balance consists of, or its charges, down to the balance. */
export function CounterLedger({ voucher }: { readonly voucher: FoundVoucher }) {
  const [all, setAll] = useState(false)
  const lines = ledgerOf(voucher)
  const months = all ? [] : monthsOwed(voucher)
  const shown = lines.filter(({ amount, isSum }) => all || isSum || amount !== 0)
  return (
    <div>
      {months.length > 0 ? (
        <LedgerLines lines={sumsOf(shown)}>
          {/* Two vouchers may be of one month: those of an admission and of the month. */}
          {rowsOf(months).map((row, place) => (
            <MonthRow key={place} row={row} />
          ))}
        </LedgerLines>
      ) : (
        <LedgerLines lines={shown} />
      )}
      <Button variant="subtle" size="compact-sm" px={0} aria-expanded={all} onClick={() => setAll(!all)}>
        {all ? 'Hide charges' : 'Show all charges'}
      </Button>
    </div>
  )
}

/** The sums from the net receivable on; the balance only if it differs. */
function sumsOf(lines: readonly LedgerLine[]): readonly LedgerLine[] {
  const sums = lines.slice(lines.findIndex(({ isSum }) => isSum))
  return sums.length === 2 ? sums.slice(0, 1) : sums
}

interface Row extends UnpaidMonth {
  readonly label: string
}

/** The rows for which the counter has room; the months before the last ones are summed up. */
const mostRows = 4

function rowsOf(months: readonly UnpaidMonth[]): readonly Row[] {
  const years = new Set(months.map(({ year }) => year))
  const rows = months.map((one) => ({
    ...one,
    label: years.size === 1 ? monthName(one.month) : formatMonth(one),
  }))
  if (rows.length <= mostRows) return rows
  const older = rows.slice(0, 1 - mostRows)
  const [first] = older
  if (!first) return rows
  return [
    {
      ...first,
      label: `${first.label} to ${older.at(-1)?.label}, ${count(older.length, 'month')}`,
      amount: sum(...older.map(({ amount }) => amount)),
      unpaid: sum(...older.map(({ unpaid }) => unpaid)),
    },
    ...rows.slice(1 - mostRows),
  ]
}

function MonthRow({ row: { label, dueDate, amount, unpaid } }: { readonly row: Row }) {
  const { today } = useStaff()
  const part =
    unpaid < amount ? `, ${formatRupees(less(amount, unpaid))} of ${formatRupees(amount)} paid` : ''
  const [kind, words] = unpaid === 0 ? (['paid', 'Paid'] as const) : dueState(lateWords(dueDate, today))
  return (
    <tr data-month>
      <th scope="row">
        {label}
        <small>
          due {formatDay(dueDate, today)}
          {part}
        </small>
      </th>
      <td>
        <StatusChip kind={kind}>{words}</StatusChip>
      </td>
      <td>
        <Rupees of={unpaid} />
      </td>
    </tr>
  )
}

const dueState = (late: string | null) =>
  late === null ? (['unpaid', 'not due yet'] as const) : (['overdue', late] as const)

interface FamilyHintProps {
  readonly family: readonly FamilyMember[]
  readonly onReceiveNext: (rollNo: number) => void
}

/** The brothers and sisters who owe, each found with one click. */
export function FamilyHint({ family, onReceiveNext }: FamilyHintProps) {
  const owing = family.filter(({ balance }) => balance > 0)
  if (owing.length === 0) return null
  return (
    <ul className="counter-family" aria-label="Family">
      {owing.map(({ rollNo, studentName, studentClass, section, balance }) => (
        <Group key={rollNo} component="li" gap={0} wrap="nowrap">
          <Text span inherit truncate>
            <StudentLink rollNo={rollNo}>{studentName}</StudentLink>, {studentClass} {section}
          </Text>
          <Text component="b" inherit fw={500} flex="none" className="figures" style={{ whiteSpace: 'pre' }}>
            , owes {rupeesText(balance)}
          </Text>
          <Button
            variant="default"
            size="compact-xs"
            flex="none"
            ms={8}
            aria-label={`Receive next: ${studentName}`}
            onClick={() => onReceiveNext(rollNo)}
          >
            Receive next
          </Button>
        </Group>
      ))}
    </ul>
  )
}
