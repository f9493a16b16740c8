import { Box, Group, SegmentedControl } from '@mantine/core'
import { useMemo } from 'react'
import { compareMonths, formatMonth, monthOf, monthsBetween, type CalendarDate } from '#domain/calendar.ts'
import { classes } from '#domain/school.ts'
import type { ReportedStudent } from '#reports/admission-report.ts'
import { useDraft } from '#web/api/drafts.ts'
import { ColumnChart, Legend } from '#web/kit/table/charts.tsx'
import { RecordTable } from '#web/kit/table/record-table.tsx'

const axes = [
  { value: 'class', label: 'By class' },
  { value: 'month', label: 'By month' },
] as const
type Axis = (typeof axes)[number]['value']

const isAdmitted = ({ admittedInRange }: ReportedStudent): boolean => admittedInRange
const isRemoved = ({ removedInRange }: ReportedStudent): boolean => removedInRange
const countOf = (name: string, all: readonly string[]) => all.filter((each) => each === name).length

/** The numbers of admitted and removed students, of each class or month. */
const countsOf = (names: readonly string[], admitted: readonly string[], removed: readonly string[]) =>
  names.map((name) => ({ name, admitted: countOf(name, admitted), removed: countOf(name, removed) }))

type Counts = ReturnType<typeof countsOf>

/** Counts admissions and departures between the dates, in class order (spec 2.admission-reports). */
export const admissionsByClass = (students: readonly ReportedStudent[]): Counts =>
  countsOf(
    classes,
    students.filter(isAdmitted).map(({ admissionClass }) => admissionClass),
    students.filter(isRemoved).map(({ studentClass }) => studentClass),
  )

const monthsOf = (dates: readonly (CalendarDate | null)[]) =>
  dates.flatMap((date) => (date === null ? [] : [monthOf(date)]))

/** Counts by month, from the first month to the last in which a student was admitted or left. */
export function admissionsByMonth(students: readonly ReportedStudent[]): Counts {
  const admitted = monthsOf(students.filter(isAdmitted).map(({ admissionDate }) => admissionDate))
  const removed = monthsOf(students.filter(isRemoved).map(({ removalDate }) => removalDate))
  const [first, ...others] = [...admitted, ...removed].toSorted(compareMonths)
  if (!first) return []
  const names = monthsBetween(first, others.at(-1) ?? first).map(formatMonth)
  return countsOf(names, admitted.map(formatMonth), removed.map(formatMonth))
}

export const totalOf = (counts: Counts) => ({
  admitted: counts.reduce((sum, { admitted }) => sum + admitted, 0),
  removed: counts.reduce((sum, { removed }) => sum + removed, 0),
})

/** Columns with removals stacked on admissions (spec 2.admission-reports.chart). */
const AdmissionChart = ({ counts, axis }: { readonly counts: Counts; readonly axis: Axis }) => (
  <figure className="chart-figure">
    <figcaption>
      <Legend kind="received">{axis === 'class' ? '+ Admitted into the class' : '+ Admitted'}</Legend>{' '}
      <Legend kind="late">{axis === 'class' ? '− Removed from the class' : '− Removed'}</Legend>
    </figcaption>
    <div role="region" aria-label="Graph, scrolls" tabIndex={0}>
      <ColumnChart
        stacked
        label={`Admitted and removed by ${axis}; the table beside it has the figures`}
        bars={counts.map(({ name, admitted, removed }) => ({
          key: name,
          label: `${name}: ${admitted} admitted, ${removed} removed`,
          word: name,
          parts: [
            { kind: 'received', value: admitted },
            { kind: 'late', value: removed },
          ],
        }))}
        format={(value, kind) => `${{ received: '+', late: '−' }[String(kind)] ?? ''}${value}`}
      />
    </div>
  </figure>
)

/** A graph of admissions and departures by class (spec 2.admission-reports) or month, with its figures. */
export function AdmissionGraph({ rows }: { readonly rows: readonly ReportedStudent[] }) {
  const [axis, setAxis] = useDraft<Axis>('admission-reports: axis', () => 'class')
  const counts = useMemo(
    () => (axis === 'class' ? admissionsByClass(rows) : admissionsByMonth(rows)),
    [rows, axis],
  )
  const total = totalOf(counts)
  const [heading, all] = axis === 'class' ? ['Class', 'All classes'] : ['Month', 'All months']
  return (
    <>
      <SegmentedControl
        className="no-print"
        size="xs"
        mb="sm"
        aria-label="Counted"
        data={[...axes]}
        value={axis}
        onChange={setAxis}
      />
      <Group align="flex-start" gap="xl" wrap="wrap">
        <AdmissionChart counts={counts} axis={axis} />
        <Box w={300} maw="100%">
          <RecordTable
            label={`Admitted and removed by ${axis}`}
            columns={[
              { key: 'name', heading, isRowHead: true, card: 'title', cell: ({ name }) => name },
              {
                key: 'admitted',
                heading: 'Admitted',
                figures: true,
                cell: ({ admitted }) => String(admitted),
              },
              { key: 'removed', heading: 'Removed', figures: true, cell: ({ removed }) => String(removed) },
            ]}
            rows={counts}
            rowKey={({ name }) => name}
            foot={{ name: all, admitted: String(total.admitted), removed: String(total.removed) }}
          />
        </Box>
      </Group>
    </>
  )
}
