import { Title } from '@mantine/core'
import type { StudentReply } from '#contract/student.ts'
import { Facts } from '#web/ui/facts.tsx'
import { StudentLink } from './student-link.tsx'

interface Props {
  readonly student: Pick<StudentReply, 'rollNo' | 'studentName' | 'fatherName' | 'studentClass' | 'section'>
}

/** The facts by which a clerk recognises the right child. */
export const StudentInBrief = ({ student }: Props) => (
  <section aria-label="Student">
    <Title order={2} mb={4}>
      <StudentLink rollNo={student.rollNo}>{student.studentName}</StudentLink>
    </Title>
    <Facts
      layout="line"
      facts={[
        { label: 'Father Name', value: student.fatherName },
        { label: 'Class', value: student.studentClass },
        { label: 'Section', value: student.section },
      ]}
    />
  </section>
)
