import type { Endpoint } from '#contract/endpoint.ts'
import { Refused } from '#domain/outcome.ts'
import { canManage, canWrite } from '#domain/roles.ts'
import type { Scope } from '#server/records/scope.ts'

/** What a request says before it is decoded. */
export interface RawInput {
  readonly params: unknown
  readonly query: unknown
  readonly body: unknown
}

/** Refuses a caller who has to set up a second factor first, or whose role or rights may not make this call, and a call that names another campus than the caller's. */
export function authorise(
  endpoint: Endpoint,
  { campus, role, rights, lacksFactor }: Scope,
  input: RawInput,
): void {
  const { access, right, withoutFactor } = endpoint
  if (lacksFactor && !withoutFactor) throw new Refused({ code: 'factor-missing' })
  if ((access === 'writer' && !canWrite(role)) || (access === 'admin' && !canManage(role))) {
    throw new Refused({ code: 'not-allowed' })
  }
  if (right && !rights.includes(right)) throw new Refused({ code: 'no-right', facts: { right } })
  if (campusesNamed(endpoint, input).some((named) => named !== campus)) {
    throw new Refused({ code: 'other-campus' })
  }
}

/**
 * Every campus that the input names, at any depth, before the input is decoded (decisions 2.identity.campus). A campus
 * in a query that the endpoint does not declare is ignored with the query.
 */
function campusesNamed(endpoint: Endpoint, { params, query, body }: RawInput): unknown[] {
  const campuses: unknown[] = []
  const unread: unknown[] = [params, endpoint.query && query, body]
  // Not recursive: a payload may be nested deeper than the stack allows.
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
