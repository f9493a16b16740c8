import { tryRecords } from '#server/records/tries.ts'
import type { FastifyRequest } from 'fastify'
import { runCall, type Deps, type StaffEndpoint } from './run-call.ts'
import { beginTry } from './slowing.ts'

/**
 * Around a call that asks its user for their password: each counts as a try to sign in until the password was right, so
 * that a stolen session is no way to guess it. The try is written by itself, as what the call refuses is rolled back.
 */
export const countedAsTry =
  (deps: Deps, endpoint: StaffEndpoint) =>
  async <T>(request: FastifyRequest, run: () => Promise<T>): Promise<T> => {
    const { userId } = await runCall(deps, endpoint, request, async ({ staff }) => staff)
    const tries = tryRecords(deps.database.kysely)
    await beginTry(tries, { userId, address: request.ip, now: deps.clock() })
    const answer = await run()
    await tries.forget(userId, request.ip)
    return answer
  }
