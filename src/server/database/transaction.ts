import type { Kysely, Transaction } from 'kysely'
import { OtherRowsCame, withoutExpecting } from './pipelined-client.ts'
import type { Schema } from './schema.ts'

const serializationFailure = '40001'
const deadlock = '40P01'
const attempts = 4

const isLostRace = (problem: unknown): boolean =>
  problem instanceof Error &&
  'code' in problem &&
  (problem.code === serializationFailure || problem.code === deadlock)

const isToRepeat = (problem: unknown): boolean => problem instanceof OtherRowsCame || isLostRace(problem)

/** A transaction that sees one state of the books, whatever number of statements it runs, and can change nothing. */
export const readOnly = (db: Kysely<Schema>) =>
  db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only')

/**
 * Runs `work` in one transaction, and again where it lost a race against another (deadlock, serialization failure) or went
 * on with rows that turned out to be others (pipelined-client.ts). Only what the transaction wrote is undone before.
 */
export async function transact<T>(
  db: Kysely<Schema>,
  access: 'read' | 'write',
  work: (trx: Transaction<Schema>) => Promise<T>,
): Promise<T> {
  const transaction = access === 'read' ? readOnly(db) : db.transaction()
  for (let attempt = 1; ; attempt += 1) {
    try {
      const run = () => transaction.execute(work)
      return await (attempt === 1 ? run() : withoutExpecting(run))
    } catch (problem) {
      if (!isToRepeat(problem) || attempt === attempts) throw problem
    }
  }
}
