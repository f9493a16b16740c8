import { Title } from '@mantine/core'
import type { StudentReply } from '#contract/student.ts'
import { formatDate, formatIfDate } from '#domain/calendar.ts'
import { orNotKnown } from '#domain/student.ts'
import { StudentLink } from '#web/kit/student-link.tsx'
import { Facts } from '#web/ui/facts.tsx'

/** Enough about the student to recognise the right child. */
export const LeavingStudent = ({ student }: { readonly student: StudentReply }) => (
  <section aria-label="Student">
    <Title order={2} size="h1" mt="xs" mb="xs">
      <StudentLink rollNo={student.rollNo}>{student.studentName}</StudentLink>
    </Title>
    <Facts
      laidOut="columns"
      facts={[
        { label: 'Father Name', value: student.fatherName },
        { label: 'Roll No.', value: student.rollNo },
        { label: 'Class', value: student.studentClass },
        { label: 'Section', value: student.section },
        { label: 'Admission Date', value: formatDate(student.admissionDate) },
        { label: 'Date of Birth', value: orNotKnown(formatIfDate(student.dateOfBirth)) },
        { label: 'Father Phone Number', value: orNotKnown(student.fatherHomePhone) },
        { label: 'Admission No.', value: student.admissionNo },
      ]}
    />
  </section>
)
