// The door: how a call of signed-in staff is let in, whether it answers JSON or a file.

import type { Endpoint } from '#contract/endpoint.ts'
import { Refused } from '#domain/outcome.ts'
import { canManage, canWrite } from '#domain/roles.ts'
import type { OpenDatabase } from '#server/database/open.ts'
import type { Hold, Staff } from '#server/records/door.ts'
import { inRecords, type Inside } from '#server/records/records.ts'
import { inStandbyRecords } from '#server/records/standby-records.ts'
import type { FastifyRequest } from 'fastify'
import { campusesNamed, readCall, type CallOf } from './read-call.ts'
import { sessionHash } from './session-cookie.ts'

/** What the door needs; handed in, never reached for. */
export interface Deps {
  readonly database: OpenDatabase
  readonly clock: () => Date
}

/** What a verb gets: the call as the contract read it, who calls, and the records of their campus. */
export type Call<E extends Endpoint> = CallOf<E> & Inside

/** An endpoint that a session opens. */
export type StaffEndpoint = Endpoint & { readonly access: 'staff' | 'writer' | 'admin' }

const holds: Record<Endpoint['effect'], Hold> = { reads: 'none', changes: 'shared', 'changes many': 'alone' }

function requireAccess(endpoint: Endpoint, staff: Staff): void {
  const { access } = endpoint
  if ((access === 'writer' && !canWrite(staff.role)) || (access === 'admin' && !canManage(staff.role))) {
    throw new Refused({ code: 'not-allowed' })
  }
}

function requireOwnCampus(endpoint: Endpoint, request: FastifyRequest, staff: Staff): void {
  if (campusesNamed(endpoint, request).some((campus) => campus !== staff.campus)) {
    throw new Refused({ code: 'other-campus' })
  }
}

/**
 * Authorises and reads the call, and runs `work` in one transaction of the caller's campus; where it may be read from a
 * standby, `isAnswering` tells that a part of the answer has left, which is then not begun anew on the primary.
 */
export async function runCall<E extends StaffEndpoint, T>(
  { database, clock }: Deps,
  endpoint: E,
  request: FastifyRequest,
  work: (call: Call<E>) => Promise<T>,
  isAnswering: () => boolean = () => false,
): Promise<T> {
  const tokenHash = sessionHash(request)
  if (!tokenHash) throw new Refused({ code: 'signed-out' })
  const now = clock()
  const entry = { tokenHash, now, hold: holds[endpoint.effect], manages: endpoint.access === 'admin' }
  const run = async (inside: Inside) => {
    requireAccess(endpoint, inside.staff)
    requireOwnCampus(endpoint, request, inside.staff)
    const read = readCall(endpoint, request)
    if (!read.ok) throw read.problem
    return work({ ...read.call, ...inside })
  }
  const { kysely: primary, standby } = database
  const answer =
    standby && endpoint.fromStandby
      ? await inStandbyRecords({ standby, primary }, entry, run, isAnswering)
      : await inRecords(primary, entry, run)
  if (endpoint.effect === 'changes many') void database.afterBulkWork()
  return answer
}
