import { Box, Group, SegmentedControl } from '@mantine/core'
import { useMemo } from 'react'
import type { ReportedStudent } from '#reports/admission-report.ts'
import { useDraft } from '#web/api/drafts.ts'
import { ColumnChart, Legend } from '#web/kit/table/charts.tsx'
import { RecordTable, type RecordColumn } from '#web/kit/table/record-table.tsx'
import { admissionsByClass, admissionsByMonth, totalOf, type AdmissionCount } from './admission-counts.ts'

const axes = [
  { value: 'class', label: 'By class' },
  { value: 'month', label: 'By month' },
] as const
type Axis = (typeof axes)[number]['value']

const figures: readonly RecordColumn<AdmissionCount>[] = [
  { key: 'admitted', heading: 'Admitted', figures: true, cell: ({ admitted }) => String(admitted) },
  { key: 'removed', heading: 'Removed', figures: true, cell: ({ removed }) => String(removed) },
]

/** Columns with removals stacked on admissions (spec 2.admission-reports.chart). */
const AdmissionChart = ({
  counts,
  axis,
}: {
  readonly counts: readonly AdmissionCount[]
  readonly axis: Axis
}) => (
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
  const { admitted, removed } = totalOf(counts)
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
        onChange={(value) => setAxis(value)}
      />
      <Group align="flex-start" gap="xl" wrap="wrap">
        <AdmissionChart counts={counts} axis={axis} />
        <Box w={300} maw="100%">
          <RecordTable
            label={`Admitted and removed by ${axis}`}
            columns={[
              { key: 'name', heading, isRowHead: true, card: 'title', cell: ({ name }) => name },
              ...figures,
            ]}
            rows={counts}
            rowKey={({ name }) => name}
            foot={{ name: all, admitted: String(admitted), removed: String(removed) }}
          />
        </Box>
      </Group>
    </>
  )
}
