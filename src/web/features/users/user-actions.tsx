import { useState, type ComponentProps } from 'react'
import {
  changeUserRole,
  disableUser,
  makePasswordLink,
  resetPassword,
  resetSecondFactor,
  type UserReply,
} from '#contract/users.ts'
import { passwordError } from '#domain/password.ts'
import { canManage, roleNames, type Role } from '#domain/roles.ts'
import type { CallFailed } from '#web/api/call.ts'
import { useSession, useStaff } from '#web/api/session.ts'
import { useAct } from '#web/kit/form/use-act.ts'
import { randomGroups } from '#web/kit/random-letters.ts'
import { useAlert, type Question } from '#web/ui/alert-dialog.tsx'
import type { ShownOnce } from '#web/ui/shown-once.tsx'

/** Hard to guess and easy to read aloud: `k7mf-x2qd-9hra-bt4w`, hyphens included. */
export const makePassword = (): string => randomGroups(4)

/** 256 random bits as text for an address. */
function makeLinkToken(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(32))
  const base64 = btoa(String.fromCharCode(...bytes))
  return base64.replaceAll('+', '-').replaceAll('/', '_').replace('=', '')
}

export type ShownSecret = Omit<ComponentProps<typeof ShownOnce>, 'close'>

const titleWith = (words: string, name: string) => (
  <>
    {words} <bdi>{name}</bdi>
  </>
)

export const passwordToShow = (userId: string, name: string, password: string): ShownSecret => ({
  title: titleWith('Password of', name),
  secrets: [password],
  message: `${userId} signs in with it, hyphens included, and then chooses another. Copy it or write it down now: it is not shown again.`,
})

const linkToShow = (userId: string, name: string, token: string): ShownSecret => ({
  title: titleWith('Link for', name),
  secrets: [`${location.origin}/new-password#${token}`],
  message: `${userId} opens it and chooses a new password. It works once, for 24 hours. Do not send it to anyone else; it is not shown again.`,
})

/** Keeps a user's secret in memory until it is taken, so that a repeat after a lost connection sends it again. */
function useGenerated(make: (userId: string, name: string) => string) {
  const [secrets] = useState(() => new Map<string, string>())
  function secretOf(userId: string, name: string): string {
    const secret = secrets.get(`${userId} ${name}`) ?? make(userId, name)
    secrets.set(`${userId} ${name}`, secret)
    return secret
  }
  function take(userId: string, name: string): string {
    const secret = secretOf(userId, name)
    secrets.delete(`${userId} ${name}`)
    return secret
  }
  return { secretOf, take }
}

/** Passwords that the rules accept. */
export function useGeneratedPasswords() {
  const { school } = useStaff()
  return useGenerated((userId, name) => {
    let password = makePassword()
    // A random group may happen to be a name.
    while (passwordError(password, { userId, name, school: school.name }) !== null) password = makePassword()
    return password
  })
}

/** The features of a role, in the words of the office (spec 6.roles). */
export const roleWords: Readonly<Record<Role, string>> = {
  admin: 'everything, with Users and History',
  readwrite: 'all office work and reports',
  write: 'all office work and reports',
  read: 'reports only',
}

// The questions about the admin's own account are plainer.

function roleQuestion({ userId, name, role }: UserReply, next: Role, own: boolean): Question {
  const confirmLabel = 'Change role'
  const nextWords = `The role ${roleNames[next]} can use ${roleWords[next]}.`
  if (own && !canManage(next)) {
    return {
      title: 'Stop being an admin yourself?',
      message: `You will no longer see Users and History. Only another admin can change that back. ${nextWords}`,
      confirmLabel,
      tone: 'caution',
    }
  }
  return {
    title: `Give ${name} the role ${roleNames[next]}?`,
    message: `${userId} has the role ${roleNames[role]} now. ${nextWords} It applies from their next action.`,
    confirmLabel,
  }
}

const disableQuestion = ({ userId, name }: UserReply, own: boolean): Question => ({
  ...(own
    ? {
        title: 'Disable your own account?',
        message: 'You will be signed out at once. Only another admin can enable your account again.',
        confirmLabel: 'Disable my account',
      }
    : {
        title: `Disable ${name}?`,
        message: `${userId} is signed out at once and cannot sign in any more. What they did stays in the history.`,
        confirmLabel: 'Disable',
      }),
  tone: 'danger',
})

/**
 * The actions of an admin on a user of the campus: each asks for confirmation, and reports its result. After a refusal
 * the users are read again, because another admin may have been quicker.
 */
export function useUserActions(show: (shown: ShownSecret) => void, reload: () => void) {
  const { userId: ownId } = useStaff()
  const { restore, signOut } = useSession.getState()
  const alert = useAlert()
  const isOwn = ({ userId }: UserReply) => userId === ownId
  const failed = ({ status }: CallFailed) => {
    if (status > 0) reload()
  }

  const changeRole = useAct(changeUserRole, {
    ask: (user: UserReply, role: Role) => roleQuestion(user, role, isOwn(user)),
    sent: ({ userId }, role) => ({ params: { userId }, body: { role } }),
    async done({ msg }, user, role) {
      if (isOwn(user)) await restore()
      await alert(msg, { detail: `${user.name} has the role ${roleNames[role]} now.` })
    },
    failed,
  })
  const disable = useAct(disableUser, {
    ask: (user: UserReply) => disableQuestion(user, isOwn(user)),
    sent: ({ userId }) => ({ params: { userId }, body: { disabled: true } }),
    async done({ msg }, user) {
      if (isOwn(user)) await signOut()
      const detail = isOwn(user) ? 'You are signed out.' : `${user.name} cannot sign in any more.`
      await alert(msg, { detail })
    },
    failed,
  })
  const enable = useAct(disableUser, {
    ask: ({ userId, name, role }: UserReply) => ({
      title: `Enable ${name} again?`,
      message: `${userId} can sign in with the password they had, in the role ${roleNames[role]}.`,
      confirmLabel: 'Enable',
    }),
    sent: ({ userId }) => ({ params: { userId }, body: { disabled: false } }),
    done: ({ msg }, { name }) => alert(msg, { detail: `${name} can sign in again.` }),
    failed,
  })
  return {
    changeRole: changeRole.run,
    disable: disable.run,
    enable: enable.run,
    ...useSecretActions(show, failed),
  }
}

/** Gives a user a new password or a link, which is shown once, or takes the second factor away. */
function useSecretActions(show: (shown: ShownSecret) => void, failed: (failure: CallFailed) => void) {
  const alert = useAlert()
  const passwords = useGeneratedPasswords()
  const tokens = useGenerated(makeLinkToken)
  const reset = useAct(resetPassword, {
    secret: true,
    ask: ({ userId, name }: UserReply) => ({
      title: `Reset the password of ${name}?`,
      message: `${userId} will be signed out on all computers. The old password will stop working. The new password is shown to you once, and they choose another when they sign in with it.`,
      confirmLabel: 'Reset password',
      tone: 'caution',
    }),
    sent: ({ userId, name }) => ({
      params: { userId },
      body: { newPassword: passwords.secretOf(userId, name) },
    }),
    done: (_, { userId, name }) => show(passwordToShow(userId, name, passwords.take(userId, name))),
    failed,
  })
  const makeLink = useAct(makePasswordLink, {
    secret: true,
    ask: ({ userId, name }: UserReply) => ({
      title: `Make a link for ${name}?`,
      message: `With it ${userId} chooses a new password, once, within 24 hours, and is then signed out on all computers. Until then the old password works. A link made before stops working.`,
      confirmLabel: 'Make link',
    }),
    sent: ({ userId, name }) => ({ params: { userId }, body: { token: tokens.secretOf(userId, name) } }),
    done: (_, { userId, name }) => show(linkToShow(userId, name, tokens.take(userId, name))),
    failed,
  })
  const resetFactor = useAct(resetSecondFactor, {
    ask: ({ userId, name }: UserReply) => ({
      title: `Reset the second factor of ${name}?`,
      message: `${userId} will be signed out on all computers. Their authenticator app, passkeys and recovery codes will stop working: make sure that it is ${name} who asks.`,
      confirmLabel: 'Reset second factor',
      tone: 'danger',
    }),
    sent: ({ userId }) => ({ params: { userId } }),
    done: ({ msg }, { name }) =>
      alert(msg, { detail: `${name} signs in with the password alone until they set it up again.` }),
    failed,
  })
  return { reset: reset.run, makeLink: makeLink.run, resetFactor: resetFactor.run }
}

export type UserActions = ReturnType<typeof useUserActions>
