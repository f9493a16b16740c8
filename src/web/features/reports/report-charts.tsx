import { useLocation } from 'react-router'
import type { ReceiptWithClass } from '#contract/receipt.ts'
import { formatDate, formatMonth, monthOf } from '#domain/calendar.ts'
import { count } from '#domain/count.ts'
import { formatRupees, nothing, sum } from '#domain/money.ts'
import { receivedByPeriod } from '#domain/received.ts'
import { classes } from '#domain/school.ts'
import { debtsByAge, owedOn, receivedAndOwedBy } from '#domain/voucher-amounts.ts'
import type { VoucherRow } from '#reports/voucher-list.ts'
import { AgesCard, ColumnsCard, Legend } from '#web/kit/table/charts.tsx'

interface ChartProps<Row> {
  readonly rows: readonly Row[]
}

/** Returns a function for the address of the list with some filters changed and the others kept. */
function useNarrowed(): (changed: Readonly<Record<string, string>>) => string {
  const { pathname, search } = useLocation()
  return (changed) => {
    const address = new URLSearchParams(search)
    address.delete('preset')
    for (const [name, value] of Object.entries(changed)) address.set(name, value)
    return `${pathname}?${address.toString()}`
  }
}

/** The money received less reversals, by day or by month. */
export function ReceivedChart({ rows }: ChartProps<ReceiptWithClass>) {
  const narrowed = useNarrowed()
  const periods = receivedByPeriod(rows)
  const isByDay = periods.every(({ from, to }) => from === to)
  return (
    <ColumnsCard
      title={isByDay ? 'Received by day' : 'Received by month'}
      summary={`Rs ${formatRupees(sum(...periods.map(({ net }) => net)))}`}
      heads={[isByDay ? 'Day' : 'Month', 'Received']}
      bars={periods.map(({ from, to, net }) => {
        const words = isByDay ? formatDate(from) : formatMonth(monthOf(from))
        return {
          key: from,
          label: `${words}: Rs ${formatRupees(net)}`,
          // `21 Nov` of `21 Nov 2026`, or `Nov` of `November 2026`.
          word: words.slice(0, isByDay ? -5 : 3),
          to: narrowed({ from, to }),
          parts: [{ kind: 'received', value: net }],
          cells: [words, formatRupees(net)],
        }
      })}
    />
  )
}

export function ClassesChart({ rows }: ChartProps<VoucherRow>) {
  const narrowed = useNarrowed()
  const sums = receivedAndOwedBy(rows, ({ studentClass }) => studentClass)
  return (
    <ColumnsCard
      stacked
      title="Received and owed by class"
      summary={
        <>
          <Legend kind="received">received</Legend> <Legend kind="outstanding">owed</Legend>
        </>
      }
      heads={['Class', 'Vouchers', 'Received', 'Owed']}
      bars={classes.flatMap((studentClass) => {
        const figures = sums.get(studentClass)
        if (!figures) return []
        const { vouchers, received, owed } = figures
        return {
          key: studentClass,
          label: `${studentClass}: Rs ${formatRupees(received)} received, Rs ${formatRupees(owed)} owed`,
          word: studentClass,
          to: narrowed({ class: studentClass }),
          parts: [
            { kind: 'received' as const, value: received },
            { kind: 'outstanding' as const, value: owed },
          ],
          cells: [studentClass, vouchers, formatRupees(received), formatRupees(owed)],
        }
      })}
    />
  )
}

const ages = [
  { words: 'One month', kind: 'outstanding' },
  { words: 'Two months', kind: 'older' },
  { words: 'Three months or more', kind: 'late' },
] as const

/** The debts by months owed; each voucher carries the whole debt of its student. */
export function AgesChart({ rows }: ChartProps<VoucherRow>) {
  const debts = debtsByAge(rows.map((row) => ({ monthsOwed: row.monthsOwed, balance: owedOn(row) })))
  const to = useNarrowed()({ sort: '-netBalance' })
  const students = debts.reduce((all, debt) => all + debt.students, 0)
  return (
    <AgesCard
      title="Age of dues"
      summary={`Rs ${formatRupees(sum(...debts.map(({ amount }) => amount)))}, ${count(students, 'student')}`}
      label="Dues by age"
      lines={ages.map(({ words, kind }, index) => ({
        key: words,
        label: `${words} · ${count(debts[index]?.students ?? 0, 'student')}`,
        to,
        kind,
        amount: debts[index]?.amount ?? nothing,
      }))}
    />
  )
}
