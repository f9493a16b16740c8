import { Alert, Box, Button, Stack, Text } from '@mantine/core'
import { lazy, Suspense, useEffect, useState } from 'react'
import { Navigate, useLocation } from 'react-router'
import type { CallFailed } from '#web/api/call.ts'
import { useSession } from '#web/api/session.ts'
import { waitWords } from '#web/kit/wait-words.ts'
import { Screen } from '#web/ui/screen.tsx'
import { WholePageLoading } from '#web/ui/whole-page-loading.tsx'
import { LoginForm } from './login-form.tsx'
import { whereTo } from './where-to.ts'

/** The time for which `Invalid credentials` shows (spec 9.constants.credentials-message). */
const invalidShownMs = 5000

/** Some notices disappear after a while, others stay. */
function useShown(failure: CallFailed | null): boolean {
  const [over, setOver] = useState<CallFailed | null>(null)
  useEffect(() => {
    const lasts = lastsMs(failure)
    if (lasts === null) return undefined
    const timer = setTimeout(() => setOver(failure), lasts)
    return () => clearTimeout(timer)
  }, [failure])
  return failure !== null && over !== failure
}

function lastsMs(failure: CallFailed | null): number | null {
  if (failure?.code === 'invalid-credentials') return invalidShownMs
  return failure?.waitSeconds === undefined ? null : failure.waitSeconds * 1000
}

const unreached: Readonly<Record<string, string>> = {
  offline: 'There is no connection to the server.',
  'timed-out': 'The server did not answer in time.',
}

/** Shown by the form of the second factor itself. */
const shownByForm: readonly string[] = ['factor-needed', 'invalid']

function Refused({ failure }: { readonly failure: CallFailed }) {
  const { msg, waitSeconds, requestId } = failure
  return (
    <Alert role="alert" variant="outline" color="red" title={msg}>
      {waitSeconds === undefined ? requestId && `Reference ${requestId}` : waitWords(waitSeconds)}
    </Alert>
  )
}

/** Why nobody is signed in, or why the last try failed. */
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
  if (failure && failure.code !== 'signed-out') return shown ? <Refused failure={failure} /> : null
  if (!wasLost) return null
  return (
    <Alert role="status" variant="outline" color="yellow" title="Your session has ended">
      <Text>Sign in again to continue where you were. What you typed is kept.</Text>
    </Alert>
  )
}

// Most sign-ins do not need it.
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
              <FactorForm asked={factorNeeded} />
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
