import { Button, Group, PasswordInput, Stack } from '@mantine/core'
import { useRef, useState, type KeyboardEvent, type SyntheticEvent } from 'react'
import { confirmPassword } from '#contract/own-sessions.ts'
import { call, CallFailed, waitWords } from '#web/api/call.ts'
import { keepConfirmation, usePasswordQuestion, type PasswordQuestion } from '#web/api/confirmation.ts'
import { useStaff } from '#web/api/session.ts'
import { OverlayDialog } from '#web/ui/overlay-dialog.tsx'

/** Asks for the password when a call needs it; the call is then repeated, and typed values stay. */
export function ConfirmationDialog() {
  const question = usePasswordQuestion((state) => state.question)
  if (!question) return null
  return <Dialog answer={question.answer} />
}

function Dialog({ answer }: PasswordQuestion) {
  const { userId } = useStaff()
  const { field, sending, submit } = useOwnPassword(answer)
  const press = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return
    // The dialog below stays open.
    event.stopPropagation()
    answer(false)
  }
  return (
    <OverlayDialog
      level="confirmation"
      role="dialog"
      title="Enter your password to go on"
      message="This makes sure that it is you. You will not be asked again for 10 minutes."
      onKeyDown={press}
    >
      <form noValidate onSubmit={(event) => void submit(event)}>
        <Stack gap="md" mt="md">
          {/* Tells password managers whose password it is. */}
          <input type="text" autoComplete="username" value={userId} readOnly hidden />
          <PasswordInput
            label="Your password"
            autoComplete="current-password"
            data-autofocus
            // The dialog below would close on Escape.
            data-mantine-stop-propagation="true"
            visibilityToggleButtonProps={{ 'aria-label': 'Show password' }}
            {...field}
          />
          <Group justify="flex-end" gap="sm">
            <Button variant="default" data-mantine-stop-propagation="true" onClick={() => answer(false)}>
              Cancel
            </Button>
            <Button type="submit" data-mantine-stop-propagation="true" loading={sending}>
              Continue
            </Button>
          </Group>
        </Stack>
      </form>
    </OverlayDialog>
  )
}

/** Sends the typed password to the server, and shows its error at the field. */
function useOwnPassword(answer: PasswordQuestion['answer']) {
  const input = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState('')
  const [error, setError] = useState<string | null>(null)
  const [sending, setSending] = useState(false)

  function fail(message: string): void {
    setError(message)
    input.current?.focus()
    input.current?.select()
  }

  async function submit(event: SyntheticEvent): Promise<void> {
    event.preventDefault()
    if (sending) return
    if (typed === '') return fail('Enter your password')
    setSending(true)
    try {
      const { confirmation } = await call(confirmPassword, { body: { password: typed } })
      keepConfirmation(confirmation)
      answer(true)
    } catch (failure) {
      if (!(failure instanceof CallFailed)) throw failure
      setSending(false)
      fail(failureWords(failure))
    }
  }

  const field = {
    ref: input,
    value: typed,
    error,
    onChange: ({ currentTarget }: { readonly currentTarget: HTMLInputElement }) => {
      setTyped(currentTarget.value)
      setError(null)
    },
  }
  return { field, sending, submit }
}

const failureWords = ({ errors, msg, waitSeconds }: CallFailed): string =>
  errors[0]?.message ?? (waitSeconds === undefined ? msg : `${msg} ${waitWords(waitSeconds)}`)
