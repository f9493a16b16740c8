import { Button, Group, Text } from '@mantine/core'
import { useState } from 'react'
import { count } from '#domain/count.ts'
import { studentColumns } from '#web/kit/student-columns.ts'
import { DataTable } from '#web/ui/data-table.tsx'
import type { Column } from '#web/ui/table-columns.ts'
import type { Preview } from './use-campus-run.ts'

type Skipped = Preview['skipped'][number]

/** Longer lists start collapsed. */
const maxExpandedRows = 6

const reasons: Readonly<Record<Skipped['kind'], string>> = {
  admission: 'Admission voucher covers the month',
  opening: 'Opening balance covers the month',
  monthly: 'Already has a voucher for the month',
}

const reasonOf = ({ kind }: Skipped) => reasons[kind]

const columns: readonly Column<Skipped>[] = [
  studentColumns.rollNo,
  studentColumns.studentName,
  studentColumns.fatherName,
  studentColumns.studentClass,
  studentColumns.section,
  {
    key: 'voucherNo',
    heading: 'Voucher No.',
    width: 190,
    cell: ({ voucherNo }) => voucherNo,
    sortBy: ({ voucherNo }) => voucherNo,
  },
  { key: 'why', heading: 'Why skipped', width: 240, cell: reasonOf, sortBy: reasonOf },
]

interface Props {
  /** `November 2026`. */
  readonly month: string
  readonly skipped: readonly Skipped[]
}

/** Lists the students that the run skips, each with the voucher that already covers the month. */
export function SkippedStudents({ month, skipped }: Props) {
  const [userChoice, setUserChoice] = useState<boolean | null>(null)
  if (skipped.length === 0) return <Text c="dimmed">All students included.</Text>
  const open = userChoice ?? skipped.length <= maxExpandedRows
  return (
    <div>
      <Group gap="sm" mb={open ? 'xs' : 0}>
        <Text>
          {count(skipped.length, 'student already has', 'students already have')} a voucher for {month}.
        </Text>
        <Button size="xs" variant="default" aria-expanded={open} onClick={() => setUserChoice(!open)}>
          {open ? 'Hide names' : 'Show names'}
        </Button>
      </Group>
      {open && (
        <DataTable
          label="Skipped students"
          columns={columns}
          rows={skipped}
          rowKey={({ rollNo }) => String(rollNo)}
        />
      )}
    </div>
  )
}
