import { addUser } from '#contract/users.ts'
import type { Role } from '#domain/roles.ts'
import { CallFailed } from '#web/api/call.ts'
import { useDraft } from '#web/api/drafts.ts'
import { useStaff } from '#web/api/session.ts'
import { useChange } from '#web/api/use-change.ts'
import { useState } from 'react'
import type { GivenPassword } from './given-password.ts'
import { useMadePasswords } from './use-made-passwords.ts'
import { useTellFailure } from '#web/kit/use-tell-failure.ts'

interface UserForm {
  readonly userId: string
  readonly name: string
  readonly role: Role | ''
}

type Errors = Readonly<Partial<Record<keyof UserForm, string>>>

const blank = (): UserForm => ({ userId: '', name: '', role: '' })

/** What can be said before the server is asked. */
const wrongIn = ({ userId, name, role }: UserForm): Errors => ({
  ...(!/^[^\s@]+@[^\s@]+$/.test(userId.trim()) && { userId: 'A user id looks like an email address' }),
  ...(name.trim() === '' && { name: 'Enter the name' }),
  ...(role === '' && { role: 'Choose what they may do' }),
})

/** What the server found wrong, by field; an id that is taken is its field's. */
function markedBy({ code, msg, errors }: CallFailed): Errors {
  if (code === 'user-exists') return { userId: msg }
  return Object.fromEntries(
    errors.filter(({ field }) => field in blank()).map(({ field, message }) => [field, message]),
  )
}

const anyOf = (errors: Errors): boolean => Object.keys(errors).length > 0

/** A new user being typed in; the password is made here and shown once they are added, and kept nowhere. */
export function useAddUser(show: (given: GivenPassword) => void) {
  const { campus } = useStaff()
  const tellFailure = useTellFailure()
  const made = useMadePasswords()
  const [form, setForm, clear] = useDraft('add user', blank)
  const [errors, setErrors] = useState<Errors>({})
  const { send, sending } = useChange(addUser, { secret: true })

  /** True where something is marked, so that the cursor goes there. */
  const mark = (wrong: Errors): boolean => {
    setErrors(wrong)
    return anyOf(wrong)
  }

  async function failed(error: unknown): Promise<boolean> {
    if (error instanceof CallFailed && mark(markedBy(error))) return true
    await tellFailure(error)
    return false
  }

  /** True where a field is marked. */
  async function add(): Promise<boolean> {
    if (mark(wrongIn(form))) return true
    const password = made.passwordOf(form.userId)
    try {
      const { user } = await send({ params: { campus }, body: { ...form, newPassword: password } })
      made.forget(form.userId)
      clear()
      show({ userId: user.userId, name: user.name, password })
      return false
    } catch (error) {
      return failed(error)
    }
  }

  return {
    form,
    errors,
    sending,
    add,
    change: (changes: Partial<UserForm>) => {
      setForm((before) => ({ ...before, ...changes }))
      setErrors({})
    },
  }
}
export type AddingUser = ReturnType<typeof useAddUser>
