import { useStaff } from '#web/api/session.ts'
import { useGoBack } from '#web/kit/go-back.ts'
import { useFirstWrong } from '#web/ui/first-wrong.ts'
import { Screen } from '#web/ui/screen.tsx'
import { Button, Group, PasswordInput, Stack } from '@mantine/core'
import type { FormEvent } from 'react'
import { useOwnPassword, type PasswordField } from './use-own-password.ts'

const fields: readonly { name: PasswordField; label: string; autoComplete: string; description?: string }[] =
  [
    { name: 'currentPassword', label: 'Current password', autoComplete: 'current-password' },
    {
      name: 'newPassword',
      label: 'New password',
      autoComplete: 'new-password',
      description: 'At least 12 characters; a few words make a good one',
    },
    { name: 'again', label: 'New password again', autoComplete: 'new-password' },
  ]

/** `/change-password`: one's own, for every role. */
export function ChangePasswordScreen() {
  const { userId } = useStaff()
  const goBack = useGoBack()
  const { form, focusFirstWrong } = useFirstWrong()
  const { typed, errors, sending, change, save } = useOwnPassword()

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const ending = await save()
    if (ending === 'changed') goBack()
    if (ending === 'marked') focusFirstWrong()
  }
  return (
    <Screen
      title="Change password"
      lead="Change your password. You will be signed out on other computers."
      onLeave={goBack}
    >
      <form ref={form} noValidate aria-label="Change password" onSubmit={(event) => void submit(event)}>
        <Stack gap="md" maw={392}>
          {/* Tells a password manager whose password it keeps. */}
          <input type="text" autoComplete="username" value={userId} readOnly hidden />
          {fields.map(({ name, ...field }, place) => (
            <PasswordInput
              key={name}
              {...field}
              name={name}
              value={typed[name]}
              onChange={(event) => change({ [name]: event.currentTarget.value })}
              error={errors[name]}
              aria-invalid={errors[name] !== undefined}
              visibilityToggleButtonProps={{ 'aria-label': 'Show what is typed' }}
              disabled={sending}
              autoFocus={place === 0}
              withAsterisk
              aria-required
            />
          ))}
          <Group justify="flex-end" gap="sm">
            <Button variant="default" disabled={sending} onClick={goBack}>
              Cancel
            </Button>
            <Button type="submit" loading={sending}>
              Change password
            </Button>
          </Group>
        </Stack>
      </form>
    </Screen>
  )
}
