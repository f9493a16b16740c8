import { Alert, Button, Group, Text } from '@mantine/core'
import { useRef, type FormEvent, type KeyboardEvent, type ReactNode } from 'react'
import '#web/kit/form/form-buttons.css'
import { typingPauses } from '#web/kit/typing-pauses.ts'
import type { useReceive } from './use-receive.ts'

interface TillFormProps {
  readonly till: ReturnType<typeof useReceive>
  readonly sending: boolean
  readonly ready: boolean
  /** False if the contents explain the problem. */
  readonly showsNotice: boolean
  readonly onSubmit: () => void
  readonly onCancel: () => void
  /** The label of the main button, and the key that presses it. */
  readonly label: string
  readonly keyMark?: ReactNode
  /** The effect of the main button, shown next to the buttons. */
  readonly outcome?: ReactNode
  /** Stays in sight above the buttons. */
  readonly foot?: ReactNode
  readonly children: ReactNode
}

/** The form that receives or corrects money, with its problem and two buttons at its foot. */
export function TillForm({ till, sending, ready, showsNotice, onSubmit, onCancel, ...parts }: TillFormProps) {
  const { label, keyMark, outcome, foot, children } = parts
  const { form, busy, problem } = till
  function submit(event: FormEvent) {
    event.preventDefault()
    onSubmit()
  }
  return (
    <form ref={form} noValidate onSubmit={submit} className="till-form">
      <div className="till-form-body">
        {children}
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
