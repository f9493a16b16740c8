import { Box, Button, Group, Stack, Text, VisuallyHidden } from '@mantine/core'
import { useEffect, useEffectEvent, type ComponentProps, type ReactNode } from 'react'
import type { StudentReply } from '#contract/student.ts'
import { useRecents } from '#web/kit/recents.ts'
import { StudentSearchField } from '#web/kit/student-combobox.tsx'
import { StudentLink } from '#web/kit/student-link.tsx'
import type { useStudentLookup } from '#web/kit/use-student-lookup.ts'
import { Screen } from '#web/ui/screen.tsx'
import { Failed } from '#web/ui/states.tsx'

interface StudentScreenProps {
  readonly title: string
  readonly lead: string
  readonly student: Pick<
    StudentReply,
    'rollNo' | 'studentName' | 'fatherName' | 'studentClass' | 'section'
  > | null
  readonly lookup: ReturnType<typeof useStudentLookup>
  readonly form: {
    readonly frame: ComponentProps<'form'>
    readonly sending: boolean
    readonly focusFirstInvalid: () => void
    readonly leave: () => void
  }
  /** The error of the search field. */
  readonly error?: ReactNode
  readonly actions?: ReactNode
  readonly maw?: number
  readonly children: ReactNode
}

/** A form about one student: the search, then the child in the title, whose name opens its page, and the fields. */
export function StudentScreen({
  student,
  lookup,
  form,
  error,
  maw,
  children,
  ...screen
}: StudentScreenProps) {
  const isInTitle = lookup.isChosen && lookup.found !== null
  const focusFirst = useEffectEvent(form.focusFirstInvalid)
  useEffect(() => {
    if (isInTitle) focusFirst()
  }, [isInTitle])
  const subject = student && (
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
        <Button variant="subtle" size="compact-sm" disabled={form.sending} onClick={lookup.clear}>
          Change student
        </Button>
      )}
    </Group>
  )
  return (
    <Screen {...screen} subject={subject} onLeave={form.leave}>
      <form {...form.frame} aria-label={screen.title}>
        <Stack gap="md" {...(maw && { maw })}>
          {!isInTitle && <StudentChoice lookup={lookup} error={error} sending={form.sending} />}
          {children}
        </Stack>
      </form>
    </Screen>
  )
}

interface StudentChoiceProps extends Pick<StudentScreenProps, 'lookup' | 'error'> {
  readonly sending: boolean
}

/** The search for a child, with the last six children. */
function StudentChoice({ lookup, error, sending }: StudentChoiceProps) {
  const { field, failure } = lookup
  const { students } = useRecents()
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
