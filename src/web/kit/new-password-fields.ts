import { passwordError, passwordRuleWords, type PasswordOwner } from '#domain/password.ts'

export interface NewPassword {
  readonly newPassword: string
  readonly again: string
}

export const newPasswordFields = [
  {
    name: 'newPassword',
    label: 'New password',
    autoComplete: 'new-password',
    description: passwordRuleWords,
  },
  { name: 'again', label: 'New password again', autoComplete: 'new-password' },
] as const

const unknownOwner: PasswordOwner = { userId: '', name: '', school: '' }

/** Returns the errors found before sending; the server also checks common and former passwords. */
export function newPasswordErrors({ newPassword, again }: NewPassword, owner: PasswordOwner = unknownOwner) {
  const error = passwordError(newPassword, owner)
  return {
    ...(error !== null && { newPassword: error }),
    ...(again !== newPassword && { again: 'The two passwords differ' }),
  }
}
