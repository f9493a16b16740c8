// A COMMIT that waits for a synchronous standby must not be cancelled: PostgreSQL would answer with success and a
// warning that the change may be lost with the primary. Without an answer, the caller repeats the call with the same
// key. A COMMIT has no time limit in PostgreSQL (stress/synchronous-commit.stress.ts).

import type { PoolClient } from 'pg'

const committing = new WeakSet<PoolClient>()

/** True while the client waits for the answer to a COMMIT, which must not be cancelled. */
export const isCommitting = (client: PoolClient): boolean => committing.has(client)

export async function commit(client: PoolClient): Promise<unknown> {
  committing.add(client)
  try {
    return await client.query('commit')
  } finally {
    committing.delete(client)
  }
}
