import { Button, PasswordInput, Stack, Text } from '@mantine/core'
import { useLocation, useNavigate } from 'react-router'
import { changeOwnPassword } from '#contract/users.ts'
import { useSession, useStaff } from '#web/api/session.ts'
import { ButtonBar, FormButtons } from '#web/kit/form/form-buttons.tsx'
import { useSendForm } from '#web/kit/form/use-send-form.ts'
import { useGoBack } from '#web/kit/go-back.ts'
import { newPasswordErrors, newPasswordFields } from '#web/kit/new-password-fields.ts'
import { useAlert } from '#web/ui/alert-dialog.tsx'
import { Screen } from '#web/ui/screen.tsx'
import { whereTo } from './where-to.ts'

const blank = { currentPassword: '', newPassword: '', again: '' }

const inputs = [
  { name: 'currentPassword', label: 'Current password', autoComplete: 'current-password' },
  ...newPasswordFields,
] as const

/** Opens the next page for a user who had to choose a password; other users go back. */
function useAfterwards(mustChoose: boolean, userId: string): () => Promise<void> {
  const { state }: { state: unknown } = useLocation()
  const navigate = useNavigate()
  const goBack = useGoBack()
  return async () => {
    if (!mustChoose) return goBack()
    await useSession.getState().restore()
    void navigate(whereTo(state, userId), { replace: true })
  }
}

/** `/change-password`: the user's own password, for every role; typed text is never kept as a draft. */
export function ChangePasswordScreen() {
  const { userId, name, school } = useStaff()
  const mustChoose = useSession(({ mustChoosePassword }) => mustChoosePassword)
  const goBack = useGoBack()
  const goOn = useAfterwards(mustChoose, userId)
  const alert = useAlert()
  const form = useSendForm({
    endpoint: changeOwnPassword,
    initial: () => blank,
    check: (typed) => ({
      ...(typed.currentPassword === '' && { currentPassword: 'Enter your password' }),
      ...newPasswordErrors(typed, { userId, name, school: school.name }),
    }),
    sent: ({ currentPassword, newPassword }) => ({ body: { currentPassword, newPassword } }),
    done: async ({ msg }) => {
      await alert(msg, { detail: 'You were signed out on other computers.' })
      await goOn()
    },
  })
  return (
    <Screen
      title="Change password"
      lead="Change your password. You will be signed out on other computers."
      {...(!mustChoose && { onLeave: goBack })}
    >
      <form {...form.frame} aria-label="Change password">
        <Stack gap="md" maw={392}>
          {mustChoose && (
            <Text>Somebody else gave you your password. Choose one that only you know, then you go on.</Text>
          )}
          {/* Shows the owner of the password to password managers. */}
          <input type="text" autoComplete="username" value={userId} readOnly hidden />
          {inputs.map(({ name: field, ...input }, index) => (
            <PasswordInput
              key={field}
              {...input}
              {...form.field(field)}
              aria-invalid={form.errors[field] !== undefined}
              visibilityToggleButtonProps={{ 'aria-label': 'Show password' }}
              disabled={form.sending}
              autoFocus={index === 0}
              withAsterisk
              aria-required
            />
          ))}
          {mustChoose ? (
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
