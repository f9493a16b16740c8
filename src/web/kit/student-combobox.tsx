import { Combobox, Group, Text, useCombobox } from '@mantine/core'
import './student-combobox.css'
import type { InputHTMLAttributes, ReactElement } from 'react'
import { StudentStateChip } from './student-state.tsx'
import type { StudentList } from './use-student-list.ts'
import type { StudentFound } from './use-student-search.ts'

/** What an input says of itself where the list of students hangs under it. */
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
  /** The input that the list hangs under; it spreads `comboboxInput(list)`. */
  readonly children: ReactElement
}

/** Hangs the list of students under an input: name, father's name, class, roll number and, of who has left, the state. */
export function StudentCombobox({ list, children }: StudentComboboxProps) {
  const store = useCombobox({
    opened: list.opened,
    onOpenedChange: (opened) => {
      if (!opened) list.close()
    },
  })
  const choose = (rollNo: string) => {
    const student = list.students.find((listed) => String(listed.rollNo) === rollNo)
    if (student) list.choose(student)
  }
  return (
    <Combobox
      store={store}
      onOptionSubmit={choose}
      position="bottom-start"
      width={480}
      shadow="md"
      keepMounted={false}
      withinPortal={false}
      transitionProps={{ duration: 0 }}
      styles={{ dropdown: { maxWidth: 'calc(100vw - 32px)' } }}
    >
      <Combobox.Target withKeyboardNavigation={false} withAriaAttributes={false}>
        {children}
      </Combobox.Target>
      <Combobox.Dropdown>
        <Combobox.Options
          id={list.listId}
          aria-label="Students found"
          aria-busy={list.state === 'seeking'}
          style={{ maxHeight: '60dvh', overflowY: 'auto' }}
        >
          {list.students.map((student, place) => (
            <Combobox.Option
              key={student.rollNo}
              id={`${list.listId}-${place}`}
              value={String(student.rollNo)}
              selected={place === list.active}
              aria-selected={place === list.active}
              className="student-option"
              px="xs"
              py={3}
            >
              <StudentInBrief student={student} />
            </Combobox.Option>
          ))}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  )
}

const StudentInBrief = ({ student }: { readonly student: StudentFound }) => (
  <>
    <Group justify="space-between" gap="xs" wrap="nowrap">
      <Text component="bdi" fw={600} truncate>
        {student.studentName}
      </Text>
      <Group gap={6} wrap="nowrap" style={{ flexShrink: 0 }}>
        {student.state !== 'active' && <StudentStateChip state={student.state} />}
        <Text span className="figures">
          {student.rollNo}
        </Text>
      </Group>
    </Group>
    <Text size="xs" c="dimmed" lh={1.3}>
      <bdi>{student.fatherName}</bdi> · {student.studentClass} {student.section}
    </Text>
  </>
)
