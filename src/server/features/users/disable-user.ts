import type { disableUser as endpoint } from '#contract/users.ts'
import { orThrow } from '#domain/outcome.ts'
import { changeMember } from '#domain/roles.ts'
import type { Call } from '#server/http/mount.ts'
import { aboutUser, membersFor, userOnWire } from './members.ts'

/** Also of oneself, where another admin is left; the campus is held alone, so two at once leave one. */
export async function disableUser({ params, body, staff, records }: Call<typeof endpoint>) {
  const members = await membersFor({ staff, records })
  const { disabled } = body
  const { before, after } = orThrow(changeMember(members, params.userId, { disabled }))
  await records.users.setDisabled(after.userId, disabled)
  await records.users.endSessions(after.userId)
  await records.changes.add({
    what: disabled ? 'user disabled' : 'user enabled',
    ...aboutUser(before, after),
  })
  return {
    msg: disabled ? ('User disabled successfully' as const) : ('User enabled successfully' as const),
    user: userOnWire({ ...after, seenAt: null }),
  }
}
