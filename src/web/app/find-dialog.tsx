import { CloseButton, FocusTrap, Group, Overlay, Paper, Portal, Text, TextInput } from '@mantine/core'
import { useId, useLayoutEffect, useRef, type Ref } from 'react'
import { useNavigate } from 'react-router'
import { deliverTypedKeys, startTypeAhead } from '#web/ui/type-ahead.ts'
import type { FindOption } from './find-options.ts'
import { FindResults } from './find-results.tsx'
import { useFind } from './use-find.ts'
import './find-dialog.css'
import { IconSearch } from '@tabler/icons-react'
import { canSeeContacts } from '#domain/roles.ts'
import { useSession, useStaff } from '#web/api/session.ts'
import { LookingUpNote, NotFoundNote } from '#web/kit/student-combobox.tsx'
import type { StudentSearch } from '#web/kit/use-student-list.ts'

interface FieldProps {
  /** The prefix of the element ids of the list and its rows. */
  readonly id: string
  readonly find: ReturnType<typeof useFind>
  readonly ref: Ref<HTMLInputElement>
}

/** The cursor stays in the field while the arrow keys move through the results. */
const FindField = ({ id, find, ref }: FieldProps) => (
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

interface NoteProps {
  readonly typed: string
  readonly count: number
  readonly offersActions: boolean
  readonly isNarrowed: boolean
  readonly search: StudentSearch
}

const Hint = ({ children }: { readonly children: string }) => (
  <Text size="sm" c="dimmed">
    {children}
  </Text>
)

const EmptyFieldHint = ({ isNarrowed }: Pick<NoteProps, 'isNarrowed'>) => {
  const { role } = useStaff()
  if (isNarrowed) return <Hint>Choose with ↑ ↓ and Enter; Backspace to go back</Hint>
  const numbers = canSeeContacts(role) ? ', CNIC, phone or roll number' : ' or roll number'
  return <Hint>{`A name, father's name${numbers}, or the name of a screen`}</Hint>
}

/** A hint on typing or keys, or a note that nothing was found. */
function FindNote({ typed, count, offersActions, isNarrowed, search }: NoteProps) {
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

interface Props {
  readonly close: () => void
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

function FindPanel({ close }: Props) {
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
        className="find-dialog"
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
        <Group role="status" className="find-note" gap={6} px="sm" py={6} mih={34} wrap="nowrap">
          <FindNote {...find} />
        </Group>
      </Paper>
    </FocusTrap>
  )
}

/** Finds screens, and students by name, father's name, roll number or (not for the role `read`) CNIC or phone. */
export const FindDialog = ({ close }: Props) => (
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
