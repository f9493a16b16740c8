import type { Kysely, Transaction } from 'kysely'
import type { Schema } from './schema.ts'

const serializationFailure = '40001'
const deadlock = '40P01'
/** Raised by the triggers of closed days: the call read the rules before it waited for a closing of the books. */
export const dayClosedMeanwhile = 'PB001'
const lostRaces: readonly unknown[] = [serializationFailure, deadlock, dayClosedMeanwhile]
const maxAttempts = 4

const isLostRace = (problem: unknown): boolean =>
  problem instanceof Error && 'code' in problem && lostRaces.includes(problem.code)

/** Builds a transaction whose statements all see one state of the books. */
export const readOnly = (db: Kysely<Schema>) =>
  db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only')

/** Runs work in a transaction, and again after a lost race. Only writes are undone before that. */
export async function transact<T>(
  db: Kysely<Schema>,
  access: 'read' | 'write',
  work: (trx: Transaction<Schema>) => Promise<T>,
): Promise<T> {
  const transaction = access === 'read' ? readOnly(db) : db.transaction()
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await transaction.execute(work)
    } catch (problem) {
      if (!isLostRace(problem) || attempt === maxAttempts) throw problem
    }
  }
}
