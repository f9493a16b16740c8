import { studentPath } from '#web/kit/student-link.tsx'
import { StudentStateChip } from '#web/kit/student-state.tsx'
import type { StudentFound } from '#web/kit/use-student-search.ts'
import { Group, Text } from '@mantine/core'
import { useEffect, type ReactNode } from 'react'
import type { useFind } from './use-find.ts'

interface Props {
  readonly id: string
  readonly find: ReturnType<typeof useFind>
  readonly onOpen: (path: string) => void
}

/** The screens found, then the students; the row that Enter opens is kept in sight. */
export function FindResults({ id, find, onOpen }: Props) {
  const { screens, search, active } = find
  const old = search.state === 'seeking'
  useEffect(() => {
    document.getElementById(`${id}-${active}`)?.scrollIntoView({ block: 'nearest' })
  }, [id, active])
  const row = (place: number, path: string, children: ReactNode) => (
    <div
      key={path}
      id={`${id}-${place}`}
      role="option"
      className="find-row"
      aria-selected={place === active}
      onMouseDown={(event) => event.preventDefault()}
      onMouseMove={() => find.point(place)}
      onClick={() => onOpen(path)}
    >
      {children}
    </div>
  )
  return (
    <div id={`${id}-list`} role="listbox" className="find-list" aria-label="Found" aria-busy={old}>
      {screens.length > 0 && (
        <Part name="Screens">{screens.map(({ path, label }, place) => row(place, path, label))}</Part>
      )}
      {search.students.length > 0 && (
        <Part name="Students">
          {search.students.map((student, place) =>
            row(screens.length + place, studentPath(student.rollNo), <StudentFoundRow student={student} />),
          )}
        </Part>
      )}
    </div>
  )
}

const Part = ({ name, children }: { readonly name: string; readonly children: ReactNode }) => (
  <div role="group" aria-label={name}>
    <Text size="xs" c="dimmed" px="sm" aria-hidden>
      {name}
    </Text>
    {children}
  </div>
)

const StudentFoundRow = ({ student }: { readonly student: StudentFound }) => (
  <>
    <Group justify="space-between" gap="xs" wrap="nowrap">
      <Text component="bdi" fw={600} truncate>
        {student.studentName}
      </Text>
      <Group gap={8} wrap="nowrap" style={{ flexShrink: 0 }}>
        <StudentStateChip state={student.state} />
        <Text span className="figures">
          {student.rollNo}
        </Text>
      </Group>
    </Group>
    <Text size="xs" c="dimmed" lh={1.3}>
      <bdi>{student.fatherName}</bdi> · {student.studentClass} {student.section}
      {student.fatherHomePhone !== '' && ` · ${student.fatherHomePhone}`}
    </Text>
  </>
)
