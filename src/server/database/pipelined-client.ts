// Speedup "pipeline": a transaction waits for PostgreSQL as rarely as possible. BEGIN is sent together with the first
// statement, the COMMIT of a transaction that only reads together with the next BEGIN, and a statement whose rows are
// expected, or that nothing waits for, together with those after it. Paid for by rows 2a and 6 of docs/performance.md
// (docs/decisions/0025-fewer-waits-on-the-wire.md).

import { AsyncLocalStorage } from 'node:async_hooks'
import { isDeepStrictEqual } from 'node:util'
import type { PoolClient } from 'pg'
import { commit } from './commit.ts'
import type { Send } from './plans.ts'
import { waitingRuleOf, type Expectation } from './statement.ts'

/** True if a statement of the query builder begins a transaction. */
export const isBegin = (statement: string): boolean => /^(begin|start transaction)\b/.test(statement)

const isSelect = (statement: string): boolean => /^\s*select\b/i.test(statement)

/** True if the transaction that a statement begins can change nothing. */
export const isReadOnly = (begin: string): boolean => begin.endsWith('read only')

/** The time for which a finished transaction that only reads may stay open when no other one follows. */
const commitDelayMs = 20

const noRows: readonly unknown[] = []
/** The reply to a statement that has not been sent, or not been answered, yet. */
const emptyResult = { command: '', rowCount: 0, rows: noRows }

/** The transaction went on with rows that were not those that came: it is rolled back and has to be repeated. */
export class OtherRowsCame extends Error {
  constructor() {
    super('A statement returned other rows than were expected')
  }
}

/** Set while a transaction is repeated: it waits for all rows, as others may have changed once more. */
const repeating = new AsyncLocalStorage<true>()

/** Runs a transaction that waits for the rows of all its statements. */
export const withoutExpecting = <T>(run: () => Promise<T>): Promise<T> => repeating.run(true, run)

/** Resolved; a failure is kept for those who wait for it, and is no unhandled rejection until then. */
function handled<T>(promise: Promise<T>): Promise<T> {
  promise.catch(() => {})
  return promise
}

/** A connection of a pool in pipeline mode, as Kysely's driver uses it; `send` must not wait for earlier statements. */
export class PipelinedClient {
  readonly client: PoolClient
  readonly #send: Send
  /** True if a transaction goes on with expected rows; false if its results leave the server before its end. */
  readonly #expectsRows: boolean
  /** A BEGIN that is sent with the next statement. */
  #begin: string | null = null
  #readOnly = false
  /** Set while the COMMIT of a transaction that only read has not been sent. */
  #commitTimer: NodeJS.Timeout | null = null
  /** True if statements sent now wait for the end of this tick, in one packet. */
  #isCorked = false
  /** Fails if a statement of this transaction failed, or returned other rows than it was continued with. */
  #confirmed: Promise<unknown> = Promise.resolve()
  /** Fails if a statement failed that nothing waited for. */
  #unawaited: Promise<unknown> = Promise.resolve()

  constructor(client: PoolClient, send: Send, { expectsRows = false } = {}) {
    this.client = client
    this.#send = send
    this.#expectsRows = expectsRows
  }

  async query(statement: string, values: readonly unknown[]): Promise<unknown> {
    if (isBegin(statement)) {
      this.#begin = statement
      this.#readOnly = isReadOnly(statement)
      this.#confirmed = Promise.resolve()
      this.#unawaited = Promise.resolve()
      return emptyResult
    }
    if (statement === 'commit') return this.#commit()
    if (statement === 'rollback') return this.#rollback()
    const { expects, isRead, isUnawaited } = waitingRuleOf(statement) ?? {}
    if (expects && this.#expectsRows) return this.#expect(expects, statement, values)
    if (isRead || isSelect(statement)) return this.#transmit(statement, values)
    return this.#write(statement, values, isUnawaited)
  }

  release(): void {
    this.client.release()
  }

  /** Sends a statement that writes, once BEGIN has succeeded and the transaction is known to be the caller's. */
  async #write(statement: string, values: readonly unknown[], isUnawaited = false): Promise<unknown> {
    if (this.#begin !== null) await this.#transmitBegin()
    await this.#confirmed
    const sent = this.#transmit(statement, values)
    if (!isUnawaited) return sent
    this.#unawaited = handled(Promise.all([this.#unawaited, sent]))
    return emptyResult
  }

  /** Sends a statement and returns the rows that are expected of it; if none are, those that came. */
  async #expect(expects: Expectation, statement: string, values: readonly unknown[]): Promise<unknown> {
    const rows = repeating.getStore() ? undefined : expects.rowsFor(values)
    const sent = this.#transmit(statement, values)
    if (rows === undefined) {
      const result = await sent
      expects.learn(values, result.rows)
      return result
    }
    const check = async (): Promise<void> => {
      const { rows: came } = await sent
      if (isDeepStrictEqual(came, rows)) return
      expects.learn(values, came)
      throw new OtherRowsCame()
    }
    this.#confirmed = handled(Promise.all([this.#confirmed, check()]))
    return { ...emptyResult, rows }
  }

  async #commit(): Promise<unknown> {
    // No statement came between: neither is sent, and the next statement has no transaction.
    if (this.#dropBegin()) return emptyResult
    await this.#confirmed
    if (!this.#readOnly) {
      // If the statement before it fails, PostgreSQL rolls back.
      this.#cork()
      const [, committed] = await Promise.all([this.#unawaited, commit(this.client)])
      return committed
    }
    this.#commitTimer = setTimeout(() => this.#sendCommit(), commitDelayMs)
    return emptyResult
  }

  /** Rolls back, and then reports the first failure: those after it failed only for that reason. */
  async #rollback(): Promise<unknown> {
    if (this.#dropBegin()) return emptyResult
    const done = await this.#transmit('rollback', [])
    await this.#confirmed
    await this.#unawaited
    return done
  }

  #dropBegin(): boolean {
    const isUnsent = this.#begin !== null
    this.#begin = null
    return isUnsent
  }

  #sendCommit(): void {
    if (this.#commitTimer === null) return
    clearTimeout(this.#commitTimer)
    this.#commitTimer = null
    // Nothing was changed, so its failure loses nothing; the next statement reports a lost connection.
    this.#send('commit', []).catch(() => {})
  }

  /** Sends in one packet all statements until the promises that can go on have done so. */
  #cork(): void {
    if (this.#isCorked) return
    const { stream } = this.client.connection
    this.#isCorked = true
    stream.cork()
    process.nextTick(() => {
      this.#isCorked = false
      stream.uncork()
    })
  }

  /** Sends a statement, after the COMMIT before it and its own BEGIN; it fails if that BEGIN fails. */
  async #transmit(statement: string, values: readonly unknown[]): Promise<Awaited<ReturnType<Send>>> {
    this.#cork()
    this.#sendCommit()
    if (this.#begin === null) return this.#send(statement, values)
    const [, result] = await Promise.all([this.#transmitBegin(), this.#send(statement, values)])
    return result
  }

  #transmitBegin(): Promise<unknown> {
    this.#cork()
    this.#sendCommit()
    const begun = this.#send(this.#begin ?? '', [])
    this.#begin = null
    return begun
  }
}
