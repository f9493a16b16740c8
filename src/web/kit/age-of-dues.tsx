import { count } from '#domain/count.ts'
import { formatRupees, sum } from '#domain/money.ts'
import type { DebtsOfAge } from '#domain/voucher-amounts.ts'
import { BarRows, ChartCard, StackedBar } from '#web/ui/charts.tsx'

const ages = {
  1: { words: 'One month', kind: 'charged' },
  2: { words: 'Two months', kind: 'outstanding' },
  3: { words: 'Three months or more', kind: 'late' },
} as const

const ageOf = (months: number) => (months === 1 || months === 2 ? ages[months] : ages[3])

interface AgeOfDuesProps {
  readonly debts: readonly DebtsOfAge[]
  /** The address of the list to which each age links. */
  readonly to: string
}

/** The debts by the number of months owed. */
export const AgeOfDues = ({ debts, to }: AgeOfDuesProps) => {
  const students = debts.reduce((all, debt) => all + debt.students, 0)
  return (
    <ChartCard
      title="Age of dues"
      summary={`Rs ${formatRupees(sum(...debts.map(({ amount }) => amount)))}, ${count(students, 'student')}`}
      heads={['Months owed', 'Students', 'Owed']}
      rows={debts.map(({ months, students: owing, amount }) => ({
        key: String(months),
        to,
        cells: [ageOf(months).words, owing, formatRupees(amount)],
      }))}
    >
      <StackedBar parts={debts.map(({ months, amount }) => ({ kind: ageOf(months).kind, value: amount }))} />
      <BarRows
        label="Dues by age"
        bars={debts.map(({ months, students: owing, amount }) => ({
          key: String(months),
          label: `${ageOf(months).words} · ${count(owing, 'student')}`,
          to,
          parts: [],
          words: formatRupees(amount),
        }))}
      />
    </ChartCard>
  )
}
