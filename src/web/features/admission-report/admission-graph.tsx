import { Group, SegmentedControl } from '@mantine/core'
import { useMemo } from 'react'
import type { ReportedStudent } from '#reports/admission-report.ts'
import { useDraft } from '#web/api/drafts.ts'
import { ColumnChart, Legend, type PartKind } from '#web/ui/charts.tsx'
import { Table } from '#web/ui/table.tsx'
import { admissionsByClass, admissionsByMonth, totalOf, type AdmissionCount } from './admission-counts.ts'

interface CountTableProps {
  readonly counts: readonly AdmissionCount[]
  readonly axis: 'class' | 'month'
}

const words = {
  class: { head: 'Class', all: 'All classes' },
  month: { head: 'Month', all: 'All months' },
} as const

function CountTable({ counts, axis }: CountTableProps) {
  const total = totalOf(counts)
  return (
    <Table aria-label={`Admitted and removed by ${axis}`} w={300} maw="100%" verticalSpacing={2}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th scope="col">{words[axis].head}</Table.Th>
          <Table.Th scope="col" ta="end">
            Admitted
          </Table.Th>
          <Table.Th scope="col" ta="end">
            Removed
          </Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {counts.map(({ name, admitted, removed }) => (
          <Table.Tr key={name}>
            <Table.Th scope="row" fw={400}>
              {name}
            </Table.Th>
            <Count value={admitted} />
            <Count value={removed} />
          </Table.Tr>
        ))}
      </Table.Tbody>
      <Table.Tfoot>
        <Table.Tr fw={600}>
          <Table.Th scope="row">{words[axis].all}</Table.Th>
          <Count value={total.admitted} />
          <Count value={total.removed} />
        </Table.Tr>
      </Table.Tfoot>
    </Table>
  )
}

const Count = ({ value }: { readonly value: number }) => (
  <Table.Td ta="end" {...(value === 0 && { c: 'dimmed' })}>
    {value}
  </Table.Td>
)

/** Columns with removals stacked on admissions (spec 2.admission-reports.chart). */
function AdmissionChart({ counts, axis }: CountTableProps) {
  const suffix = axis === 'class' ? ' the class' : ''
  return (
    <figure className="chart-figure">
      <figcaption>
        <Legend kind="received">{`+ Admitted${suffix && ' into'}${suffix}`}</Legend>{' '}
        <Legend kind="late">{`− Removed${suffix && ' from'}${suffix}`}</Legend>
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
          format={(value, kind) => `${(kind && signs[kind]) ?? ''}${value}`}
        />
      </div>
    </figure>
  )
}

const signs: Readonly<Partial<Record<PartKind, string>>> = { received: '+', late: '−' }

const axes = [
  { value: 'class', label: 'By class' },
  { value: 'month', label: 'By month' },
] as const
type Axis = (typeof axes)[number]['value']

/** A graph of admissions and departures by class (spec 2.admission-reports) or month, with its figures. */
export function AdmissionGraph({ rows }: { readonly rows: readonly ReportedStudent[] }) {
  const [axis, setAxis] = useDraft<Axis>('admission-reports: axis', () => 'class')
  const counts = useMemo(
    () => (axis === 'class' ? admissionsByClass(rows) : admissionsByMonth(rows)),
    [rows, axis],
  )
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
        <CountTable counts={counts} axis={axis} />
      </Group>
    </>
  )
}
