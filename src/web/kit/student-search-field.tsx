import type { KeyboardEvent, ReactNode, Ref } from 'react'
import { readSearch, rollNoFrom } from '#domain/student-search.ts'
import { FoundNote, LookingUpNote, NotFoundNote, StudentCombobox } from './student-combobox.tsx'
import { typingPauses, useAfterPause } from './typing-pauses.ts'
import { studentSought, useStudentList } from './use-student-list.ts'

export type StudentAnswer =
  /** `nothing` means that no look-up has begun; after `failed` the screen shows the reason below the field. */
  | { readonly state: 'nothing' | 'looking' | 'found' | 'failed' }
  | { readonly state: 'not found'; readonly words: string }

interface StudentSearchFieldProps {
  readonly label?: string
  readonly value: string
  readonly onChange: (typed: string) => void
  /** Called with a roll number to look up: after the pause, or `isChosen` on Enter or a choice; null for other text. */
  readonly onChosen: (rollNo: number | null, isChosen?: boolean) => void
  readonly answer: StudentAnswer
  readonly readOnly?: boolean
  readonly error?: ReactNode
  readonly autoFocus?: boolean
  readonly ref?: Ref<HTMLInputElement>
}

/**
 * The field of every screen that asks for a roll number; a name, CNIC or phone number also finds the student
 * (spec 2.edit-admissions.search, spec 9.constants.look-up).
 */
export function StudentSearchField(props: StudentSearchFieldProps) {
  const { label = 'Roll No.', value, onChange, onChosen, answer, readOnly = false, ...input } = props
  const rollNo = rollNoFrom(value)
  const list = useStudentList(readOnly ? '' : studentSought(value), (student) => {
    onChange(String(student.rollNo))
    onChosen(student.rollNo, true)
  })
  const isWaiting = rollNo !== null && answer.state === 'nothing'
  useAfterPause(isWaiting, rollNo, typingPauses.number, (number) => onChosen(number))

  const press = (event: KeyboardEvent) => {
    if (readOnly || list.takeKey(event) || event.key !== 'Enter') return
    // Enter looks the number up and must not submit a surrounding form.
    event.preventDefault()
    if (rollNo !== null) onChosen(rollNo, true)
  }
  const type = (typed: string) => {
    onChange(typed)
    onChosen(null)
  }
  return (
    <div role="search">
      <StudentCombobox
        {...input}
        list={list}
        label={label}
        placeholder="Or a name, father's name, CNIC or phone"
        value={value}
        onType={type}
        onKeyDown={press}
        readOnly={readOnly}
        variant={readOnly ? 'filled' : 'default'}
        clearLabel={`Clear ${label}`}
        note={<AnswerNote typed={value} answer={answer} />}
      />
    </div>
  )
}

function AnswerNote({ typed, answer }: { readonly typed: string; readonly answer: StudentAnswer }) {
  if (answer.state === 'not found') return <NotFoundNote words={answer.words} />
  if (answer.state === 'looking') return <LookingUpNote />
  if (answer.state === 'found') return <FoundNote words="Student found" />
  // A text without digits and letters can match no student.
  const cannotMatch = typed.trim() !== '' && readSearch(typed) === null
  return cannotMatch && <NotFoundNote words="Student not found" />
}
