import { Stack, Title } from '@mantine/core'
import { useMemo } from 'react'
import { addDays, formatDate } from '#domain/calendar.ts'
import { agree, count } from '#domain/count.ts'
import { promotionPauseDays } from '#domain/promotion.ts'
import { studentColumns } from '#web/kit/student-columns.ts'
import { DataTable } from '#web/ui/data-table.tsx'
import type { Column } from '#web/ui/table-columns.ts'
import { movingHeadline, tooSoon } from './moving-words.ts'
import type { Preview } from './moving.ts'

type Student = Preview['moving'][number]
type Skipped = Preview['skipped'][number]

const named = [{ ...studentColumns.rollNo, pinned: true }, studentColumns.studentName]
const family = [studentColumns.fatherName, studentColumns.section]

const columnsTo = (toClass: Preview['toClass']): readonly Column<Student>[] => [
  ...named,
  {
    key: 'moves',
    heading: 'Class',
    width: 130,
    cell: ({ studentClass }) => `${studentClass} → ${toClass ?? 'graduates'}`,
    sortBy: ({ studentClass }) => studentClass,
  },
  ...family,
]

const skippedColumns: readonly Column<Skipped>[] = [
  ...named,
  {
    key: 'why',
    heading: 'Why skipped',
    width: 180,
    cell: ({ promotedOn }) => `Promoted on ${formatDate(promotedOn)}`,
    sortBy: ({ promotedOn }) => promotedOn,
  },
  {
    key: 'from',
    heading: 'Can move from',
    width: 120,
    cell: ({ promotedOn }) => formatDate(addDays(promotedOn, promotionPauseDays)),
    sortBy: ({ promotedOn }) => promotedOn,
  },
  ...family,
]

const keyOf = ({ rollNo }: Student): string => String(rollNo)

interface Props {
  readonly preview: Preview
  readonly studentClass: string
}

/** Lists by name, before anything is written, the students who move with their new class and the skipped ones with the reason. */
export function MovingPreview({ preview, studentClass }: Props) {
  const { toClass, moving, skipped } = preview
  const columns = useMemo(() => columnsTo(toClass), [toClass])
  const headline = movingHeadline(preview, studentClass)
  const passedBy = `${count(skipped.length, 'student')} ${agree(skipped.length, 'is', 'are')} skipped: ${tooSoon}`
  return (
    <Stack gap="sm" mt="lg">
      <div role="status">
        <Title order={2}>{headline}</Title>
      </div>
      {moving.length > 0 && <DataTable label={headline} columns={columns} rows={moving} rowKey={keyOf} />}
      {skipped.length > 0 && (
        <>
          <Title order={2}>{passedBy}</Title>
          <DataTable label={passedBy} columns={skippedColumns} rows={skipped} rowKey={keyOf} />
        </>
      )}
    </Stack>
  )
}
