import { count, formatCount } from '#domain/count.ts'
import { canSeeContacts } from '#domain/roles.ts'
import { useStaff } from '#web/api/session.ts'
import { PrintButton } from '#web/parts/print-button.tsx'
import { PrintHead } from '#web/parts/print-head.tsx'
import { DataTable } from '#web/ui/data-table.tsx'
import { FindRows, useFoundRows } from '#web/ui/find-rows.tsx'
import { Empty } from '#web/ui/states.tsx'
import { Group, Stack, Text, Title } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { useMemo, useState, type ReactNode } from 'react'
import { listColumns, studentSums, type StudentRow } from './list-columns.ts'

const textOf = ({ rollNo, studentName, fatherName, fatherHomePhone }: StudentRow): string =>
  `${rollNo} ${studentName} ${fatherName} ${fatherHomePhone}`
const keyOf = ({ rollNo }: StudentRow): string => String(rollNo)

interface Props {
  /** What the paper is headed by. */
  readonly title: string
  readonly heading: string
  readonly rows: readonly StudentRow[]
  /** What can be done with the whole list, beside printing it. */
  readonly actions?: ReactNode
}

/** The students listed, with how many they are and what they owe. */
export function StudentTable({ title, heading, rows, actions }: Props) {
  const { role } = useStaff()
  const [sought, seek] = useState('')
  const found = useFoundRows(rows, textOf, sought)
  const narrow = useMediaQuery('(max-width: 599px)', false, { getInitialValueInEffect: false })
  const columns = useMemo(() => listColumns(role, narrow), [role, narrow])
  const { foot, words } = useMemo(() => studentSums(found), [found])
  const feet = useMemo(() => [foot], [foot])
  const whole = found.length === rows.length
  return (
    <Stack gap="xs" mt="lg">
      <PrintHead title={title} about={[]} sought={sought} />
      <Group justify="space-between" gap="xs">
        <Title order={2}>{heading}</Title>
        <Group gap="xs">
          <FindRows label="Find by name or number" value={sought} onChange={seek} />
          {actions}
          <PrintButton />
        </Group>
      </Group>
      <Text role="status" size="xs" c="dimmed">
        {whole
          ? `${count(rows.length, 'student')} listed`
          : `${count(found.length, 'student')} of ${formatCount(rows.length)} found`}
        ; {words}
      </Text>
      {found.length === 0 ? (
        <Empty
          title="None of these students"
          hint={`No ${canSeeContacts(role) ? 'name, phone' : 'name'} or roll number holds what you typed.`}
        />
      ) : (
        <DataTable label={heading} columns={columns} rows={found} rowKey={keyOf} foot={feet} />
      )}
    </Stack>
  )
}
