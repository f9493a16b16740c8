import { Group, Text } from '@mantine/core'
import { Fragment, useEffect } from 'react'
import { StudentBalance, StudentStateChip } from '#web/kit/student-state.tsx'
import type { StudentOption } from './find-options.ts'
import type { useFind } from './use-find.ts'

interface Props {
  readonly id: string
  readonly find: ReturnType<typeof useFind>
}

/** Shows the results by group, and scrolls to the row that Enter opens. */
export function FindResults({ id, find }: Props) {
  const { groups, search, active } = find
  useEffect(() => {
    document.getElementById(`${id}-${active}`)?.scrollIntoView({ block: 'nearest' })
  }, [id, active])
  let index = -1
  return (
    <div
      id={`${id}-list`}
      role="listbox"
      className="find-list"
      aria-label="Found"
      aria-busy={search.state === 'seeking'}
    >
      {groups.map(({ name, options }) => (
        <div key={name} role="group" aria-label={name}>
          <Text size="xs" c="dimmed" px="sm" aria-hidden>
            {name}
          </Text>
          {options.map((option) => {
            index += 1
            const row = index
            return (
              <div
                key={option.path}
                id={`${id}-${row}`}
                role="option"
                className="find-row"
                aria-selected={row === active}
                onMouseDown={(event) => event.preventDefault()}
                onMouseMove={() => find.point(row)}
                onClick={() => find.choose(option)}
              >
                {option.student ? <StudentRow student={option.student} /> : option.label}
              </div>
            )
          })}
        </div>
      ))}
    </div>
  )
}

function StudentRow({ student }: { readonly student: StudentOption }) {
  const { rollNo, studentName, fatherName, studentClass, section, fatherHomePhone, state } = student
  const facts = [`${studentClass} ${section}`, `roll no. ${rollNo}`, fatherHomePhone].filter(Boolean)
  return (
    <>
      <Group justify="space-between" gap="xs" wrap="nowrap">
        <Text component="bdi" fw={500} truncate>
          {studentName}
        </Text>
        <Group gap={8} wrap="nowrap" style={{ flexShrink: 0 }}>
          {state !== 'active' && <StudentStateChip state={state} />}
          <StudentBalance of={student.latestVoucher ?? null} />
        </Group>
      </Group>
      <Text size="xs" c="dimmed" lh={1.3}>
        <bdi>{fatherName}</bdi>
        {facts.map((fact) => (
          <Fragment key={fact}>
            {' · '}
            <Text span inherit style={{ whiteSpace: 'nowrap' }}>
              {fact}
            </Text>
          </Fragment>
        ))}
      </Text>
    </>
  )
}
