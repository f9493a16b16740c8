import type { currentSession as endpoint, SignedIn } from '#contract/session.ts'
import type { CallContext } from '#server/http/call.ts'
import { findSchool } from '#server/records/school.ts'

/** Who is signed in, for a page that was just opened. */
export async function currentSession({ scope }: CallContext<typeof endpoint>): Promise<SignedIn> {
  const { userId, userName: name, role, rights, campus, mustChoosePassword, today } = scope
  const school = await findSchool(scope)
  return { msg: 'Signed in', userId, name, role, rights, campus, school, mustChoosePassword, today }
}
