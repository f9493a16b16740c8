import type { makePasswordLink as endpoint } from '#contract/password-links.ts'
import { orThrow, refuse } from '#domain/outcome.ts'
import { hashOfToken } from '#server/auth/session-cookie.ts'
import type { CallContext } from '#server/http/call.ts'
import { writeHistory } from '#server/records/history.ts'
import { saveLink } from '#server/records/password-links.ts'
import { listStaffForAdmin } from '#server/services/staff-members.ts'

const linkHours = 24

/** Makes a link for a user of the campus; it ends the one before, and only its hash is stored. */
export async function makePasswordLink({ params, body, scope }: CallContext<typeof endpoint>) {
  const members = await listStaffForAdmin(scope)
  const user = members.find(({ userId }) => userId === params.userId) ?? orThrow(refuse('user-unknown'))
  if (user.disabled) return orThrow(refuse('user-disabled'))
  const until = new Date(scope.now.getTime() + linkHours * 3_600_000)
  await saveLink(scope, user.userId, hashOfToken(body.token), until)
  await writeHistory(scope, { what: 'password link made', after: { userId: user.userId, role: user.role } })
  return { msg: 'Link made successfully' as const, until }
}
