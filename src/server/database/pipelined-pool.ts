// A pool whose transactions wait for the wire as seldom as can be: BEGIN leaves together with the first statement, and
// the COMMIT of what only read leaves with the next transaction's BEGIN (docs/decisions/0025-fewer-waits-on-the-wire.md).

import type { PostgresPool, PostgresPoolClient } from 'kysely'
import type { Pool, PoolClient, QueryResult } from 'pg'
import { planName } from './plans.ts'

const isBegin = (statement: string): boolean => /^(begin|start transaction)\b/.test(statement)

const isRead = (statement: string): boolean => /^\s*select\b/i.test(statement)

/** Whether a transaction that begins so can have changed nothing, so that nobody needs to hear how it ended. */
const onlyReads = (begin: string): boolean => begin.endsWith('read only')

/** How long a transaction that has read all it will may stay open for want of another one. */
const commitWithinMs = 20

/** What BEGIN and COMMIT answer while they have not been sent. */
const nothing = { command: '', rowCount: 0, rows: [] }

/** Hears a failure that somebody else is told of, or that nobody needs to be. */
const heard = () => {}

/** One connection of the pool, as Kysely's driver uses it. */
class PipelinedClient {
  readonly #client: PoolClient
  readonly #pipelined: boolean
  /** The last statement sent; without a pipeline the next one waits for it. */
  #last: Promise<unknown> = Promise.resolve()
  /** A BEGIN that leaves with the next statement. */
  #begin: string | null = null
  #onlyReads = false
  /** Sends the COMMIT that is still owed for what only read. */
  #owed: NodeJS.Timeout | null = null

  constructor(client: PoolClient, pipelined: boolean) {
    this.#client = client
    this.#pipelined = pipelined
  }

  query(statement: string, values: readonly unknown[]): Promise<unknown> {
    if (isBegin(statement)) {
      this.#begin = statement
      this.#onlyReads = onlyReads(statement)
      return Promise.resolve(nothing)
    }
    if (statement === 'commit' && this.#onlyReads) {
      this.#owe()
      return Promise.resolve(nothing)
    }
    return this.#together(() => this.#afterBegin(statement, values))
  }

  release(): void {
    this.#client.release()
  }

  #owe(): void {
    this.#owed = setTimeout(() => this.#pay(), commitWithinMs)
  }

  #pay(): void {
    if (this.#owed === null) return
    clearTimeout(this.#owed)
    this.#owed = null
    this.#send('commit', []).catch(heard)
  }

  /** What is sent meanwhile leaves as one piece. */
  #together<T>(send: () => T): T {
    const { stream } = this.#client.connection
    stream.cork()
    try {
      this.#pay()
      return send()
    } finally {
      stream.uncork()
    }
  }

  /**
   * A reading statement leaves with its BEGIN and fails where that did, as it would have run outside of the
   * transaction; one that writes waits to hear that it is inside.
   */
  async #afterBegin(statement: string, values: readonly unknown[]): Promise<unknown> {
    if (this.#begin === null) return this.#send(statement, values)
    const begun = this.#send(this.#begin, [])
    this.#begin = null
    if (!isRead(statement)) {
      await begun
      return this.#send(statement, values)
    }
    const [, answer] = await Promise.all([begun, this.#send(statement, values)])
    return answer
  }

  #send(statement: string, values: readonly unknown[]): Promise<QueryResult> {
    const name = this.#pipelined ? planName(statement, values) : undefined
    const send = () =>
      this.#client.query({ ...(name !== undefined && { name }), text: statement, values: [...values] })
    if (this.#pipelined) return send()
    const sent = this.#last.then(send, send)
    this.#last = sent.catch(heard)
    return sent
  }
}

/** Kysely's driver speaks to each connection of `pool` through this. */
export function pipelinedPool(pool: Pool, { pipelined }: { readonly pipelined: boolean }): PostgresPool {
  const eager = new WeakMap<PoolClient, PipelinedClient>()
  return {
    async connect() {
      const client = await pool.connect()
      const known = eager.get(client) ?? new PipelinedClient(client, pipelined)
      eager.set(client, known)
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- but for cursors, which the driver is not given
      return known as unknown as PostgresPoolClient
    },
    end: () => pool.end(),
  }
}
