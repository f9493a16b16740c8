import { CloseButton, Group, TextInput } from '@mantine/core'
import type { ReactNode, Ref } from 'react'
import { rollNoFrom } from '#domain/student-search.ts'
import { comboboxInput, StudentCombobox } from './student-combobox.tsx'
import { FoundNote, LookingUpNote, NotFoundNote, StudentsFoundNote } from './student-notes.tsx'
import { useStudentField, type StudentAnswer, type StudentFieldProps } from './use-student-field.ts'
import type { StudentList } from './use-student-list.ts'
import { studentSought } from './use-student-search.ts'

export interface StudentSearchFieldProps extends StudentFieldProps {
  readonly label?: string
  readonly error?: ReactNode
  readonly autoFocus?: boolean
  readonly ref?: Ref<HTMLInputElement>
}

/**
 * The field of every screen that asks for a roll number; a name, CNIC or phone number also finds the student
 * (spec 2.edit-admissions.search, spec 9.constants.look-up).
 */
export function StudentSearchField(props: StudentSearchFieldProps) {
  const { onChange: _, onChosen: _chosen, answer, label = 'Roll No.', readOnly, ...rest } = props
  const { list, type, press } = useStudentField(props)
  return (
    <div role="search">
      <StudentCombobox list={list}>
        <TextInput
          {...rest}
          {...comboboxInput(list)}
          label={label}
          description="Or a name, father's name, CNIC or phone"
          onChange={(event) => type(event.currentTarget.value)}
          onKeyDown={press}
          readOnly={readOnly ?? false}
          variant={readOnly ? 'filled' : 'default'}
          maxLength={120}
          autoCapitalize="off"
          spellCheck={false}
          enterKeyHint="search"
          rightSection={
            props.value !== '' && !readOnly ? (
              <CloseButton aria-label={`Clear ${label}`} tabIndex={-1} onClick={() => type('')} />
            ) : null
          }
        />
      </StudentCombobox>
      <Group role="status" mih={26} gap={6} mt={4} wrap="nowrap">
        <SearchMessage value={props.value} list={list} answer={answer} />
      </Group>
    </div>
  )
}

/** True if the text has neither digits nor letters, so that it can match no student. */
const cannotMatch = (typed: string): boolean =>
  typed.trim() !== '' && rollNoFrom(typed) === null && studentSought(typed) === ''

interface SearchMessageProps {
  readonly value: string
  readonly list: StudentList
  readonly answer: StudentAnswer
}

function SearchMessage({ value, list, answer }: SearchMessageProps) {
  if (list.state !== 'off') return <StudentsFoundNote list={list} />
  if (answer.state === 'not found') return <NotFoundNote words={answer.words} />
  if (answer.state === 'looking') return <LookingUpNote />
  if (answer.state === 'found') return <FoundNote words="Student found" />
  return cannotMatch(value) && <NotFoundNote words="Student not found" />
}
