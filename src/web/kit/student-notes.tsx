import { Loader, Text } from '@mantine/core'
import { IconCircleCheck, IconCircleX } from '@tabler/icons-react'
import { count } from '#domain/count.ts'
import { useIsSlow } from '#web/ui/states.tsx'
import type { StudentList } from './use-student-list.ts'

/** The number of students found, or a note that there is none (spec 8.look-up). */
export function StudentsFoundNote({ list }: { readonly list: StudentList }) {
  const { state, students, failure } = list
  if (state === 'seeking') return <LookingUpNote />
  if (state === 'nobody') return <NotFoundNote words="Student not found" />
  if (state === 'failed') return <NotFoundNote words={failure?.msg ?? ''} />
  return (
    <Text size="sm" c="dimmed">
      {students.length === 10
        ? 'First 10 shown. Type more letters.'
        : `${count(students.length, 'student')}; choose with ↑ ↓ and Enter`}
    </Text>
  )
}

export const FoundNote = ({ words }: { readonly words: string }) => (
  <>
    <IconCircleCheck size={18} color="var(--portal-paid)" aria-hidden />
    <Text size="sm" c="var(--portal-paid)">
      {words}
    </Text>
  </>
)

export const NotFoundNote = ({ words }: { readonly words: string }) => (
  <>
    <IconCircleX size={18} color="var(--mantine-color-error)" aria-hidden style={{ flexShrink: 0 }} />
    <Text size="sm" c="var(--mantine-color-error)" fw={600}>
      {words}
    </Text>
  </>
)

export function LookingUpNote() {
  return useIsSlow() ? (
    <>
      <Loader size={14} aria-hidden />
      <Text size="sm" c="dimmed">
        Searching…
      </Text>
    </>
  ) : null
}
