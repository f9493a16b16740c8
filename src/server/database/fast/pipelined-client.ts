// Speedup "pipeline": BEGIN is sent with the first statement of its transaction, and a transaction that only reads does
// not wait for its COMMIT. Row 2a of docs/performance.md shows the gain.

import type { PoolClient } from 'pg'
import type { Send } from './statements.ts'

const isBegin = (statement: string): boolean => /^(begin|start transaction)\b/.test(statement)

const isSelect = (statement: string): boolean => /^\s*select\b/i.test(statement)

/** True if the transaction cannot change anything. */
const isReadOnly = (begin: string): boolean => begin.endsWith('read only')

/** The result of a statement that has not been sent, or not been answered, yet. */
const emptyResult = { command: '', rowCount: 0, rows: [] }

/** A connection of a pool in pipeline mode, as Kysely's driver uses it; `send` must not wait for earlier statements. */
export class PipelinedClient {
  readonly client: PoolClient
  readonly #send: Send
  readonly #commit: () => Promise<unknown>
  /** A BEGIN that is sent with the next statement. */
  #begin: string | null = null
  #isReadOnly = false

  constructor(client: PoolClient, send: Send, commit: () => Promise<unknown>) {
    this.client = client
    this.#send = send
    this.#commit = commit
  }

  async query(statement: string, values: readonly unknown[]): Promise<unknown> {
    if (isBegin(statement)) {
      this.#begin = statement
      this.#isReadOnly = isReadOnly(statement)
      return emptyResult
    }
    const begin = this.#begin
    this.#begin = null
    if (statement === 'commit' || statement === 'rollback') {
      // A transaction without statements is not sent.
      return begin === null ? this.#end(statement) : emptyResult
    }
    if (begin === null) return this.#send(statement, values)
    // A first statement that writes waits for BEGIN, because it would be committed at once if its BEGIN failed.
    if (!isSelect(statement)) {
      await this.#send(begin, [])
      return this.#send(statement, values)
    }
    const { stream } = this.client.connection
    stream.cork()
    const replies = Promise.all([this.#send(begin, []), this.#send(statement, values)])
    stream.uncork()
    const [, result] = await replies
    return result
  }

  release(): void {
    this.client.release()
  }

  async #end(statement: 'commit' | 'rollback'): Promise<unknown> {
    if (statement === 'rollback') return this.#send(statement, [])
    if (!this.#isReadOnly) return this.#commit()
    // Nothing was changed, so a failed COMMIT loses nothing; the next statement reports a lost connection.
    this.#send(statement, []).catch(() => {})
    return emptyResult
  }
}
