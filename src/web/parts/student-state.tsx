import type { StudentState } from '#domain/student.ts'
import { Badge } from '@mantine/core'
import { studentStateWords } from './student-state-words.ts'
import { wireDate } from './wire-date.ts'

interface Props {
  readonly state: StudentState
  /** The date of leaving or graduating, as the wire has it. */
  readonly on?: string | null
}

/** Whether a student is at school, or since when no longer. */
export const StudentStateChip = ({ state, on = null }: Props) => (
  <Badge variant="outline" color={state === 'active' ? 'forest' : 'gray'} tt="none">
    {studentStateWords[state]}
    {on !== null && ` on ${wireDate(on)}`}
  </Badge>
)
