import { Text } from '@mantine/core'
import { canSeeContacts } from '#domain/roles.ts'
import { useStaff } from '#web/api/session.ts'
import { LookingUpNote, NotFoundNote } from '#web/kit/student-notes.tsx'
import type { StudentSearch } from '#web/kit/use-student-search.ts'

interface Props {
  readonly typed: string
  readonly count: number
  readonly offersActions: boolean
  readonly isNarrowed: boolean
  readonly search: StudentSearch
}

const Plain = ({ children }: { readonly children: string }) => (
  <Text size="sm" c="dimmed">
    {children}
  </Text>
)

const FirstHint = ({ isNarrowed }: Pick<Props, 'isNarrowed'>) => {
  const { role } = useStaff()
  if (isNarrowed) return <Plain>Choose with ↑ ↓ and Enter; Backspace to go back</Plain>
  const numbers = canSeeContacts(role) ? ', CNIC, phone or roll number' : ' or roll number'
  return <Plain>{`A name, father's name${numbers}, or the name of a screen`}</Plain>
}

/** A hint on typing or keys, or a note that nothing was found. */
export function FindNote({ typed, count, offersActions, isNarrowed, search }: Props) {
  const { state, students, failure } = search
  if (typed.trim() === '' && !offersActions) return <FirstHint isNarrowed={isNarrowed} />
  if (state === 'failed') return <NotFoundNote words={failure?.msg ?? ''} />
  if (state === 'seeking') return <LookingUpNote />
  if (count === 0) return <NotFoundNote words="Nothing found" />
  const tab = offersActions ? '; Tab shows the actions' : ''
  const first =
    students.length === 10 ? 'First 10 students shown. Type more letters' : 'Choose with ↑ ↓ and Enter'
  return <Plain>{first + tab}</Plain>
}
