import { CloseButton, Group, Loader, Text, TextInput, type TextInputProps } from '@mantine/core'
import { IconCircleCheck, IconCircleX } from '@tabler/icons-react'
import type { KeyboardEvent, ReactNode, Ref } from 'react'
import { count } from '#domain/count.ts'
import { readSearch, rollNoFrom } from '#domain/student-search.ts'
import { useIsSlow } from '#web/ui/states.tsx'
import { StudentBalance, StudentStateChip } from './student-state.tsx'
import { typingPauses, useAfterPause } from './typing-pauses.ts'
import { studentSought, useStudentList, type StudentList } from './use-student-list.ts'
import './student-combobox.css'

interface StudentComboboxProps extends Omit<TextInputProps, 'onChange' | 'list' | 'ref'> {
  readonly list: StudentList
  readonly value: string
  readonly readOnly: boolean
  readonly onType: (typed: string) => void
  /** The label of the button that empties the field. */
  readonly clearLabel: string
  /** Shown below the field while no students are searched for. */
  readonly note: ReactNode
  readonly ref?: Ref<HTMLInputElement> | undefined
}

/** A search field with the students found, and a note below it. */
export function StudentCombobox(props: StudentComboboxProps) {
  const { list, value, readOnly, onType, clearLabel, note, ref, ...input } = props
  return (
    <>
      <div style={{ position: 'relative' }}>
        <TextInput
          {...input}
          ref={ref ?? null}
          role="combobox"
          autoComplete="off"
          aria-autocomplete="list"
          aria-haspopup="listbox"
          aria-expanded={list.opened}
          aria-controls={list.opened ? list.listId : undefined}
          aria-activedescendant={list.active >= 0 ? `${list.listId}-${list.active}` : undefined}
          onFocus={() => list.setFocused(true)}
          onBlur={() => list.setFocused(false)}
          value={value}
          onChange={(event) => onType(event.currentTarget.value)}
          readOnly={readOnly}
          maxLength={120}
          autoCapitalize="off"
          spellCheck={false}
          enterKeyHint="search"
          rightSection={
            value !== '' && !readOnly ? (
              <CloseButton aria-label={clearLabel} tabIndex={-1} onClick={() => onType('')} />
            ) : null
          }
        />
        {list.opened && <StudentOptions list={list} />}
      </div>
      <Group role="status" mih={26} gap={6} mt={4} wrap="nowrap">
        {list.state === 'off' ? note : <StudentsFoundNote list={list} />}
      </Group>
    </>
  )
}

/** Keeps a list that is wider than its field inside the window. */
function keepInWindow(list: HTMLElement | null): void {
  if (!list) return
  const overflow = list.getBoundingClientRect().right - (document.documentElement.clientWidth - 16)
  list.style.translate = overflow > 0 ? `${-overflow}px` : ''
}

const bringIntoSight = (option: HTMLElement | null): void => option?.scrollIntoView?.({ block: 'nearest' })

const StudentOptions = ({ list }: { readonly list: StudentList }) => (
  <div
    ref={keepInWindow}
    className="student-options"
    id={list.listId}
    role="listbox"
    aria-label="Students found"
    aria-busy={list.state === 'seeking'}
    // Keeps the cursor in the field.
    onMouseDown={(event) => event.preventDefault()}
  >
    {list.students.map((student, index) => (
      <div
        key={student.rollNo}
        ref={index === list.active ? bringIntoSight : null}
        id={`${list.listId}-${index}`}
        role="option"
        aria-selected={index === list.active}
        className="student-option"
        onClick={() => list.choose(student)}
      >
        <Group justify="space-between" gap="xs" wrap="nowrap">
          <Text component="bdi" fw={600} truncate>
            {student.studentName}
          </Text>
          <Group gap={6} wrap="nowrap" style={{ flexShrink: 0 }}>
            {student.state !== 'active' && <StudentStateChip state={student.state} />}
            <StudentBalance of={student.latestVoucher} />
          </Group>
        </Group>
        <Text size="xs" c="dimmed" lh={1.3}>
          <bdi>{student.fatherName}</bdi> · {student.studentClass} {student.section} · {student.rollNo}
        </Text>
      </div>
    ))}
  </div>
)

/** The number of students found, or a note that there is none (spec 8.look-up). */
function StudentsFoundNote({ list: { state, students, failure } }: { readonly list: StudentList }) {
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
  return (
    <div role="search">
      <StudentCombobox
        {...input}
        list={list}
        label={label}
        placeholder="Or a name, father's name, CNIC or phone"
        value={value}
        onType={(typed) => {
          onChange(typed)
          onChosen(null)
        }}
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
