// Speedup "pipeline": a transaction waits for PostgreSQL as rarely as possible. BEGIN is sent together with the first
// statement, and the COMMIT of a transaction that only reads together with the next BEGIN. Paid for by rows 2a and 6 of
// docs/performance.md (docs/decisions/0025-fewer-waits-on-the-wire.md).

import type { PoolClient } from 'pg'
import { commit } from './commit.ts'
import type { Send } from './plans.ts'

/** Whether a statement of the query builder begins a transaction. */
export const isBegin = (statement: string): boolean => /^(begin|start transaction)\b/.test(statement)

const isSelect = (statement: string): boolean => /^\s*select\b/i.test(statement)

/** Whether the transaction can change nothing, so that no caller needs to wait for its COMMIT. */
const isReadOnly = (begin: string): boolean => begin.endsWith('read only')

/** How long a finished transaction that only reads may stay open when no other one follows. */
const commitDelayMs = 20

/** The reply to a BEGIN or COMMIT that has not been sent yet. */
const emptyResult = { command: '', rowCount: 0, rows: [] }

/** A connection of a pool in pipeline mode, as Kysely's driver uses it; `send` must not wait for earlier statements. */
export class PipelinedClient {
  readonly client: PoolClient
  readonly #send: Send
  /** A BEGIN that is sent with the next statement. */
  #begin: string | null = null
  #readOnly = false
  /** Set while the COMMIT of a transaction that only read has not been sent. */
  #commitTimer: NodeJS.Timeout | null = null

  constructor(client: PoolClient, send: Send) {
    this.client = client
    this.#send = send
  }

  query(statement: string, values: readonly unknown[]): Promise<unknown> {
    if (isBegin(statement)) {
      this.#begin = statement
      this.#readOnly = isReadOnly(statement)
      return Promise.resolve(emptyResult)
    }
    if (statement === 'commit') {
      if (this.#begin !== null) {
        // No statement came between: neither is sent, and the next statement has no transaction.
        this.#begin = null
        return Promise.resolve(emptyResult)
      }
      if (!this.#readOnly) return commit(this.client)
      this.#commitTimer = setTimeout(() => this.#sendCommit(), commitDelayMs)
      return Promise.resolve(emptyResult)
    }
    return this.#inOnePacket(() => {
      this.#sendCommit()
      return this.#sendAfterBegin(statement, values)
    })
  }

  release(): void {
    this.client.release()
  }

  #sendCommit(): void {
    if (this.#commitTimer === null) return
    clearTimeout(this.#commitTimer)
    this.#commitTimer = null
    // Nothing was changed, so its failure loses nothing; the next statement reports a lost connection.
    this.#send('commit', []).catch(() => {})
  }

  #inOnePacket<T>(send: () => T): T {
    const { stream } = this.client.connection
    stream.cork()
    try {
      return send()
    } finally {
      stream.uncork()
    }
  }

  /**
   * A select is sent together with its BEGIN and fails if that fails. A statement that writes is sent once BEGIN has
   * succeeded: it must never run outside of the transaction.
   */
  async #sendAfterBegin(statement: string, values: readonly unknown[]): Promise<unknown> {
    if (this.#begin === null) return this.#send(statement, values)
    const begun = this.#send(this.#begin, [])
    this.#begin = null
    if (!isSelect(statement)) {
      await begun
      return this.#send(statement, values)
    }
    const [, result] = await Promise.all([begun, this.#send(statement, values)])
    return result
  }
}
