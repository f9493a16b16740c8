import { useSession } from '#web/api/session.ts'
import { Button, PasswordInput, Stack, TextInput } from '@mantine/core'
import { useRef, useState, type SyntheticEvent } from 'react'

const nothingMissing = { userId: null, password: null }

const missingOf = (userId: string, password: string) => ({
  userId: userId.trim() === '' ? 'Enter your email' : null,
  password: password === '' ? 'Enter your password' : null,
})

/** User id, labelled Email, and password (spec 2.routes.login). */
export function LoginForm() {
  const { loading, signIn } = useSession()
  const [userId, setUserId] = useState('')
  const [password, setPassword] = useState('')
  const [missing, setMissing] = useState<ReturnType<typeof missingOf>>(nothingMissing)
  const userIdField = useRef<HTMLInputElement>(null)
  const passwordField = useRef<HTMLInputElement>(null)

  const submit = async (event: SyntheticEvent) => {
    event.preventDefault()
    if (loading) return
    const lacking = missingOf(userId, password)
    setMissing(lacking)
    if (lacking.userId !== null) userIdField.current?.focus()
    else if (lacking.password !== null) passwordField.current?.focus()
    else if (!(await signIn(userId.trim(), password))) {
      passwordField.current?.focus()
      passwordField.current?.select()
    }
  }

  return (
    <form noValidate onSubmit={(event) => void submit(event)}>
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
          value={userId}
          error={missing.userId}
          onChange={(event) => setUserId(event.currentTarget.value)}
        />
        <PasswordInput
          ref={passwordField}
          label="Password"
          name="password"
          autoComplete="current-password"
          visibilityToggleButtonProps={{ 'aria-label': 'Show what is typed' }}
          value={password}
          error={missing.password}
          onChange={(event) => setPassword(event.currentTarget.value)}
        />
        <Button type="submit">Login</Button>
      </Stack>
    </form>
  )
}
