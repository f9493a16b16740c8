import { accept, refuse, type Outcome } from './outcome.ts'

export const roles = ['admin', 'readwrite', 'write', 'read'] as const
export type Role = (typeof roles)[number]

/** Who may admit, charge, post and receive; `readwrite` and `write` are equal in effect (decisions 2.access.write, spec 6.roles.write). */
export const canWrite = (role: Role): boolean => role !== 'read'

/** Who sees the personal data of a student's family that `contacts.ts` lists; `read` does not (decisions 6.read-role). */
export const canSeeContacts = (role: Role): boolean => role !== 'read'

/** Who sees to the users of a campus and reads its whole history; else an admin may what `readwrite` may. */
export const canManage = (role: Role): boolean => role === 'admin'

/** Who changes users at the command line, as the history names them; no user id, as those have an @. */
export const operator = 'operator'

/** A member of staff as the rule of the last admin sees them. */
interface Member {
  readonly userId: string
  readonly role: Role
  readonly disabled: boolean
}

/** Whether a campus would be left without an admin who can sign in, were this member changed so. */
export const leavesNoAdmin = (members: readonly Member[], changed: Member): boolean =>
  members.some(({ role, disabled }) => role === 'admin' && !disabled) &&
  !members
    .map((member) => (member.userId === changed.userId ? changed : member))
    .some(({ role, disabled }) => role === 'admin' && !disabled)

/** What may be changed of a member of staff. */
type Change = Partial<Pick<Member, 'role' | 'disabled'>>

/** A member of the campus's staff before and after a change that is one, and that leaves an admin. */
export function changeMember<M extends Member>(
  members: readonly M[],
  userId: string,
  change: Change,
): Outcome<{ readonly before: M; readonly after: M }> {
  const before = members.find((member) => member.userId === userId)
  if (!before) return refuse('user-unknown')
  const after = { ...before, ...change }
  if (after.role === before.role && after.disabled === before.disabled) return refuse('no-changes')
  return leavesNoAdmin(members, after) ? refuse('last-admin') : accept({ before, after })
}

/** A password is at least so long; nothing else is asked of it, and it is never cut. */
export const shortestPassword = 12
