import { Alert, Button, Group, Text } from '@mantine/core'
import { useRef, type ComponentProps, type FormEvent, type KeyboardEvent, type ReactNode } from 'react'
import '#web/kit/form/form-buttons.css'
import { typingPauses } from '#web/kit/typing-pauses.ts'
import { Failed } from '#web/ui/states.tsx'
import type { useReceive } from './use-receive.ts'
import { VoucherSearchField, type SearchAnswer } from './voucher-search-field.tsx'

interface TillFormProps {
  /** The number, its voucher, and the payment or correction. */
  readonly entry: {
    readonly till: ReturnType<typeof useReceive>
    readonly sending: boolean
    readonly number: string
    readonly answer: SearchAnswer
    readonly type: (number: string) => void
    readonly find: (number: string) => void
    readonly submit: () => void
  }
  readonly search: Pick<ComponentProps<typeof VoucherSearchField>, 'label' | 'description' | 'onStudent'>
  /** Shown below the search field. */
  readonly belowSearch?: ReactNode
  readonly ready: boolean
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
export function TillForm({ entry, search, belowSearch, ready, showsNotice, ...parts }: TillFormProps) {
  const { onCancel, label, keyMark, outcome, foot, children } = parts
  const { till, sending, number, answer, type, find, submit } = entry
  const { searchField, form, busy, problem } = till
  const press = (event: FormEvent) => {
    event.preventDefault()
    submit()
  }
  return (
    <>
      <VoucherSearchField
        {...search}
        ref={searchField}
        value={number}
        onChange={type}
        onEnter={() => find(number)}
        answer={answer}
        readOnly={busy}
      />
      {belowSearch}
      <form ref={form} noValidate onSubmit={press} className="till-form">
        <div className="till-form-body">
          {children}
          {answer.state === 'failed' && <Failed failure={answer.failure} retry={() => find(number)} />}
          {showsNotice && problem.notice && (
            <Alert role="alert" color="red" variant="outline" title={problem.notice.title} mt="sm">
              <Text>{problem.notice.words}</Text>
            </Alert>
          )}
        </div>
        {foot}
        <Group className="till-form-buttons form-buttons" justify="space-between" gap="sm" mt="sm">
          <Text role="status" fw={600}>
            {outcome}
          </Text>
          <Group gap="sm" ml="auto">
            <Button variant="default" onClick={onCancel} disabled={busy}>
              Cancel
            </Button>
            <Button type="submit" disabled={!ready || busy} loading={sending} rightSection={keyMark}>
              {label}
            </Button>
          </Group>
        </Group>
      </form>
    </>
  )
}

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
