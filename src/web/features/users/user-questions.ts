import type { UserReply } from '#contract/users.ts'
import { canManage, type Role } from '#domain/roles.ts'
import type { Question } from '#web/ui/alert-dialog.tsx'
import { roleWords } from './role-words.ts'

// The confirmations before a user is changed. Confirmations about the admin's own account are plainer.

export function roleQuestion({ userId, name, role }: UserReply, next: Role, own: boolean): Question {
  const confirmLabel = 'Change role'
  if (own && !canManage(next)) {
    return {
      title: 'Stop being an admin yourself?',
      message: `You will no longer see Users and History. Only another admin can change that back. The role ${next} can use ${roleWords[next]}.`,
      confirmLabel,
      tone: 'caution',
    }
  }
  return {
    title: `Give ${name} the role ${next}?`,
    message: `${userId} has the role ${role} now. The role ${next} can use ${roleWords[next]}. It applies from their next action.`,
    confirmLabel,
  }
}

export const resetQuestion = ({ userId, name }: UserReply): Question => ({
  title: `Reset the password of ${name}?`,
  message: `${userId} will be signed out on all computers. The old password will stop working. The new password is shown to you once, and they choose another when they sign in with it.`,
  confirmLabel: 'Reset password',
  tone: 'caution',
})

export const linkQuestion = ({ userId, name }: UserReply): Question => ({
  title: `Make a link for ${name}?`,
  message: `With it ${userId} chooses a new password, once, within 24 hours, and is then signed out on all computers. Until then the old password works. A link made before stops working.`,
  confirmLabel: 'Make link',
})

export const resetFactorQuestion = ({ userId, name }: UserReply): Question => ({
  title: `Reset the second factor of ${name}?`,
  message: `${userId} will be signed out on all computers. Their authenticator app, passkeys and recovery codes will stop working: make sure that it is ${name} who asks.`,
  confirmLabel: 'Reset second factor',
  tone: 'danger',
})

export function disableQuestion({ userId, name }: UserReply, own: boolean): Question {
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

export const enableQuestion = ({ userId, name, role }: UserReply): Question => ({
  title: `Enable ${name} again?`,
  message: `${userId} can sign in with the password they had, in the role ${role}.`,
  confirmLabel: 'Enable',
})
