import { changeOwnPassword } from '#contract/users.ts'
import { shortestPassword } from '#domain/roles.ts'
import { useStaff } from '#web/api/session.ts'
import { FormButtons } from '#web/kit/form/form-buttons.tsx'
import { useSendForm } from '#web/kit/form/use-send-form.ts'
import { useGoBack } from '#web/kit/go-back.ts'
import { useAlert } from '#web/ui/alert-dialog.tsx'
import { Screen } from '#web/ui/screen.tsx'
import { PasswordInput, Stack } from '@mantine/core'

const blank = { currentPassword: '', newPassword: '', again: '' }
type Passwords = typeof blank

const errorsIn = ({ currentPassword, newPassword, again }: Passwords) => ({
  ...(currentPassword === '' && { currentPassword: 'Enter your password' }),
  ...(newPassword.length < shortestPassword && { newPassword: `At least ${shortestPassword} characters` }),
  ...(again !== newPassword && { again: 'The two passwords differ' }),
})

const inputs = [
  { name: 'currentPassword', label: 'Current password', autoComplete: 'current-password' },
  {
    name: 'newPassword',
    label: 'New password',
    autoComplete: 'new-password',
    description: 'At least 12 characters; a few words make a good one',
  },
  { name: 'again', label: 'New password again', autoComplete: 'new-password' },
] as const

/** `/change-password`: one's own, for every role; what is typed is never kept as a draft. */
export function ChangePasswordScreen() {
  const { userId } = useStaff()
  const goBack = useGoBack()
  const alert = useAlert()
  const form = useSendForm({
    endpoint: changeOwnPassword,
    initial: () => blank,
    check: errorsIn,
    sent: ({ currentPassword, newPassword }) => ({ body: { currentPassword, newPassword } }),
    done: async ({ msg }) => {
      await alert(msg, { detail: 'You were signed out on other computers.' })
      goBack()
    },
  })
  return (
    <Screen
      title="Change password"
      lead="Change your password. You will be signed out on other computers."
      onLeave={goBack}
    >
      <form {...form.frame} aria-label="Change password">
        <Stack gap="md" maw={392}>
          {/* Tells a password manager whose password it keeps. */}
          <input type="text" autoComplete="username" value={userId} readOnly hidden />
          {inputs.map(({ name, ...input }, index) => (
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
          <FormButtons act="Change password" ready sending={form.sending} cancel={goBack} />
        </Stack>
      </form>
    </Screen>
  )
}
