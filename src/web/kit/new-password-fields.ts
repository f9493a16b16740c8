import { passwordError, passwordRuleWords, type PasswordOwner } from '#domain/password.ts'

/** A new password, typed twice. */
export interface NewPassword {
  readonly newPassword: string
  readonly again: string
}

/** The two fields of a new password, with the rule in words. */
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

/** The errors found before the server is asked, which knows the common and the former passwords besides. */
export function newPasswordErrors({ newPassword, again }: NewPassword, owner: PasswordOwner = unknownOwner) {
  const error = passwordError(newPassword, owner)
  return {
    ...(error !== null && { newPassword: error }),
    ...(again !== newPassword && { again: 'The two passwords differ' }),
  }
}
