import { formatCount } from '#domain/count.ts'
import { PrintButton } from '#web/parts/print-button.tsx'
import { PrintHead } from '#web/parts/print-head.tsx'
import { FindRows, useFoundRows } from '#web/ui/find-rows.tsx'
import { Empty, Loading } from '#web/ui/states.tsx'
import { Group, SegmentedControl, Stack, Text, Title } from '@mantine/core'
import { lazy, Suspense, useMemo, useState, type ReactNode } from 'react'
import { AdmissionTable } from './admission-table.tsx'
import { admissionsByClass, totalOf, type ReportedStudent } from './admissions-by-class.ts'
import { ClassCounts } from './class-counts.tsx'

const views = ['table', 'graph'] as const
export type View = (typeof views)[number]

// The chart is heavy: who reads the table does not fetch it.
const AdmissionChart = lazy(async () => ({
  default: (await import('./admission-chart.tsx')).AdmissionChart,
}))

const textOf = ({ rollNo, studentName, fatherName }: ReportedStudent): string =>
  `${rollNo} ${studentName} ${fatherName}`

interface Props {
  readonly heading: string
  /** The report's title and what it was asked for, which the paper says above the table. */
  readonly title: string
  readonly about: readonly string[]
  readonly students: readonly ReportedStudent[]
  readonly view: View
  readonly setView: (view: View) => void
  /** What can be done with the whole report, beside printing it. */
  readonly actions?: ReactNode
}

/** What a report found, as a table of students or as a graph with its figures (spec 2.admission-reports). */
export function AdmissionReport(props: Props) {
  const { heading, title, about, students, view, setView, actions } = props
  const [sought, seek] = useState('')
  const found = useFoundRows(students, textOf, sought)
  const counts = useMemo(() => admissionsByClass(students), [students])
  const { admitted, removed } = totalOf(counts)
  return (
    <Stack gap="xs" mt="lg">
      <PrintHead title={title} about={about} sought={view === 'table' ? sought : ''} />
      <Group justify="space-between" gap="xs">
        <Title order={2}>{heading}</Title>
        <Group gap="xs">
          {view === 'table' && <FindRows label="Find by name or number" value={sought} onChange={seek} />}
          <SegmentedControl
            className="no-print"
            aria-label="Show as"
            value={view}
            data={[
              { value: 'table', label: 'Table' },
              { value: 'graph', label: 'Graph' },
            ]}
            onChange={(chosen) => setView(views.find((known) => known === chosen) ?? 'table')}
          />
          {actions}
          <PrintButton />
        </Group>
      </Group>
      <Text role="status" c="dimmed">
        {formatCount(admitted)} admitted, {formatCount(removed)} removed
        {view === 'table' && found.length < students.length && `; ${found.length} found`}
      </Text>
      {view === 'table' ? (
        <Found students={found} heading={heading} />
      ) : (
        <Suspense fallback={<Loading label="Drawing the graph" />}>
          <Group align="flex-start" gap="xl">
            <AdmissionChart counts={counts} />
            <ClassCounts counts={counts} />
          </Group>
        </Suspense>
      )}
    </Stack>
  )
}

const Found = ({ students, heading }: Pick<Props, 'students' | 'heading'>) =>
  students.length === 0 ? (
    <Empty title="None of these students" hint="No name or roll number holds what you typed." />
  ) : (
    <AdmissionTable heading={heading} students={students} />
  )
