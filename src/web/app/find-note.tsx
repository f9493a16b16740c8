import { canSeeContacts } from '#domain/roles.ts'
import { useStaff } from '#web/api/session.ts'
import { LookingUpNote, NotFoundNote } from '#web/kit/student-notes.tsx'
import type { StudentSearch } from '#web/kit/use-student-search.ts'
import { Text } from '@mantine/core'

interface Props {
  readonly typed: string
  /** How many screens were found. */
  readonly screens: number
  readonly search: StudentSearch
}

const Plain = ({ children }: { readonly children: string }) => (
  <Text size="sm" c="dimmed">
    {children}
  </Text>
)

/** What to type, how much was found, or that there is nothing. */
export function FindNote({ typed, screens, search: { state, students, failure } }: Props) {
  const { role } = useStaff()
  if (typed.trim() === '') {
    const numbers = canSeeContacts(role) ? ', CNIC, phone or roll number' : ' or roll number'
    return <Plain>{`A name, father's name${numbers}, or the name of a screen`}</Plain>
  }
  if (state === 'failed') return <NotFoundNote words={failure?.msg ?? ''} />
  if (state === 'seeking') return <LookingUpNote />
  if (screens + students.length === 0) return <NotFoundNote words="Nothing found" />
  if (students.length === 10) return <Plain>The nearest 10 students; type more to narrow</Plain>
  return <Plain>{`${screens + students.length} found; choose with ↑ ↓ and Enter`}</Plain>
}
