import { Button, Group } from '@mantine/core'
import { useEffect, useLayoutEffect } from 'react'
import { create } from 'zustand'
import { OverlayDialog, type OverlayDialogProps } from './overlay-dialog.tsx'
import { countTypedKeys, dropTypedKeys, isPrintable, startTypeAhead } from './type-ahead.ts'

interface DialogRequest {
  readonly title: string
  readonly message: string | null
  /** `danger` for an act that cannot be undone: its button is red. */
  readonly tone: NonNullable<OverlayDialogProps['tone']>
  readonly confirmLabel: string
  /** Left out for an alert, which can only be read. */
  readonly cancelLabel?: string
  /** The labels of additional actions. */
  readonly offers?: readonly string[]
  /** The key of the first offer, in lower case. */
  readonly offerKey?: string
  /** The label of the button that continues the work. */
  readonly nextLabel?: string
}

/** The answer of the user; a number is the index of the chosen offer. */
type Answer = 'confirmed' | 'cancelled' | 'next' | number

interface QueuedDialog extends DialogRequest {
  readonly number: number
  readonly answer: (answer: Answer) => void
}

// Dialogs are shown one at a time, in the order of their requests.
const useDialogQueue = create<readonly QueuedDialog[]>(() => [])

let count = 0

const ask = (request: DialogRequest): Promise<Answer> =>
  new Promise((resolve) => {
    count += 1
    const dialog: QueuedDialog = {
      ...request,
      number: count,
      answer: (chosen) => {
        useDialogQueue.setState((queue) => queue.filter((other) => other !== dialog), true)
        resolve(chosen)
      },
    }
    useDialogQueue.setState((queue) => [...queue, dialog], true)
  })

interface AlertOptions {
  readonly tone?: 'plain' | 'error'
  readonly detail?: string
}

const askAfter = (
  title: string,
  { tone = 'plain', detail }: AlertOptions = {},
  more: Pick<DialogRequest, 'offers' | 'offerKey' | 'nextLabel'> = {},
): Promise<Answer> => ask({ title, message: detail ?? null, tone, confirmLabel: 'OK', ...more })

async function alert(message: string, options?: AlertOptions): Promise<void> {
  await askAfter(message, options)
}

async function choose(
  message: string,
  offers: readonly string[],
  options?: AlertOptions,
): Promise<number | null> {
  const answer = await askAfter(message, options, { offers })
  return typeof answer === 'number' ? answer : null
}

const offer = async (message: string, label: string | null, options?: AlertOptions): Promise<boolean> =>
  (await choose(message, label === null ? [] : [label], options)) !== null

interface AlertWithNext extends Required<Pick<DialogRequest, 'offerKey' | 'nextLabel'>> {
  readonly detail: string
  readonly offerLabel: string
}

async function alertWithNext(message: string, { detail, offerLabel, ...keys }: AlertWithNext) {
  const answer = await askAfter(message, { detail }, { offers: [offerLabel], ...keys })
  if (typeof answer === 'number') return 'taken up'
  // Escape means the next step.
  return answer === 'cancelled' ? 'next' : answer
}

export interface Question extends Pick<DialogRequest, 'title' | 'confirmLabel' | 'cancelLabel'> {
  readonly message: string
  readonly tone?: 'plain' | 'caution' | 'danger'
}

const confirm = async ({ cancelLabel = 'Cancel', tone = 'plain', ...question }: Question): Promise<boolean> =>
  (await ask({ ...question, tone, cancelLabel })) === 'confirmed'

/** Shows a message that must be read, and resolves when it is closed: the specified "alert" (decisions 5.alerts). */
export const useAlert = () => alert

/** Shows an alert with an additional action; resolves to true if the action was chosen. Enter means OK. */
export const useOffer = () => offer

/** Shows an alert with several actions; resolves to the index of the chosen action, or to null. */
export const useChoice = () => choose

/**
 * Shows an alert after which the work can continue; resolves to `confirmed` for OK, `taken up` for the offer and `next`
 * for the focused button. Typing also means `next`: `deliverTypedKeys` then delivers the keys.
 */
export const useAlertWithNext = () => alertWithNext

/** Asks before an act that is hard to undo; false if the user declines. */
export const useConfirm = () => confirm

/** The longest pause between two keys of a scanner; a person types more slowly. */
const scannerPauseMs = 80

/**
 * Continues the work on a key typed while the dialog is open. The offer's key accepts the offer, unless more keys
 * follow as fast as a scanner types: a voucher number may begin with the same letter.
 */
function useNextByTyping({ nextLabel, offerKey, answer }: QueuedDialog): void {
  useLayoutEffect(() => {
    if (nextLabel === undefined) return undefined
    let waiting: ReturnType<typeof setTimeout>
    const decide = () => {
      if (countTypedKeys() > 1) return answer('next')
      dropTypedKeys()
      answer(0)
    }
    const press = (event: KeyboardEvent) => {
      // A held key was pressed before the message was read; Space presses the focused button.
      if (event.repeat || event.key === ' ' || !isPrintable(event)) return
      event.preventDefault()
      startTypeAhead(event.key)
      if (event.key.toLowerCase() === offerKey) waiting = setTimeout(decide, scannerPauseMs)
      else answer('next')
    }
    document.addEventListener('keydown', press)
    return () => {
      clearTimeout(waiting)
      document.removeEventListener('keydown', press)
    }
  }, [nextLabel, offerKey, answer])
}

function Dialog({ waiting }: { readonly waiting: QueuedDialog }) {
  const { title, message, tone, confirmLabel, cancelLabel, offers = [], nextLabel, answer } = waiting
  useNextByTyping(waiting)
  const caution = tone === 'caution' || tone === 'danger'
  return (
    <OverlayDialog
      level="alert"
      role="alertdialog"
      title={title}
      message={message}
      tone={tone}
      onKeyDown={(event) => {
        if (event.key === 'Escape') answer('cancelled')
        // The Enter that opened the dialog may still be held: it must not close an unread message.
        if (event.key === 'Enter' && event.repeat) event.preventDefault()
      }}
    >
      <Group justify="flex-end" gap="sm" mt="lg">
        {cancelLabel !== undefined && (
          <Button variant="default" data-autofocus={caution || undefined} onClick={() => answer('cancelled')}>
            {cancelLabel}
          </Button>
        )}
        {offers.map((label, index) => (
          <Button key={label} variant="default" onClick={() => answer(index)}>
            {label}
          </Button>
        ))}
        <Button
          variant={nextLabel === undefined ? 'filled' : 'default'}
          {...(tone === 'danger' && { color: 'red' })}
          data-autofocus={(!caution && nextLabel === undefined) || undefined}
          aria-keyshortcuts="Alt+Y"
          onClick={() => answer('confirmed')}
        >
          {confirmLabel}
        </Button>
        {nextLabel !== undefined && (
          <Button data-autofocus onClick={() => answer('next')}>
            {nextLabel}
          </Button>
        )}
      </Group>
    </OverlayDialog>
  )
}

/** Closes the open questions without an answer, because the screen that asked is gone. */
export const dropDialogs = (): void => useDialogQueue.setState([], true)

/** Renders the dialogs of `useAlert`, `useOffer`, `useAlertWithNext` and `useConfirm`; used once in the page. */
export function DialogHost() {
  const waiting = useDialogQueue((queue) => queue[0])
  // A page's questions end with the page, so that the next page does not show them.
  useEffect(() => dropDialogs, [])
  return waiting && <Dialog key={waiting.number} waiting={waiting} />
}
