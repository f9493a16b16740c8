import { useSession } from '#web/api/session.ts'
import { Screen } from '#web/ui/screen.tsx'
import { WholePageLoading } from '#web/ui/whole-page-loading.tsx'
import { Box, Stack, Text } from '@mantine/core'
import { Navigate, useLocation } from 'react-router'
import { LoginForm } from './login-form.tsx'
import { LoginNotice } from './login-notice.tsx'
import { whereTo } from './where-to.ts'

/** `/login` (spec 2.routes.login). */
export function LoginScreen() {
  const { isSignedIn, today, loading } = useSession()
  const { state }: { state: unknown } = useLocation()
  if (isSignedIn && today !== null) return <Navigate to={whereTo(state)} replace />
  if (isSignedIn) return <WholePageLoading label="Opening the portal" />
  return (
    <Box mx="auto" maw={392} pt={{ base: 0, sm: 64 }}>
      <Screen title="Sign in">
        {loading && <WholePageLoading label="Signing in" over />}
        <Stack gap="md">
          <LoginNotice />
          <LoginForm />
          <Text c="dimmed" fz={13}>
            Forgot your password? Ask an admin for a link.
          </Text>
        </Stack>
      </Screen>
    </Box>
  )
}
