import { Box, Stack, Text } from '@mantine/core'
import { lazy, Suspense } from 'react'
import { Navigate, useLocation } from 'react-router'
import { useSession } from '#web/api/session.ts'
import { Screen } from '#web/ui/screen.tsx'
import { WholePageLoading } from '#web/ui/whole-page-loading.tsx'
import { LoginForm } from './login-form.tsx'
import { LoginNotice } from './login-notice.tsx'
import { whereTo } from './where-to.ts'

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
