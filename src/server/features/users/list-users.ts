import type { listUsers as endpoint } from '#contract/users.ts'
import type { Call } from '#server/http/mount.ts'
import { userOnWire } from './members.ts'

/** Everybody on the staff of the campus, the disabled as well. */
export async function listUsers({ records }: Call<typeof endpoint>) {
  return { msg: 'Users fetched successfully', users: (await records.users.list()).map(userOnWire) }
}
