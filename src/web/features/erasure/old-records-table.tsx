import { Paper } from '@mantine/core'
import type { ErasableReply } from '#contract/erasure.ts'
import { formatDate } from '#domain/calendar.ts'
import { studentStateWords } from '#domain/student.ts'
import { StudentLink } from '#web/kit/student-link.tsx'
import { Table } from '#web/ui/table.tsx'
import { usePhone } from '#web/ui/use-phone.ts'

/** The children who left, earliest departures first; a phone shows only name, class and day. */
export function OldRecordsTable({ students }: { readonly students: readonly ErasableReply[] }) {
  const isPhone = usePhone()
  return (
    <Paper withBorder role="region" aria-label="Old records, scrolls" tabIndex={0}>
      <Table aria-label="Old records" verticalSpacing={5} horizontalSpacing={12}>
        <Table.Thead>
          <Table.Tr>
            {!isPhone && <Table.Th>Roll No.</Table.Th>}
            <Table.Th>Student</Table.Th>
            {!isPhone && <Table.Th>Father</Table.Th>}
            <Table.Th>Class</Table.Th>
            <Table.Th>Last day</Table.Th>
            {!isPhone && <Table.Th>State</Table.Th>}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {students.map((student) => (
            <Table.Tr key={student.rollNo}>
              {!isPhone && <Table.Td>{student.rollNo}</Table.Td>}
              <Table.Td>
                <StudentLink rollNo={student.rollNo}>{student.studentName}</StudentLink>
              </Table.Td>
              {!isPhone && (
                <Table.Td>
                  <bdi>{student.fatherName}</bdi>
                </Table.Td>
              )}
              <Table.Td>
                {student.studentClass} {student.section}
              </Table.Td>
              <Table.Td>{formatDate(student.leftOn)}</Table.Td>
              {!isPhone && <Table.Td>{studentStateWords[student.state]}</Table.Td>}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Paper>
  )
}
