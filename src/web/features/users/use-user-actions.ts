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
  useGenerated,
  useGeneratedPasswords,
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

interface ScreenCallbacks {
  readonly show: (shown: ShownSecret) => void
  /** Reloads the users, because another admin may have been quicker. */
  readonly reload: () => void
}

/** The actions of an admin on a user of the campus: each asks for confirmation, and reports its result. */
export function useUserActions({ show, reload }: ScreenCallbacks) {
  const { campus, userId: ownId } = useStaff()
  const { restore, signOut } = useSession.getState()
  const alert = useAlert()
  const confirm = useConfirm()
  const tellFailure = useTellFailure()
  const roleChange = useChange(changeUserRole)
  const disabling = useChange(disableUser)
  const factorReset = useChange(resetSecondFactor)
  const paramsOf = ({ userId }: UserReply) => ({ campus, userId })

  async function confirmAndRun(question: Question, run: () => Promise<void>) {
    if (!(await confirm(question))) return
    try {
      await run()
    } catch (error) {
      if (error instanceof CallFailed && error.status > 0) reload()
      await tellFailure(error)
    }
  }

  const changeRole = (user: UserReply, role: Role) => {
    const isOwn = user.userId === ownId
    return confirmAndRun(roleQuestion(user, role, isOwn), async () => {
      const { msg } = await roleChange.send({ params: paramsOf(user), body: { role } })
      if (isOwn) await restore()
      await alert(msg, { detail: `${user.name} has the role ${role} now.` })
    })
  }

  const secrets = useSecretActions(confirmAndRun, show)

  const resetFactor = (user: UserReply) =>
    confirmAndRun(resetFactorQuestion(user), async () => {
      const { msg } = await factorReset.send({ params: paramsOf(user) })
      await alert(msg, {
        detail: `${user.name} signs in with the password alone until they set it up again.`,
      })
    })

  const disable = (user: UserReply) => {
    const isOwn = user.userId === ownId
    return confirmAndRun(disableQuestion(user, isOwn), async () => {
      const { msg } = await disabling.send({ params: paramsOf(user), body: { disabled: true } })
      if (isOwn) await signOut()
      await alert(msg, { detail: isOwn ? 'You are signed out.' : `${user.name} cannot sign in any more.` })
    })
  }

  const enable = (user: UserReply) =>
    confirmAndRun(enableQuestion(user), async () => {
      const { msg } = await disabling.send({ params: paramsOf(user), body: { disabled: false } })
      await alert(msg, { detail: `${user.name} can sign in again.` })
    })

  return { ...secrets, changeRole, resetFactor, disable, enable }
}

/** Gives a user a new password or a link, which is shown once. */
function useSecretActions(
  confirmAndRun: (question: Question, run: () => Promise<void>) => Promise<void>,
  show: ScreenCallbacks['show'],
) {
  const { campus } = useStaff()
  const passwords = useGeneratedPasswords()
  const tokens = useGenerated(makeLinkToken)
  const resetting = useChange(resetPassword, { secret: true })
  const linking = useChange(makePasswordLink, { secret: true })

  const reset = (user: UserReply) =>
    confirmAndRun(resetQuestion(user), async () => {
      const { userId, name } = user
      const password = passwords.passwordOf(userId, name)
      await resetting.send({ params: { campus, userId }, body: { newPassword: password } })
      passwords.forget(userId)
      show(passwordToShow(userId, name, password))
    })

  const makeLink = (user: UserReply) =>
    confirmAndRun(linkQuestion(user), async () => {
      const { userId, name } = user
      const token = tokens.get(userId)
      await linking.send({ params: { campus, userId }, body: { token } })
      tokens.forget(userId)
      show(linkToShow(userId, name, token))
    })

  return { reset, makeLink }
}

export type UserActionHandlers = ReturnType<typeof useUserActions>
