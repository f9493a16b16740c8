import {
  changeUserRole,
  disableUser,
  makePasswordLink,
  resetPassword,
  resetSecondFactor,
  type UserReply,
} from '#contract/users.ts'
import { canManage, roleNames, type Role } from '#domain/roles.ts'
import type { CallFailed } from '#web/api/call.ts'
import { useSession, useStaff } from '#web/api/session.ts'
import { useAct } from '#web/kit/form/use-act.ts'
import { useAlert, type Question } from '#web/ui/alert-dialog.tsx'
import {
  linkToShow,
  makeLinkToken,
  passwordToShow,
  useGenerated,
  useGeneratedPasswords,
  type ShownSecret,
} from './passwords.ts'
import { roleWords } from './role-words.ts'

// The confirmations before a user is changed. Confirmations about the admin's own account are plainer.

function roleQuestion({ userId, name, role }: UserReply, next: Role, own: boolean): Question {
  const confirmLabel = 'Change role'
  if (own && !canManage(next)) {
    return {
      title: 'Stop being an admin yourself?',
      message: `You will no longer see Users and History. Only another admin can change that back. The role ${roleNames[next]} can use ${roleWords[next]}.`,
      confirmLabel,
      tone: 'caution',
    }
  }
  return {
    title: `Give ${name} the role ${roleNames[next]}?`,
    message: `${userId} has the role ${roleNames[role]} now. The role ${roleNames[next]} can use ${roleWords[next]}. It applies from their next action.`,
    confirmLabel,
  }
}

const resetQuestion = ({ userId, name }: UserReply): Question => ({
  title: `Reset the password of ${name}?`,
  message: `${userId} will be signed out on all computers. The old password will stop working. The new password is shown to you once, and they choose another when they sign in with it.`,
  confirmLabel: 'Reset password',
  tone: 'caution',
})

const linkQuestion = ({ userId, name }: UserReply): Question => ({
  title: `Make a link for ${name}?`,
  message: `With it ${userId} chooses a new password, once, within 24 hours, and is then signed out on all computers. Until then the old password works. A link made before stops working.`,
  confirmLabel: 'Make link',
})

const resetFactorQuestion = ({ userId, name }: UserReply): Question => ({
  title: `Reset the second factor of ${name}?`,
  message: `${userId} will be signed out on all computers. Their authenticator app, passkeys and recovery codes will stop working: make sure that it is ${name} who asks.`,
  confirmLabel: 'Reset second factor',
  tone: 'danger',
})

function disableQuestion({ userId, name }: UserReply, own: boolean): Question {
  if (own) {
    return {
      title: 'Disable your own account?',
      message: 'You will be signed out at once. Only another admin can enable your account again.',
      confirmLabel: 'Disable my account',
      tone: 'danger',
    }
  }
  return {
    title: `Disable ${name}?`,
    message: `${userId} is signed out at once and cannot sign in any more. What they did stays in the history.`,
    confirmLabel: 'Disable',
    tone: 'danger',
  }
}

const enableQuestion = ({ userId, name, role }: UserReply): Question => ({
  title: `Enable ${name} again?`,
  message: `${userId} can sign in with the password they had, in the role ${roleNames[role]}.`,
  confirmLabel: 'Enable',
})

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
  const isOwn = ({ userId }: UserReply) => userId === ownId
  const paramsOf = ({ userId }: UserReply) => ({ campus, userId })
  const failed = ({ status }: CallFailed) => {
    if (status > 0) reload()
  }

  const changeRole = useAct(changeUserRole, {
    ask: (user: UserReply, role: Role) => roleQuestion(user, role, isOwn(user)),
    sent: (user, role) => ({ params: paramsOf(user), body: { role } }),
    async done({ msg }, user, role) {
      if (isOwn(user)) await restore()
      await alert(msg, { detail: `${user.name} has the role ${roleNames[role]} now.` })
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
  const { reset, makeLink } = useSecretActions(show, failed)

  return {
    changeRole: changeRole.run,
    resetFactor: resetFactor.run,
    disable: disable.run,
    enable: enable.run,
    reset,
    makeLink,
  }
}

/** Gives a user a new password or a link, which is shown once. */
function useSecretActions(show: ScreenCallbacks['show'], failed: (failure: CallFailed) => void) {
  const { campus } = useStaff()
  const passwords = useGeneratedPasswords()
  const tokens = useGenerated(makeLinkToken)
  const paramsOf = ({ userId }: UserReply) => ({ campus, userId })
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
  return { reset: reset.run, makeLink: makeLink.run }
}

export type UserActionHandlers = ReturnType<typeof useUserActions>
