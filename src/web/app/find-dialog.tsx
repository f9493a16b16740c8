import './find-dialog.css'
import { CloseButton, FocusTrap, Group, Overlay, Paper, Portal, Text, TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { Fragment, useEffect, useId, useLayoutEffect, useRef, type Ref } from 'react'
import { useNavigate } from 'react-router'
import { canSeeContacts } from '#domain/roles.ts'
import { useSession, useStaff } from '#web/api/session.ts'
import { LookingUpNote, NotFoundNote } from '#web/kit/student-combobox.tsx'
import { StudentBalance, StudentStateChip } from '#web/kit/student-state.tsx'
import { deliverTypedKeys, startTypeAhead } from '#web/ui/type-ahead.ts'
import type { FindOption, StudentOption } from './find-options.ts'
import { useFind } from './use-find.ts'

const line = '1px solid var(--portal-line)'

interface FindProps {
  /** The prefix of the element ids of the list and its rows. */
  readonly id: string
  readonly find: ReturnType<typeof useFind>
}

/** The cursor stays in the field while the arrow keys move through the results. */
const FindField = ({ id, find, ref }: FindProps & { readonly ref: Ref<HTMLInputElement> }) => (
  <TextInput
    ref={ref}
    role="combobox"
    aria-label="Find a student or a screen"
    aria-autocomplete="list"
    aria-expanded={find.count > 0}
    aria-controls={find.count > 0 ? `${id}-list` : undefined}
    aria-activedescendant={find.active >= 0 ? `${id}-${find.active}` : undefined}
    placeholder="Student or screen"
    data-autofocus
    flex={1}
    leftSection={<IconSearch size={16} aria-hidden />}
    value={find.typed}
    onChange={(event) => find.type(event.currentTarget.value)}
    onKeyDown={find.press}
    maxLength={120}
    autoComplete="off"
    autoCapitalize="off"
    spellCheck={false}
    enterKeyHint="go"
  />
)

function FindResults({ id, find }: FindProps) {
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

const Hint = ({ children }: { readonly children: string }) => (
  <Text size="sm" c="dimmed">
    {children}
  </Text>
)

function EmptyFieldHint({ isNarrowed }: Pick<FindProps['find'], 'isNarrowed'>) {
  const { role } = useStaff()
  if (isNarrowed) return <Hint>Choose with ↑ ↓ and Enter; Backspace to go back</Hint>
  const numbers = canSeeContacts(role) ? ', CNIC, phone or roll number' : ' or roll number'
  return <Hint>{`A name, father's name${numbers}, or the name of a screen`}</Hint>
}

/** A hint on typing or keys, or a note that nothing was found. */
function FindNote({ typed, count, offersActions, isNarrowed, search }: FindProps['find']) {
  const { state, students, failure } = search
  if (typed.trim() === '' && !offersActions) return <EmptyFieldHint isNarrowed={isNarrowed} />
  if (state === 'failed') return <NotFoundNote words={failure?.msg ?? ''} />
  if (state === 'seeking') return <LookingUpNote />
  if (count === 0) return <NotFoundNote words="Nothing found" />
  const tabKey = offersActions ? '; Tab shows the actions' : ''
  const keys =
    students.length === 10 ? 'First 10 students shown. Type more letters' : 'Choose with ↑ ↓ and Enter'
  return <Hint>{keys + tabKey}</Hint>
}

/**
 * Focuses the field before the next key press, and restores the focus at the end. The returned function is for leaving:
 * the next screen gets the next keys. Call it inside the portal; outside it, the field is not mounted yet.
 */
function useFieldFocus(field: React.RefObject<HTMLInputElement | null>) {
  const isLeaving = useRef(false)
  useLayoutEffect(() => {
    const previous = document.activeElement
    field.current?.focus()
    if (field.current) deliverTypedKeys(field.current)
    return () => {
      if (isLeaving.current || !(previous instanceof HTMLElement) || !previous.isConnected) return
      previous.focus({ preventScroll: true })
    }
  }, [field])
  return () => {
    isLeaving.current = true
    // Blurs the field, so that it takes no keys while the dialog is still unmounting.
    field.current?.blur()
    startTypeAhead()
  }
}

function FindPanel({ close }: { readonly close: () => void }) {
  const navigate = useNavigate()
  const id = useId()
  const field = useRef<HTMLInputElement>(null)
  const leave = useFieldFocus(field)
  const signOut = useSession((session) => session.signOut)
  const open = ({ path, isLogout }: FindOption) => {
    leave()
    close()
    if (isLogout) void signOut().then(() => navigate(path))
    else void navigate(path)
  }
  const find = useFind(open)
  return (
    <FocusTrap>
      <Paper
        role="dialog"
        aria-modal
        aria-label="Find"
        w={560}
        maw="100%"
        style={{ overflow: 'hidden' }}
        withBorder
        shadow="md"
        onKeyDown={(event) => {
          if (event.key === 'Escape' && !event.nativeEvent.isComposing) close()
        }}
      >
        <Group gap={4} wrap="nowrap" p="xs">
          <FindField ref={field} id={id} find={find} />
          <CloseButton size={36} aria-label="Close" onClick={close} />
        </Group>
        {find.count > 0 && <FindResults id={id} find={find} />}
        <Group role="status" gap={6} px="sm" py={6} mih={34} wrap="nowrap" style={{ borderTop: line }}>
          <FindNote {...find} />
        </Group>
      </Paper>
    </FocusTrap>
  )
}

/** Finds screens, and students by name, father's name, roll number or (not for the role `read`) CNIC or phone. */
export const FindDialog = ({ close }: { readonly close: () => void }) => (
  <Portal>
    <Overlay
      fixed
      zIndex={400}
      backgroundOpacity={0.45}
      className="find-around no-print"
      onMouseDown={(event) => {
        if (event.target === event.currentTarget) close()
      }}
    >
      <FindPanel close={close} />
    </Overlay>
  </Portal>
)
