// A connection to a pooler that gives each transaction another connection of PostgreSQL (DATABASE_POOLER=transaction):
// nothing may be set or kept for longer than a transaction, as the next client would have it
// (docs/decisions/0058-failover-and-poolers.md).

import type { PoolClient } from 'pg'
import { commit } from './commit.ts'
import { isBegin } from './pipelined-client.ts'
import { StandbyAnswers } from './server-errors.ts'

/** The settings of a transaction if a connection can have none, such as `{ statement_timeout: 60000 }`. */
export type TransactionSettings = Readonly<Record<string, string | number>>

const beginResult = { command: 'BEGIN', rowCount: 0, rows: [] }

export class PooledClient {
  readonly client: PoolClient
  /** Sent in one packet with each BEGIN, so that they take no wait of their own. */
  readonly #afterBegin: string
  #isInTransaction = false

  constructor(client: PoolClient, settings: TransactionSettings) {
    this.client = client
    this.#afterBegin = [
      ...Object.entries(settings).map(([name, value]) => `set local ${name} = '${value}'`),
      'select pg_is_in_recovery() as "isStandby"',
    ].join('; ')
  }

  async query(statement: string, values: readonly unknown[]): Promise<unknown> {
    if (isBegin(statement)) return this.#begin(statement)
    if (this.#isInTransaction) {
      if (statement === 'commit' || statement === 'rollback') this.#isInTransaction = false
      return statement === 'commit' ? commit(this.client) : this.#send(statement, values)
    }
    // Alone it would run with the settings of PostgreSQL, without a time limit.
    await this.#begin('begin')
    try {
      const result = await this.#send(statement, values)
      await commit(this.client)
      return result
    } catch (error) {
      await this.#rollback()
      throw error
    } finally {
      this.#isInTransaction = false
    }
  }

  release(): void {
    this.client.release()
  }

  #send(statement: string, values: readonly unknown[] = []): Promise<unknown> {
    return this.client.query({ text: statement, values: [...values] })
  }

  async #begin(begin: string): Promise<unknown> {
    try {
      // The driver returns one result for each of several statements.
      const results: unknown = await this.client.query(`${begin}; ${this.#afterBegin}`)
      const last: unknown = Array.isArray(results) ? results.at(-1) : results
      if (Object(last).rows?.[0]?.isStandby) throw new StandbyAnswers()
    } catch (error) {
      await this.#rollback()
      throw error
    }
    this.#isInTransaction = true
    return beginResult
  }

  /** Ends a transaction that failed. A lost connection has ended it already. */
  async #rollback(): Promise<void> {
    await this.#send('rollback').catch(() => {})
  }
}
