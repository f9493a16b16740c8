import type { Endpoint } from '#contract/endpoint.ts'
import { Refused } from '#domain/outcome.ts'
import { canManage, canWrite, type Role } from '#domain/roles.ts'
import type { Scope } from '#server/records/scope.ts'
import type { Session } from './authenticate.ts'

export interface RawInput {
  readonly params: unknown
  readonly query: unknown
  readonly body: unknown
}

/**
 * Refuses a caller who must first choose a password or set up a second factor, lacks the role or a right, names another
 * campus than their own, or has not entered the password again for a call that needs it.
 */
export function authorise(
  endpoint: Endpoint,
  { scope, isConfirmed }: Omit<Session, 'isStale'>,
  input: RawInput,
): void {
  const { campus, role, rights } = scope
  const { access, right } = endpoint
  requireFullSession(endpoint, scope)
  if (!mayCall(access, role)) throw new Refused({ code: 'not-allowed' })
  if (right && !rights.includes(right)) throw new Refused({ code: 'no-right', facts: { right } })
  if (campusesIn(endpoint, input).some((inputCampus) => inputCampus !== campus)) {
    throw new Refused({ code: 'other-campus' })
  }
  // Checked last, so that a user who may not make the call is not asked for a password.
  if (endpoint.confirmed && !isConfirmed) throw new Refused({ code: 'confirmation-needed' })
}

function requireFullSession(
  { opensWithGivenPassword, withoutFactor }: Endpoint,
  { mustChoosePassword, lacksFactor }: Scope,
): void {
  if (mustChoosePassword && !opensWithGivenPassword) throw new Refused({ code: 'choose-password' })
  if (lacksFactor && !withoutFactor) throw new Refused({ code: 'factor-missing' })
}

export const mayCall = (access: Endpoint['access'], role: Role): boolean =>
  access === 'admin' ? canManage(role) : access !== 'writer' || canWrite(role)

/**
 * Returns every campus in the input, at any depth, before it is decoded (decisions 2.identity.campus). A query that the
 * endpoint does not declare is ignored.
 */
function campusesIn(endpoint: Endpoint, { params, query, body }: RawInput): unknown[] {
  const campuses: unknown[] = []
  const unread: unknown[] = [params, endpoint.query && query, body]
  // Avoids recursion: a payload may be nested deeper than the stack allows.
  while (unread.length > 0) {
    const part = unread.pop()
    if (typeof part !== 'object' || part === null) continue
    for (const [name, value] of Object.entries(part)) {
      if (name === 'campus' && value !== null && value !== '') campuses.push(value)
      else unread.push(value)
    }
  }
  return campuses
}
