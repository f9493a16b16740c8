import { Alert, Button, Group, Text } from '@mantine/core'
import { useRef, type FormEvent, type KeyboardEvent, type ReactNode } from 'react'
import { Link } from 'react-router'
import { FoundNote, LookingUpNote, NotFoundNote, StudentCombobox } from '#web/kit/student-combobox.tsx'
import { typingPauses } from '#web/kit/typing-pauses.ts'
import { useStudentList } from '#web/kit/use-student-list.ts'
import { Attention } from '#web/ui/attention.tsx'
import { Failed } from '#web/ui/states.tsx'
import { studentSoughtAtCounter, type useTill } from './use-till.ts'

type Till = ReturnType<typeof useTill>

interface TillFormProps {
  readonly till: Till
  readonly search?: {
    readonly label: string
    readonly description: string
    /** Called with a student who was chosen by name, CNIC or phone. */
    readonly onStudent: (rollNo: number) => void
  }
  /** Shown below the search field. */
  readonly belowSearch?: ReactNode
  /** True if the shown voucher takes money or a correction. */
  readonly open: boolean
  readonly sending: boolean
  readonly submit: () => void
  /** False if the contents explain the problem. */
  readonly showsNotice: boolean
  readonly onCancel: () => void
  readonly label: string
  /** The key that presses the main button. */
  readonly keyMark?: ReactNode
  /** The effect of the main button, shown next to the buttons. */
  readonly outcome?: ReactNode
  /** Stays in sight above the buttons. */
  readonly foot?: ReactNode
  readonly children: ReactNode
}

/** The search for a voucher, and the form that receives or corrects money, with its problem and two buttons at its foot. */
export function TillForm({ till, search, belowSearch, open, sending, submit, ...parts }: TillFormProps) {
  const { form, busy, problem, answer, find, number } = till
  const ready = open && !busy && !(answer.state === 'found' && answer.reloading)
  const press = (event: FormEvent) => {
    event.preventDefault()
    if (ready) submit()
  }
  return (
    <>
      <VoucherSearch till={till} search={search} />
      {belowSearch}
      <form ref={form} noValidate onSubmit={press} className="till-form">
        <div className="till-form-body">
          {parts.children}
          {answer.state === 'failed' && <Failed failure={answer.failure} retry={() => find(number)} />}
          {parts.showsNotice && problem.notice && (
            <Alert role="alert" color="red" variant="outline" title={problem.notice.title} mt="sm">
              <Text>{problem.notice.words}</Text>
            </Alert>
          )}
        </div>
        {parts.foot}
        <Group className="till-form-buttons form-buttons" justify="space-between" gap="sm" mt="sm">
          <Text role="status" fw={600}>
            {parts.outcome}
          </Text>
          <Group gap="sm" ml="auto">
            <Button variant="default" onClick={parts.onCancel} disabled={busy}>
              Cancel
            </Button>
            <Button type="submit" disabled={!ready} loading={sending} rightSection={parts.keyMark}>
              {parts.label}
            </Button>
          </Group>
        </Group>
      </form>
    </>
  )
}

/** Finds by roll number, voucher number typed or scanned, or name. */
function VoucherSearch({ till, search }: { readonly till: Till; readonly search: TillFormProps['search'] }) {
  const { searchField, number, busy, answer, find } = till
  const list = useStudentList(busy ? '' : studentSoughtAtCounter(number), ({ rollNo }) =>
    search ? search.onStudent(rollNo) : find(String(rollNo)),
  )
  function press(event: FormEvent) {
    event.preventDefault()
    if (!busy) find(number)
  }
  return (
    <form role="search" onSubmit={press}>
      <StudentCombobox
        ref={searchField}
        label={search?.label ?? 'Roll No. or Voucher No.'}
        description={search?.description}
        list={list}
        placeholder="Number, name or scan"
        size="md"
        value={number}
        onType={till.type}
        onKeyDown={(event) => void list.takeKey(event)}
        readOnly={busy}
        clearLabel="Clear the number"
        note={
          <>
            {answer.state === 'looking' && <LookingUpNote />}
            {answer.state === 'found' && <FoundNote words="Voucher found" />}
            {answer.state === 'not found' && <NotFoundNote words={answer.words} />}
          </>
        }
      />
    </form>
  )
}

export interface Reason {
  readonly title: string
  readonly words: string
  /** The number of the voucher that counts in its place. */
  readonly instead?: string | null
  /** The label and address of the next step. */
  readonly link?: readonly [label: string, to: string] | false
}

interface ObstacleProps {
  readonly reason: Reason
  readonly find: (voucherNo: string) => void
  readonly children?: ReactNode
}

/** Explains why a voucher takes no money or correction, with the next steps. */
export const Obstacle = ({ reason: { title, words, instead, link }, find, children }: ObstacleProps) => (
  <Attention role="alert" title={title} words={words} mt="sm">
    <Group gap="xs">
      {instead && <Button {...nextStep} onClick={() => find(instead)}>{`Open ${instead}`}</Button>}
      {children}
      {link && (
        <Button {...nextStep} component={Link} to={link[1]}>
          {link[0]}
        </Button>
      )}
    </Group>
  </Attention>
)

export const nextStep = { variant: 'default', size: 'xs' } as const

/** Drops the Enters of a held key and a scanner's second line end, so that only a deliberate Enter receives money. */
export function useSingleEnter(): (event: KeyboardEvent) => void {
  const lastEnterAt = useRef(-Infinity)
  return (event) => {
    if (event.key !== 'Enter') return
    const isEcho = event.timeStamp - lastEnterAt.current < typingPauses.betweenEnters
    lastEnterAt.current = event.timeStamp
    if (!event.repeat && !isEcho) return
    event.preventDefault()
    event.stopPropagation()
  }
}
