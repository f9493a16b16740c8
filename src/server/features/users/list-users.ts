import type { listUsers as endpoint } from '#contract/users.ts'
import type { CallContext } from '#server/http/call.ts'
import { listStaff } from '#server/records/users.ts'

/** The staff of the campus, disabled users too. */
export async function listUsers({ scope }: CallContext<typeof endpoint>) {
  return { msg: 'Users fetched successfully', users: await listStaff(scope) }
}
