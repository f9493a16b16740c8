import { makePasswordLink } from '#contract/password-links.ts'
import {
  changeUserRole,
  disableUser,
  resetPassword,
  resetSecondFactor,
  type UserReply,
} from '#contract/users.ts'
import type { Role } from '#domain/roles.ts'
import { CallFailed } from '#web/api/call.ts'
import { useSession, useStaff } from '#web/api/session.ts'
import { useChange } from '#web/api/use-change.ts'
import { useTellFailure } from '#web/kit/use-tell-failure.ts'
import { useAlert, useConfirm, type Question } from '#web/ui/alert-dialog.tsx'
import {
  linkToShow,
  makeLinkToken,
  passwordToShow,
  useMade,
  useMadePasswords,
  type ShownSecret,
} from './passwords.ts'
import {
  disableQuestion,
  enableQuestion,
  linkQuestion,
  resetFactorQuestion,
  resetQuestion,
  roleQuestion,
} from './user-questions.ts'

interface UserScreenActs {
  readonly show: (shown: ShownSecret) => void
  /** Reloads the users, because another admin may have been quicker. */
  readonly reload: () => void
}

/** The acts of an admin on a user of the campus: each asks for confirmation, and reports its result. */
export function useUserActs({ show, reload }: UserScreenActs) {
  const { campus, userId: ownId } = useStaff()
  const { restore, signOut } = useSession.getState()
  const alert = useAlert()
  const confirm = useConfirm()
  const tellFailure = useTellFailure()
  const roleChange = useChange(changeUserRole)
  const disabling = useChange(disableUser)
  const factorReset = useChange(resetSecondFactor)
  const paramsOf = ({ userId }: UserReply) => ({ campus, userId })

  async function act(question: Question, doing: () => Promise<void>) {
    if (!(await confirm(question))) return
    try {
      await doing()
    } catch (error) {
      if (error instanceof CallFailed && error.status > 0) reload()
      await tellFailure(error)
    }
  }

  const changeRole = (user: UserReply, role: Role) => {
    const own = user.userId === ownId
    return act(roleQuestion(user, role, own), async () => {
      const { msg } = await roleChange.send({ params: paramsOf(user), body: { role } })
      if (own) await restore()
      await alert(msg, { detail: `${user.name} has the role ${role} now.` })
    })
  }

  const secrets = useSecretActs(act, show)

  const resetFactor = (user: UserReply) =>
    act(resetFactorQuestion(user), async () => {
      const { msg } = await factorReset.send({ params: paramsOf(user) })
      await alert(msg, {
        detail: `${user.name} signs in with the password alone until they set it up again.`,
      })
    })

  const disable = (user: UserReply) => {
    const own = user.userId === ownId
    return act(disableQuestion(user, own), async () => {
      const { msg } = await disabling.send({ params: paramsOf(user), body: { disabled: true } })
      if (own) await signOut()
      await alert(msg, { detail: own ? 'You are signed out.' : `${user.name} cannot sign in any more.` })
    })
  }

  const enable = (user: UserReply) =>
    act(enableQuestion(user), async () => {
      const { msg } = await disabling.send({ params: paramsOf(user), body: { disabled: false } })
      await alert(msg, { detail: `${user.name} can sign in again.` })
    })

  return { ...secrets, changeRole, resetFactor, disable, enable }
}

/** Gives a user a new password or a link, which is shown once. */
function useSecretActs(
  act: (question: Question, doing: () => Promise<void>) => Promise<void>,
  show: UserScreenActs['show'],
) {
  const { campus } = useStaff()
  const passwords = useMadePasswords()
  const tokens = useMade(makeLinkToken)
  const resetting = useChange(resetPassword, { secret: true })
  const linking = useChange(makePasswordLink, { secret: true })

  const reset = (user: UserReply) =>
    act(resetQuestion(user), async () => {
      const { userId, name } = user
      const password = passwords.passwordOf(userId, name)
      await resetting.send({ params: { campus, userId }, body: { newPassword: password } })
      passwords.forget(userId)
      show(passwordToShow(userId, name, password))
    })

  const makeLink = (user: UserReply) =>
    act(linkQuestion(user), async () => {
      const { userId, name } = user
      const token = tokens.of(userId)
      await linking.send({ params: { campus, userId }, body: { token } })
      tokens.forget(userId)
      show(linkToShow(userId, name, token))
    })

  return { reset, makeLink }
}

export type UserActs = ReturnType<typeof useUserActs>
