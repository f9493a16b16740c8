import { Group, Stack, Text } from '@mantine/core'
import type { StudentForm } from '#web/kit/student-form/student-form.ts'
import { StudentLink } from '#web/kit/student-link.tsx'
import { StudentStateChip } from '#web/kit/student-state.tsx'
import { useStudentSearch } from '#web/kit/use-student-search.ts'
import { Attention } from '#web/ui/attention.tsx'

interface Props {
  readonly form: Pick<StudentForm, 'studentName' | 'fatherName'>
}

/** The longest text that the search accepts. */
const longestSought = 120

/** Names the students with both names, so that no child gets a second roll number. */
export function SameNames({ form }: Props) {
  const [child, father] = [form.studentName.trim(), form.fatherName.trim()]
  const { state, students } = useStudentSearch(
    child !== '' && father !== '' ? `${child} ${father}`.slice(0, longestSought) : '',
  )
  if (state !== 'found') return null
  return (
    <Attention role="status" title="Is this student already on record?">
      <Stack component="ul" gap={2} m={0} ps={28} style={{ listStyle: 'none' }}>
        {students.map(({ rollNo, studentName, fatherName, studentClass, section, state: standing }) => (
          <Group component="li" key={rollNo} gap="xs">
            <StudentLink rollNo={rollNo}>{studentName}</StudentLink>
            <Text span>
              <bdi>{fatherName}</bdi> · {studentClass} {section} · Roll No. {rollNo}
            </Text>
            {standing !== 'active' && <StudentStateChip state={standing} />}
          </Group>
        ))}
      </Stack>
    </Attention>
  )
}
