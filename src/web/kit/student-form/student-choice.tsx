import { Box, Button, Group, Stack, Text, VisuallyHidden } from '@mantine/core'
import { useEffect, useEffectEvent, type ComponentProps, type ReactNode } from 'react'
import type { StudentReply } from '#contract/student.ts'
import { useRecents } from '#web/kit/recents.ts'
import { StudentLink } from '#web/kit/student-link.tsx'
import { StudentSearchField } from '#web/kit/student-combobox.tsx'
import type { useStudentLookup } from '#web/kit/use-student-lookup.ts'
import { Screen } from '#web/ui/screen.tsx'
import { Failed } from '#web/ui/states.tsx'

type Lookup = ReturnType<typeof useStudentLookup>

interface StudentSubjectProps {
  readonly student: Pick<
    StudentReply,
    'rollNo' | 'studentName' | 'fatherName' | 'studentClass' | 'section'
  > | null
  readonly lookup: Lookup
  readonly sending: boolean
}

interface StudentScreenProps extends Omit<StudentSubjectProps, 'sending'> {
  readonly title: string
  readonly lead: string
  readonly form: {
    readonly frame: ComponentProps<'form'>
    readonly sending: boolean
    readonly focusFirstInvalid: () => void
    readonly leave: () => void
  }
  readonly actions?: ReactNode
  readonly maw?: number
  readonly children: ReactNode
}

/** A form about one student: the search, then the child in the title and the fields. */
export const StudentScreen = ({ student, lookup, form, maw, children, ...screen }: StudentScreenProps) => (
  <Screen
    {...screen}
    subject={<StudentSubject student={student} lookup={lookup} sending={form.sending} />}
    onLeave={form.leave}
  >
    <form {...form.frame} aria-label={screen.title}>
      <Stack gap="md" {...(maw && { maw })}>
        <StudentChoice lookup={lookup} sending={form.sending} focus={form.focusFirstInvalid} />
        {children}
      </Stack>
    </form>
  </Screen>
)

/** The chosen child in the title of a screen; the name opens the student's page. */
export const StudentSubject = ({ student, lookup, sending }: StudentSubjectProps) =>
  student && (
    <Group component="section" aria-label="Student" gap="xs">
      {lookup.isChosen && <VisuallyHidden role="status">Student found</VisuallyHidden>}
      <Text fw={600}>
        <StudentLink rollNo={student.rollNo}>{student.studentName}</StudentLink>
      </Text>
      <Text>
        <bdi>{student.fatherName}</bdi> · class {student.studentClass} {student.section} · Roll No.{' '}
        {student.rollNo}
      </Text>
      {lookup.isChosen && (
        <Button variant="subtle" size="compact-sm" disabled={sending} onClick={lookup.clear}>
          Change student
        </Button>
      )}
    </Group>
  )

interface StudentChoiceProps {
  readonly lookup: Lookup
  readonly error?: ReactNode
  readonly sending: boolean
  /** Moves the focus to the first field once a child is chosen. */
  readonly focus: () => void
}

/** The search for a child with the last six children; nothing once the child is in the title. */
export function StudentChoice({ lookup, error, sending, focus }: StudentChoiceProps) {
  const { field, isChosen, found, failure } = lookup
  const { students } = useRecents()
  const isInTitle = isChosen && found !== null
  const focusFirst = useEffectEvent(focus)
  useEffect(() => {
    if (isInTitle) focusFirst()
  }, [isInTitle])
  if (isInTitle) return null
  return (
    <Box maw={420}>
      <StudentSearchField {...field} error={error} readOnly={sending} autoFocus />
      {failure && <Failed failure={failure} retry={() => void lookup.reload()} />}
      {field.value === '' && (
        <Group role="group" aria-label="Recent students" gap="xs">
          {students
            .filter(({ state }) => state === 'active')
            .map(({ rollNo, studentName, studentClass, section }) => (
              <Button key={rollNo} variant="default" size="compact-md" onClick={() => lookup.open(rollNo)}>
                <bdi>{studentName}</bdi>, {studentClass} {section} · {rollNo}
              </Button>
            ))}
        </Group>
      )}
    </Box>
  )
}
