import { changeOwnPassword } from '#contract/users.ts'
import { shortestPassword } from '#domain/roles.ts'
import { CallFailed } from '#web/api/call.ts'
import { useChange } from '#web/api/use-change.ts'
import { useAlert } from '#web/ui/alert-dialog.tsx'
import { useState } from 'react'
import { useTellFailure } from '#web/kit/use-tell-failure.ts'

const blank = { currentPassword: '', newPassword: '', again: '' }
type Typed = typeof blank
export type PasswordField = keyof Typed
type Errors = Readonly<Partial<Record<PasswordField, string>>>

const wrongIn = ({ currentPassword, newPassword, again }: Typed): Errors => ({
  ...(currentPassword === '' && { currentPassword: 'Enter your password' }),
  ...(newPassword.length < shortestPassword && { newPassword: `At least ${shortestPassword} characters` }),
  ...(again !== newPassword && { again: 'Not the same as the new password' }),
})

/** One's own password being changed; what is typed lives with the screen alone, and never in a draft. */
export function useOwnPassword() {
  const alert = useAlert()
  const tellFailure = useTellFailure()
  const [typed, setTyped] = useState<Typed>(blank)
  const [errors, setErrors] = useState<Errors>({})
  const { send, sending } = useChange(changeOwnPassword, { secret: true })

  const mark = (wrong: Errors): boolean => {
    setErrors(wrong)
    return Object.keys(wrong).length > 0
  }

  async function save(): Promise<'changed' | 'marked' | 'failed'> {
    if (mark(wrongIn(typed))) return 'marked'
    const { currentPassword, newPassword } = typed
    try {
      const { msg } = await send({ body: { currentPassword, newPassword } })
      setTyped(blank)
      await alert(msg, { detail: 'You were signed out on other computers.' })
      return 'changed'
    } catch (error) {
      if (error instanceof CallFailed && mark(byField(error))) return 'marked'
      await tellFailure(error)
      return 'failed'
    }
  }

  return {
    typed,
    errors,
    sending,
    save,
    change: (changes: Partial<Typed>) => {
      setTyped((before) => ({ ...before, ...changes }))
      setErrors({})
    },
  }
}

const byField = ({ errors }: CallFailed): Errors =>
  Object.fromEntries(
    errors.filter(({ field }) => field in blank).map(({ field, message }) => [field, message]),
  )
