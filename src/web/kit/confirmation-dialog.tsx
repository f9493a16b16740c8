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
  return question && <Dialog answer={question.answer} />
}

function Dialog({ answer }: PasswordQuestion) {
  const { userId } = useStaff()
  const field = useRef<HTMLInputElement>(null)
  const [error, setError] = useState<string | null>(null)
  const [sending, setSending] = useState(false)
  const press = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return
    // The dialog below stays open.
    event.stopPropagation()
    answer(false)
  }
  const submit = async (event: SyntheticEvent) => {
    event.preventDefault()
    if (sending) return
    setSending(true)
    const problem = await confirm(field.current?.value ?? '')
    if (problem === null) return answer(true)
    setSending(false)
    setError(problem)
    field.current?.focus()
    field.current?.select()
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
            ref={field}
            label="Your password"
            autoComplete="current-password"
            data-autofocus
            // The dialog below would close on Escape.
            data-mantine-stop-propagation="true"
            visibilityToggleButtonProps={{ 'aria-label': 'Show password' }}
            error={error}
            onChange={() => setError(null)}
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

/** Confirms the password; guarded calls then succeed for ten minutes. Returns the error; null if there is none. */
async function confirm(password: string): Promise<string | null> {
  if (password === '') return 'Enter your password'
  try {
    const { confirmation } = await call(confirmPassword, { body: { password } })
    keepConfirmation(confirmation)
    return null
  } catch (failure) {
    if (!(failure instanceof CallFailed)) throw failure
    const { errors, msg, waitSeconds } = failure
    return errors[0]?.message ?? (waitSeconds === undefined ? msg : `${msg} ${waitWords(waitSeconds)}`)
  }
}
