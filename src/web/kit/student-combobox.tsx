import { Group, Text } from '@mantine/core'
import type { InputHTMLAttributes, ReactElement } from 'react'
import { StudentBalance } from './student-balance.tsx'
import { StudentStateChip } from './student-state.tsx'
import type { StudentList } from './use-student-list.ts'
import type { StudentFound } from './use-student-search.ts'
import './student-combobox.css'

/** The attributes of an input while the list of students is below it. */
export const comboboxInput = (list: StudentList) =>
  ({
    role: 'combobox',
    autoComplete: 'off',
    'aria-autocomplete': 'list',
    'aria-haspopup': 'listbox',
    'aria-expanded': list.opened,
    'aria-controls': list.opened ? list.listId : undefined,
    'aria-activedescendant': list.active >= 0 ? `${list.listId}-${list.active}` : undefined,
    onFocus: () => list.setFocused(true),
    onBlur: () => list.setFocused(false),
  }) satisfies InputHTMLAttributes<HTMLInputElement>

interface StudentComboboxProps {
  readonly list: StudentList
  /** The input, which spreads `comboboxInput(list)`. */
  readonly children: ReactElement
}

/** Keeps a list that is wider than its field inside the window. */
function keepInWindow(list: HTMLElement | null): void {
  if (!list) return
  const overflow = list.getBoundingClientRect().right - (document.documentElement.clientWidth - 16)
  list.style.translate = overflow > 0 ? `${-overflow}px` : ''
}

const bringIntoSight = (option: HTMLElement | null): void => option?.scrollIntoView?.({ block: 'nearest' })

/** Shows the students below an input: name, father's name, class, roll number and, if they have left, the state. */
export const StudentCombobox = ({ list, children }: StudentComboboxProps) => (
  <div className="student-combobox">
    {children}
    {list.opened && (
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
            <StudentInBrief student={student} />
          </div>
        ))}
      </div>
    )}
  </div>
)

const StudentInBrief = ({ student }: { readonly student: StudentFound }) => (
  <>
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
  </>
)
