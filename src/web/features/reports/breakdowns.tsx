import type { Breakdown } from '#reports/report.ts'
import { drawn, drawnFoot } from '#web/kit/drawn-columns.tsx'
import { DataTable } from '#web/ui/data-table.tsx'
import { SimpleGrid, Stack, Title } from '@mantine/core'
import { useMemo } from 'react'
import type { Row } from './use-report.ts'

interface Props {
  readonly breakdowns: readonly Breakdown<Row>[]
  readonly rows: readonly Row[]
}

/** The tables that sum up a report's rows. */
export const Breakdowns = ({ breakdowns, rows }: Props) => (
  <SimpleGrid cols={{ base: 1, md: 2 }} spacing="md" maw={1280} className="breakdowns report-wide">
    {breakdowns.map((one) => (
      <BreakdownTable key={one.title} breakdown={one} rows={rows} />
    ))}
  </SimpleGrid>
)

interface OneProps {
  readonly breakdown: Breakdown<Row>
  readonly rows: readonly Row[]
}

function BreakdownTable({ breakdown, rows }: OneProps) {
  const columns = useMemo(() => breakdown.columns.filter(({ only }) => only !== 'file'), [breakdown])
  const drawnColumns = useMemo(() => columns.map((column) => drawn(column)), [columns])
  const lines = useMemo(() => breakdown.lines(rows), [breakdown, rows])
  const foot = useMemo(() => [drawnFoot(columns, breakdown.foot(rows))], [breakdown, columns, rows])
  return (
    <Stack gap={4} miw={0}>
      <Title order={3}>{breakdown.title}</Title>
      <DataTable
        label={breakdown.title}
        columns={drawnColumns}
        rows={lines}
        rowKey={(line) => String(drawnColumns[0]?.sortBy(line))}
        foot={foot}
      />
    </Stack>
  )
}
