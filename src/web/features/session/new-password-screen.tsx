import { Alert, Anchor, Box, Button, PasswordInput, Stack, Text } from '@mantine/core'
import { useEffect, useState } from 'react'
import { Link, useLocation, useNavigate } from 'react-router'
import { chooseNewPassword } from '#contract/users.ts'
import { useSendForm } from '#web/kit/form/use-send-form.ts'
import { newPasswordErrors, newPasswordFields } from '#web/kit/new-password-fields.ts'
import { Screen } from '#web/ui/screen.tsx'

const blank = { newPassword: '', again: '' }

/** The link's token, removed from the address at once, so that no other user of this browser finds it. */
function useToken(): string {
  const { pathname, hash } = useLocation()
  const navigate = useNavigate()
  const [token, setToken] = useState(hash.slice(1))
  useEffect(() => {
    if (hash === '') return
    // Runs again for another link that is opened in the same tab.
    setToken(hash.slice(1))
    void navigate(pathname, { replace: true })
  }, [hash, pathname, navigate])
  return token
}

/** `/new-password`: opened by an admin's link; its user chooses a password and signs in with it. */
export function NewPasswordScreen() {
  const token = useToken()
  return (
    <Box mx="auto" maw={392} pt={{ base: 0, sm: 64 }}>
      <Screen title="Choose a new password">
        {token === '' ? <NoLink /> : <NewPassword key={token} token={token} />}
      </Screen>
    </Box>
  )
}

function NewPassword({ token }: Pick<FormProps, 'token'>) {
  const [signsIn, setSignsIn] = useState<string | null>(null)
  return signsIn === null ? <NewPasswordForm token={token} done={setSignsIn} /> : <Chosen userId={signsIn} />
}

interface FormProps {
  readonly token: string
  readonly done: (userId: string) => void
}

function NewPasswordForm({ token, done }: FormProps) {
  const [failure, setFailure] = useState<string | null>(null)
  const form = useSendForm({
    endpoint: chooseNewPassword,
    initial: () => blank,
    check: (typed) => newPasswordErrors(typed),
    sent: ({ newPassword }) => ({ body: { token, newPassword } }),
    done: ({ userId }) => done(userId),
    refused({ code, msg }) {
      if (code !== 'link-unknown') return false
      setFailure(msg)
      return true
    },
  })
  return (
    <form {...form.frame} aria-label="Choose a new password">
      <Stack gap="md">
        {failure !== null && (
          <Alert role="alert" variant="outline" color="red" title={failure}>
            A link works once, for 24 hours.
          </Alert>
        )}
        {newPasswordFields.map(({ name, ...input }, index) => (
          <PasswordInput
            key={name}
            {...input}
            {...form.field(name)}
            aria-invalid={form.errors[name] !== undefined}
            visibilityToggleButtonProps={{ 'aria-label': 'Show password' }}
            disabled={form.sending}
            autoFocus={index === 0}
            withAsterisk
            aria-required
          />
        ))}
        <Button type="submit" loading={form.sending}>
          Set password
        </Button>
      </Stack>
    </form>
  )
}

const Chosen = ({ userId }: { readonly userId: string }) => (
  <Stack gap="md" role="status">
    <Text>
      Your password is set. Sign in with it as <strong>{userId}</strong>.
    </Text>
    <Button component={Link} to="/login">
      Sign in
    </Button>
  </Stack>
)

const NoLink = () => (
  <Stack gap="md">
    <Text>
      Open this page with the whole link that an admin of your campus gave you. It works once, for 24 hours.
    </Text>
    <Anchor component={Link} to="/login">
      Sign in
    </Anchor>
  </Stack>
)
