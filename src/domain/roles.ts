import { accept, refuse, type Outcome } from './outcome.ts'
import { rights, type Right } from './rights.ts'

export const roles = ['admin', 'readwrite', 'write', 'read'] as const
export type Role = (typeof roles)[number]

/** The roles in the words of the office. */
export const roleNames: Readonly<Record<Role, string>> = {
  admin: 'Admin',
  readwrite: 'Office',
  write: 'Desk',
  read: 'View only',
}

/** `readwrite` and `write` are the same (decisions 2.access.write, spec 6.roles.write). */
export const canWrite = (role: Role): boolean => role !== 'read'

/** Returns true if a role sees the personal data that `contacts.ts` lists (decisions 6.read-role). */
export const canSeeContacts = (role: Role): boolean => role !== 'read'

/** An admin manages the users of a campus and reads its whole history, and otherwise has the rights of `readwrite`. */
export const canManage = (role: Role): boolean => role === 'admin'

/** Returns the rights that an admin chose, or all if there was no choice (null); `read` has none. */
export const rightsOf = (role: Role, chosen: readonly Right[] | null): readonly Right[] =>
  canWrite(role) ? rights.filter((right) => chosen === null || chosen.includes(right)) : []

/** The name in the history of a person at the command line. It is never a user id, because a user id has an @. */
export const operator = 'operator'

interface Member {
  readonly userId: string
  readonly role: Role
  readonly disabled: boolean
  readonly rights: readonly Right[] | null
}

/** Returns true if this change would leave the campus without an admin who can sign in. */
export const leavesNoAdmin = (
  members: readonly Omit<Member, 'rights'>[],
  changed: Omit<Member, 'rights'>,
): boolean =>
  members.some(({ role, disabled }) => role === 'admin' && !disabled) &&
  !members
    .map((member) => (member.userId === changed.userId ? changed : member))
    .some(({ role, disabled }) => role === 'admin' && !disabled)

type Change = Partial<Pick<Member, 'role' | 'disabled' | 'rights'>>

const sameRights = (one: readonly Right[] | null, other: readonly Right[] | null): boolean =>
  one === null || other === null
    ? one === other
    : rights.every((right) => one.includes(right) === other.includes(right))

/** Refuses a change without effect, and a change that leaves no admin. */
export function changeMember<M extends Member>(
  members: readonly M[],
  userId: string,
  change: Change,
): Outcome<{ readonly before: M; readonly after: M }> {
  const before = members.find((member) => member.userId === userId)
  if (!before) return refuse('user-unknown')
  const after = { ...before, ...change }
  const isSame = after.role === before.role && after.disabled === before.disabled
  if (isSame && sameRights(before.rights, after.rights)) return refuse('no-changes')
  return leavesNoAdmin(members, after) ? refuse('last-admin') : accept({ before, after })
}

/** Counts the other users who could approve. */
export const countApprovers = (members: readonly Member[], exceptUserId: string): number =>
  members.filter(
    ({ userId, role, disabled, rights: chosen }) =>
      userId !== exceptUserId && !disabled && rightsOf(role, chosen).includes('approve'),
  ).length
