import { Group, SegmentedControl } from '@mantine/core'
import { lazy, useMemo } from 'react'
import type { ReportedStudent } from '#reports/admission-report.ts'
import { useDraft } from '#web/api/drafts.ts'
import { admissionsByClass, admissionsByMonth } from './admission-counts.ts'
import { CountTable } from './count-table.tsx'

// The chart's code is heavy: a user who reads the table does not load it.
const AdmissionChart = lazy(async () => ({
  default: (await import('./admission-chart.tsx')).AdmissionChart,
}))

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
      <Group align="flex-start" gap="xl">
        <AdmissionChart counts={counts} axis={axis} />
        <CountTable counts={counts} axis={axis} />
      </Group>
    </>
  )
}
