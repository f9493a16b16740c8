import type { currentSession as endpoint, SignedIn } from '#contract/session.ts'
import type { Call } from '#server/http/mount.ts'

/** Who is signed in, for a page that was opened anew. */
export async function currentSession({ staff, records, today }: Call<typeof endpoint>): Promise<SignedIn> {
  const { userId, name, role, campus } = staff
  return { msg: 'Signed in', userId, name, role, campus, school: await records.school.find(), today }
}
