import { FindRows, useFoundRows } from '#web/ui/find-rows.tsx'
import { Empty, Loading } from '#web/ui/states.tsx'
import { Group, SegmentedControl, Stack, Text, Title } from '@mantine/core'
import { lazy, Suspense, useMemo, useState } from 'react'
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
  readonly students: readonly ReportedStudent[]
  readonly view: View
  readonly setView: (view: View) => void
}

/** What a report found, as a table of students or as a graph with its figures (spec §2 Admission reports). */
export function AdmissionReport({ heading, students, view, setView }: Props) {
  const [sought, seek] = useState('')
  const found = useFoundRows(students, textOf, sought)
  const counts = useMemo(() => admissionsByClass(students), [students])
  const { admitted, removed } = totalOf(counts)
  return (
    <Stack gap="xs" mt="lg">
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
        </Group>
      </Group>
      <Text role="status" c="dimmed">
        {admitted.toLocaleString('en')} admitted, {removed.toLocaleString('en')} removed
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
