import { Button, PasswordInput, Stack, TextInput } from '@mantine/core'
import { useEffect, useRef, useState, type SyntheticEvent } from 'react'
import { useSession } from '#web/api/session.ts'

const nothingMissing = { userId: null, password: null }

const missingOf = (userId: string, password: string) => ({
  userId: userId.trim() === '' ? 'Enter your email' : null,
  password: password === '' ? 'Enter your password' : null,
})

/** Sends a form submitted before this code had loaded, which `early-sign-in.js` has held. */
function sendHeld(form: HTMLFormElement | null): void {
  if (!form) return
  const wasPressed = form.dataset['pressed'] !== undefined
  delete form.dataset['pressed']
  form.dataset['listens'] = ''
  if (wasPressed) form.requestSubmit()
}

/** User id, labelled Email, and password (spec 2.routes.login). Uncontrolled, as a user may type before this code has loaded. */
export function LoginForm() {
  const { loading, signIn } = useSession()
  const [missing, setMissing] = useState<ReturnType<typeof missingOf>>(nothingMissing)
  const form = useRef<HTMLFormElement>(null)
  const userIdField = useRef<HTMLInputElement>(null)
  const passwordField = useRef<HTMLInputElement>(null)
  useEffect(() => sendHeld(form.current), [])

  const submit = async (event: SyntheticEvent) => {
    event.preventDefault()
    const [userIdInput, passwordInput] = [userIdField.current, passwordField.current]
    if (loading || !userIdInput || !passwordInput) return
    const [userId, password] = [userIdInput.value, passwordInput.value]
    const lacking = missingOf(userId, password)
    setMissing(lacking)
    if (lacking.userId !== null) userIdInput.focus()
    else if (lacking.password !== null) passwordInput.focus()
    else if (!(await signIn(userId.trim(), password))) {
      passwordInput.focus()
      passwordInput.select()
    }
  }

  return (
    // The browser never sends it; if it did, post keeps the password out of the address.
    <form ref={form} data-sign-in method="post" noValidate onSubmit={(event) => void submit(event)}>
      <Stack gap="md">
        <TextInput
          ref={userIdField}
          label="Email"
          name="userId"
          inputMode="email"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          autoFocus
          error={missing.userId}
        />
        <PasswordInput
          ref={passwordField}
          label="Password"
          name="password"
          autoComplete="current-password"
          visibilityToggleButtonProps={{ 'aria-label': 'Show what is typed' }}
          error={missing.password}
        />
        <Button type="submit">Login</Button>
      </Stack>
    </form>
  )
}
