import { makePasswordLink } from '#contract/password-links.ts'
import {
  changeUserRole,
  disableUser,
  resetPassword,
  resetSecondFactor,
  type UserReply,
} from '#contract/users.ts'
import type { Role } from '#domain/roles.ts'
import type { CallFailed } from '#web/api/call.ts'
import { useSession, useStaff } from '#web/api/session.ts'
import { useAct } from '#web/kit/form/use-act.ts'
import { useAlert } from '#web/ui/alert-dialog.tsx'
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
  const passwords = useGeneratedPasswords()
  const tokens = useGenerated(makeLinkToken)
  const isOwn = ({ userId }: UserReply) => userId === ownId
  const paramsOf = ({ userId }: UserReply) => ({ campus, userId })
  const failed = ({ status }: CallFailed) => status > 0 && reload()

  const changeRole = useAct(changeUserRole, {
    ask: (user: UserReply, role: Role) => roleQuestion(user, role, isOwn(user)),
    sent: (user, role) => ({ params: paramsOf(user), body: { role } }),
    async done({ msg }, user, role) {
      if (isOwn(user)) await restore()
      await alert(msg, { detail: `${user.name} has the role ${role} now.` })
    },
    failed,
  })
  const resetFactor = useAct(resetSecondFactor, {
    ask: resetFactorQuestion,
    sent: (user) => ({ params: paramsOf(user) }),
    done: ({ msg }, { name }) =>
      alert(msg, { detail: `${name} signs in with the password alone until they set it up again.` }),
    failed,
  })
  const disable = useAct(disableUser, {
    ask: (user: UserReply) => disableQuestion(user, isOwn(user)),
    sent: (user) => ({ params: paramsOf(user), body: { disabled: true } }),
    async done({ msg }, user) {
      if (isOwn(user)) await signOut()
      const detail = isOwn(user) ? 'You are signed out.' : `${user.name} cannot sign in any more.`
      await alert(msg, { detail })
    },
    failed,
  })
  const enable = useAct(disableUser, {
    ask: enableQuestion,
    sent: (user) => ({ params: paramsOf(user), body: { disabled: false } }),
    done: ({ msg }, { name }) => alert(msg, { detail: `${name} can sign in again.` }),
    failed,
  })
  const reset = useAct(resetPassword, {
    secret: true,
    ask: resetQuestion,
    sent: (user) => ({
      params: paramsOf(user),
      body: { newPassword: passwords.passwordOf(user.userId, user.name) },
    }),
    done(_, { userId, name }) {
      const password = passwords.passwordOf(userId, name)
      passwords.forget(userId)
      show(passwordToShow(userId, name, password))
    },
    failed,
  })
  const makeLink = useAct(makePasswordLink, {
    secret: true,
    ask: linkQuestion,
    sent: (user) => ({ params: paramsOf(user), body: { token: tokens.get(user.userId) } }),
    done(_, { userId, name }) {
      const token = tokens.get(userId)
      tokens.forget(userId)
      show(linkToShow(userId, name, token))
    },
    failed,
  })

  return {
    changeRole: changeRole.run,
    resetFactor: resetFactor.run,
    disable: disable.run,
    enable: enable.run,
    reset: reset.run,
    makeLink: makeLink.run,
  }
}

export type UserActionHandlers = ReturnType<typeof useUserActions>
