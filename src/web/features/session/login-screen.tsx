import { Alert, Box, Button, PasswordInput, Stack, Text, TextInput } from '@mantine/core'
import { lazy, Suspense, useEffect, useRef, useState, type SyntheticEvent } from 'react'
import { Navigate, useLocation } from 'react-router'
import { waitWords, type CallFailed } from '#web/api/call.ts'
import { useSession } from '#web/api/session.ts'
import { Screen } from '#web/ui/screen.tsx'
import { WholePageLoading } from '#web/ui/states.tsx'

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

/** User id (labelled Email) and password (spec 2.routes.login). Uncontrolled: a user may type before the code loads. */
function LoginForm() {
  const { loading, signIn } = useSession()
  const [missing, setMissing] = useState<Partial<ReturnType<typeof missingOf>>>({})
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

/** The time for which `Invalid credentials` shows (spec 9.constants.credentials-message). */
const invalidShownMs = 5000

/** True while the failure is shown; some notices disappear after a while. */
function useShown(failure: CallFailed | null): boolean {
  const [over, setOver] = useState<CallFailed | null>(null)
  useEffect(() => {
    const waitMs = failure?.waitSeconds && failure.waitSeconds * 1000
    const lastsMs = failure?.code === 'invalid-credentials' ? invalidShownMs : waitMs
    if (lastsMs === undefined) return undefined
    const timer = setTimeout(() => setOver(failure), lastsMs)
    return () => clearTimeout(timer)
  }, [failure])
  return failure !== null && over !== failure
}

const unreached: Readonly<Record<string, string>> = {
  offline: 'There is no connection to the server.',
  'timed-out': 'The server did not answer in time.',
}

/** Shown by the form of the second factor itself. */
const shownByForm: readonly string[] = ['factor-needed', 'invalid']

/** The reason that nobody is signed in, or that the last try failed. */
function LoginNotice() {
  const { failure, loading } = useSession()
  return loading || shownByForm.includes(failure?.code ?? '') ? null : <Notice />
}

function Notice() {
  const { failure, wasLost, restore } = useSession()
  const shown = useShown(failure)
  if (failure && failure.code in unreached) {
    return (
      <Alert role="alert" variant="outline" color="yellow" title="You could not be signed in">
        <Text>{unreached[failure.code]}</Text>
        {wasLost && (
          <Button mt="xs" variant="default" onClick={() => void restore()}>
            Try again
          </Button>
        )}
      </Alert>
    )
  }
  if (failure && failure.code !== 'signed-out') {
    const { msg, waitSeconds, requestId } = failure
    return (
      shown && (
        <Alert role="alert" variant="outline" color="red" title={msg}>
          {waitSeconds === undefined ? requestId && `Reference ${requestId}` : waitWords(waitSeconds)}
        </Alert>
      )
    )
  }
  return (
    wasLost && (
      <Alert role="status" variant="outline" color="yellow" title="Your session has ended">
        <Text>Sign in again to continue where you were. What you typed is kept.</Text>
      </Alert>
    )
  )
}

/** The page on which a session was lost, else the dashboard (spec 2.routes.login, decisions 5.session.lost). */
export function whereTo(state: unknown, userId: string): string {
  // The next user of this PC must not see the last page of the previous user.
  if (typeof state === 'object' && state !== null && 'of' in state && state.of !== userId) return '/dashboard'
  const from = typeof state === 'object' && state !== null && 'from' in state ? state.from : null
  return typeof from === 'string' && from.startsWith('/') ? from : '/dashboard'
}

// Most sign-ins do not need this form.
const FactorForm = lazy(async () => ({ default: (await import('./factor-form.tsx')).FactorForm }))

/** `/login` (spec 2.routes.login). */
export function LoginScreen() {
  const { isSignedIn, user, today, loading, factorNeeded } = useSession()
  const { state }: { state: unknown } = useLocation()
  if (user && today !== null) return <Navigate to={whereTo(state, user.userId)} replace />
  if (isSignedIn) return <WholePageLoading label="Opening the portal" />
  return (
    <Box mx="auto" maw={392} pt={{ base: 0, sm: 64 }}>
      <Screen title="Sign in">
        {loading && <WholePageLoading label="Signing in" over />}
        <Stack gap="md">
          <LoginNotice />
          {factorNeeded ? (
            <Suspense>
              <FactorForm need={factorNeeded} />
            </Suspense>
          ) : (
            <>
              <LoginForm />
              <Text c="dimmed" fz={13}>
                Forgot your password? Ask an admin for a link.
              </Text>
            </>
          )}
        </Stack>
      </Screen>
    </Box>
  )
}
