import type { ReportedStudent } from '#reports/admission-report.ts'
import { Group } from '@mantine/core'
import { lazy, useMemo } from 'react'
import { admissionsByClass } from './admissions-by-class.ts'
import { ClassCounts } from './class-counts.tsx'

// The chart is heavy: who reads the table does not fetch it.
const AdmissionChart = lazy(async () => ({
  default: (await import('./admission-chart.tsx')).AdmissionChart,
}))

/** The admissions and departures of a report by class, as a graph with its figures (spec 2.admission-reports). */
export function AdmissionGraph({ rows }: { readonly rows: readonly ReportedStudent[] }) {
  const counts = useMemo(() => admissionsByClass(rows), [rows])
  return (
    <Group align="flex-start" gap="xl">
      <AdmissionChart counts={counts} />
      <ClassCounts counts={counts} />
    </Group>
  )
}
