import { Button, FocusTrap, Group, Overlay, Paper, Portal, Text, Title } from '@mantine/core'
import { useId, useRef } from 'react'
import { create } from 'zustand'
import { useFocusInside } from './focus-inside.ts'

interface Asked {
  readonly title: string
  readonly message: string | null
  readonly tone: 'plain' | 'error' | 'caution'
  readonly confirmLabel: string
  /** Null for an alert, which can only be read. */
  readonly cancelLabel: string | null
  /** One more thing that may be done with what is read; null where there is none. */
  readonly offerLabel: string | null
}

type Answer = 'confirmed' | 'cancelled' | 'taken up'

interface Waiting extends Asked {
  readonly number: number
  readonly answer: (answer: Answer) => void
}

// One at a time, in the order in which they were asked.
const useWaiting = create<{ readonly asked: number; readonly queue: readonly Waiting[] }>(() => ({
  asked: 0,
  queue: [],
}))

const ask = (asked: Asked): Promise<Answer> =>
  new Promise((resolve) => {
    const number = useWaiting.getState().asked + 1
    const answer = (given: Answer): void => {
      useWaiting.setState(({ queue }) => ({ queue: queue.filter((other) => other.number !== number) }))
      resolve(given)
    }
    useWaiting.setState(({ queue }) => ({ asked: number, queue: [...queue, { ...asked, number, answer }] }))
  })

interface AlertOptions {
  readonly tone?: 'plain' | 'error'
  readonly detail?: string
}

async function tell(message: string, options: AlertOptions = {}): Promise<void> {
  await offer(message, null, options)
}

async function offer(
  message: string,
  offerLabel: string | null,
  { tone = 'plain', detail }: AlertOptions = {},
): Promise<boolean> {
  const told = { title: message, message: detail ?? null, tone, confirmLabel: 'OK', cancelLabel: null }
  return (await ask({ ...told, offerLabel })) === 'taken up'
}

export interface Question {
  readonly title: string
  readonly message: string
  readonly confirmLabel: string
  readonly cancelLabel?: string
  readonly tone?: 'plain' | 'caution'
}

const confirm = async ({ cancelLabel = 'Cancel', tone = 'plain', ...question }: Question): Promise<boolean> =>
  (await ask({ ...question, tone, cancelLabel, offerLabel: null })) === 'confirmed'

/** Shows a message that must be read and resolves when it is closed: the specification's "alert" (decisions §5). */
export const useAlert = () => tell

/** The same alert with one more thing to do; true where that was chosen. Enter stays OK. */
export const useOffer = () => offer

/** Asks before something that is not lightly taken back; false where the person thinks better of it. */
export const useConfirm = () => confirm

function Dialog({ waiting }: { readonly waiting: Waiting }) {
  const { title, message, tone, confirmLabel, cancelLabel, offerLabel, answer } = waiting
  const id = useId()
  const container = useRef<HTMLDivElement>(null)
  useFocusInside(container)
  const caution = tone === 'caution'
  return (
    <Paper
      ref={container}
      role="alertdialog"
      aria-modal
      aria-labelledby={`${id}-title`}
      {...(message !== null && { 'aria-describedby': `${id}-message` })}
      className="alert-dialog"
      data-tone={tone}
      withBorder
      shadow="md"
      p="lg"
      onKeyDown={(event) => {
        if (event.key === 'Escape') answer('cancelled')
        // The Enter that led here may still be held down: what is not yet read is not closed.
        if (event.key === 'Enter' && event.repeat) event.preventDefault()
      }}
    >
      <Title order={2} id={`${id}-title`}>
        {title}
      </Title>
      {message !== null && (
        <Text id={`${id}-message`} mt="xs" style={{ whiteSpace: 'pre-line' }}>
          {message}
        </Text>
      )}
      <Group justify="flex-end" gap="sm" mt="lg">
        {cancelLabel !== null && (
          <Button variant="default" data-autofocus={caution || undefined} onClick={() => answer('cancelled')}>
            {cancelLabel}
          </Button>
        )}
        {offerLabel !== null && (
          <Button variant="default" onClick={() => answer('taken up')}>
            {offerLabel}
          </Button>
        )}
        <Button data-autofocus={!caution || undefined} onClick={() => answer('confirmed')}>
          {confirmLabel}
        </Button>
      </Group>
    </Paper>
  )
}

/** Stands once in the page and shows what `useAlert`, `useOffer` and `useConfirm` ask. */
export function DialogHost() {
  const waiting = useWaiting(({ queue }) => queue[0])
  if (!waiting) return null
  return (
    <Portal key={waiting.number}>
      <Overlay fixed center zIndex={500} backgroundOpacity={0.45}>
        <FocusTrap>
          <div>
            <Dialog waiting={waiting} />
          </div>
        </FocusTrap>
      </Overlay>
    </Portal>
  )
}
