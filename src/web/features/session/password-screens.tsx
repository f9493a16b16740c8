import { Alert, Anchor, Box, Button, Paper, PasswordInput, Stack, Text } from '@mantine/core'
import { useEffect, useState } from 'react'
import { Link, useLocation, useNavigate } from 'react-router'
import { changeOwnPassword, chooseNewPassword } from '#contract/users.ts'
import { passwordError, passwordRuleWords, type PasswordOwner } from '#domain/password.ts'
import { useSession, useStaff } from '#web/api/session.ts'
import { ButtonBar, FormButtons } from '#web/kit/form/form-buttons.tsx'
import { useSendForm, type SendForm } from '#web/kit/form/use-send-form.ts'
import { useGoBack } from '#web/kit/go-back.ts'
import { useAlert } from '#web/ui/alert-dialog.tsx'
import { Screen } from '#web/ui/screen.tsx'
import { whereTo } from './login-screen.tsx'

const current = {
  name: 'currentPassword',
  label: 'Current password',
  autoComplete: 'current-password',
} as const

const chosen = [
  {
    name: 'newPassword',
    label: 'New password',
    autoComplete: 'new-password',
    description: passwordRuleWords,
  },
  { name: 'again', label: 'New password again', autoComplete: 'new-password' },
] as const

const blank = { newPassword: '', again: '' }

/** Returns the errors found before sending; the server also checks common and former passwords. */
function chosenErrors({ newPassword, again }: typeof blank, owner: PasswordOwner) {
  const error = passwordError(newPassword, owner)
  return {
    ...(error !== null && { newPassword: error }),
    ...(again !== newPassword && { again: 'The two passwords differ' }),
  }
}

interface PasswordInputsProps<Name extends string> {
  readonly inputs: readonly { readonly name: Name; readonly label: string; readonly autoComplete: string }[]
  readonly form: Pick<SendForm<Readonly<Record<Name, string>>>, 'field' | 'errors'> & {
    readonly sending: boolean
  }
}

const PasswordInputs = <Name extends string>({ inputs, form }: PasswordInputsProps<Name>) =>
  inputs.map(({ name, ...input }, index) => (
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
  ))

/** `/change-password`: the user's own password, for every role; typed text is never kept as a draft. */
export function ChangePasswordScreen() {
  const { userId, name, school } = useStaff()
  const { mustChoosePassword, restore } = useSession()
  const { state }: { state: unknown } = useLocation()
  const navigate = useNavigate()
  const goBack = useGoBack()
  const alert = useAlert()
  const form = useSendForm({
    endpoint: changeOwnPassword,
    initial: () => ({ currentPassword: '', ...blank }),
    check: (typed) => ({
      ...(typed.currentPassword === '' && { currentPassword: 'Enter your password' }),
      ...chosenErrors(typed, { userId, name, school: school.name }),
    }),
    sent: ({ currentPassword, newPassword }) => ({ body: { currentPassword, newPassword } }),
    done: async ({ msg }) => {
      await alert(msg, { detail: 'You were signed out on other computers.' })
      if (!mustChoosePassword) return goBack()
      await restore()
      void navigate(whereTo(state, userId), { replace: true })
    },
  })
  return (
    <Screen
      title="Change password"
      lead="Change your password. You will be signed out on other computers."
      {...(!mustChoosePassword && { onLeave: goBack })}
    >
      <form {...form.frame} aria-label="Change password">
        <Stack gap="md" maw={392}>
          {mustChoosePassword && (
            <Text>Somebody else gave you your password. Choose one that only you know, then you go on.</Text>
          )}
          {/* Shows the owner of the password to password managers. */}
          <input type="text" autoComplete="username" value={userId} readOnly hidden />
          <Paper withBorder p="md" component={Stack} gap="md">
            <PasswordInputs inputs={[current, ...chosen]} form={form} />
          </Paper>
          {mustChoosePassword ? (
            <ButtonBar>
              <Button type="submit" loading={form.sending}>
                Change password
              </Button>
            </ButtonBar>
          ) : (
            <FormButtons act="Change password" ready sending={form.sending} cancel={goBack} />
          )}
        </Stack>
      </form>
    </Screen>
  )
}

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
        {token === '' ? (
          <Stack gap="md">
            <Text>
              Open this page with the whole link that an admin of your campus gave you. It works once, for 24
              hours.
            </Text>
            <Anchor component={Link} to="/login">
              Sign in
            </Anchor>
          </Stack>
        ) : (
          <NewPassword key={token} token={token} />
        )}
      </Screen>
    </Box>
  )
}

const unknownOwner: PasswordOwner = { userId: '', name: '', school: '' }

function NewPassword({ token }: { readonly token: string }) {
  const [signsIn, setSignsIn] = useState<string | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const form = useSendForm({
    endpoint: chooseNewPassword,
    initial: () => blank,
    check: (typed) => chosenErrors(typed, unknownOwner),
    sent: ({ newPassword }) => ({ body: { token, newPassword } }),
    done: ({ userId }) => setSignsIn(userId),
    refused({ code, msg }) {
      if (code !== 'link-unknown') return false
      setFailure(msg)
      return true
    },
  })
  if (signsIn !== null)
    return (
      <Stack gap="md" role="status">
        <Text>
          Your password is set. Sign in with it as <strong>{signsIn}</strong>.
        </Text>
        <Button component={Link} to="/login">
          Sign in
        </Button>
      </Stack>
    )
  return (
    <form {...form.frame} aria-label="Choose a new password">
      <Stack gap="md">
        {failure !== null && (
          <Alert role="alert" variant="outline" color="red" title={failure}>
            A link works once, for 24 hours.
          </Alert>
        )}
        <PasswordInputs inputs={chosen} form={form} />
        <Button type="submit" loading={form.sending}>
          Set password
        </Button>
      </Stack>
    </form>
  )
}
