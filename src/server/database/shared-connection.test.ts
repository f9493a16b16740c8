// Random calls on the one connection: none is lost, none uses it while another one does. Only the driver is replaced, by a
// session that checks who sends what between the begin and the end of a transaction or of a look-up within it.

import { setTimeout as delay, setImmediate as immediately } from 'node:timers/promises'
import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { ConnectionTurns } from './connection-turns.ts'
import type { Connection, Connections } from './kysely-on.ts'
import { sharedConnection } from './lent-connection.ts'

interface Call {
  readonly kind: 'short' | 'lookUps' | 'long'
  readonly access: 'read write' | 'read only'
  /** The number of turns of the event loop after which it comes. */
  readonly after: number
  readonly statements: number
  /** The statement that fails; none if it has fewer. */
  readonly failsAt: number
  /** The statement that takes longer than others. */
  readonly slowAt: number
}

interface Plan {
  readonly calls: readonly Call[]
  /** After this time a call leaves the line. */
  readonly limitMs: number
  /** Every so many times no connection can be opened. */
  readonly failsToConnectEvery: number
}

const plans: fc.Arbitrary<Plan> = fc.record({
  calls: fc.array(
    fc.record({
      kind: fc.constantFrom('short', 'lookUps', 'lookUps', 'long'),
      access: fc.constantFrom('read only', 'read only', 'read write'),
      after: fc.nat(40),
      statements: fc.nat(8),
      failsAt: fc.nat(30),
      slowAt: fc.nat(30),
    }),
    { minLength: 1, maxLength: 25 },
  ),
  limitMs: fc.constantFrom(2, 6, 30_000),
  failsToConnectEvery: fc.constantFrom(3, 1000),
})

class Failed extends Error {}

/** A session of which a statement with a value belongs to the call with this number. */
function openSession(failsToConnectEvery: number) {
  const faults: string[] = []
  /** The open transaction and a look-up within it, each with the number of its call. */
  const open: { of: number | null; failed: boolean; readonly writes: boolean }[] = []
  const state = { users: 0, running: 0, connects: 0, lent: 0 }

  function begin(statement: string): void {
    const last = open.at(-1)
    if (last?.failed) throw new Failed()
    const isLent = statement.startsWith('savepoint')
    if (open.length !== (isLent ? 1 : 0) || last?.writes) faults.push(`${statement} within another`)
    if (isLent) state.lent += 1
    open.push({ of: null, failed: false, writes: statement.endsWith('read write') })
  }

  function end(statement: string): void {
    if (statement.startsWith('rollback to') !== (open.length === 2)) faults.push(`${statement} of another`)
    open.pop()
  }

  function use(number: number, fails: boolean): void {
    const last = open.at(-1)
    if (!last) return void faults.push(`${number} outside of a transaction`)
    last.of ??= number
    if (last.of !== number) faults.push(`${number} within the transaction of ${last.of}`)
    last.failed ||= fails
    if (last.failed) throw new Failed()
  }

  const connections: Connections = {
    async connect() {
      state.connects += 1
      await immediately()
      if (state.connects % failsToConnectEvery === 0) throw new Failed()
      if (++state.users > 1) faults.push('connected twice')
      return {
        client: {} as Connection['client'], // no call uses it
        async query(statement, [number = null, fails = false, slow = false]) {
          if (++state.running > 1) faults.push(`${statement} beside another`)
          await (slow === true ? delay(1) : immediately())
          state.running -= 1
          if (typeof number === 'number') use(number, fails === true)
          else if (/^(start|savepoint)/.test(statement)) begin(statement)
          else end(statement)
        },
        release() {
          state.users -= 1
          if (open.length > 0) faults.push('released within a transaction')
        },
      }
    },
    end: async () => {},
  }
  return { connections, faults, state }
}

/** Runs a call as the query builder does. */
async function run(
  { connect }: Connections,
  { kind, access, statements, failsAt, slowAt }: Call,
  number: number,
) {
  const connection = await connect()
  const begins = `start transaction isolation level repeatable read ${kind === 'lookUps' ? 'read only' : access}`
  try {
    await connection.query(begins, [])
    try {
      // A report asks for its next part while it writes this one.
      let last: Promise<unknown> = Promise.resolve()
      for (let at = 0; at < statements; at += 1) {
        const next = connection.query('select', [number, at === failsAt, at === slowAt])
        next.catch(() => {})
        if (kind === 'long') await last
        last = next
        if (kind !== 'long') await last
      }
      await last
      await connection.query('commit', [])
    } catch (error) {
      await connection.query('rollback', [])
      throw error
    }
  } finally {
    connection.release()
  }
}

/** Plays a plan and returns how often a look-up ran within a report. */
async function play({ calls, limitMs, failsToConnectEvery }: Plan): Promise<number> {
  const { connections, faults, state } = openSession(failsToConnectEvery)
  const shared = sharedConnection(connections, new ConnectionTurns(undefined, limitMs))
  const problems: unknown[] = []
  const all = calls.map(async (call, number) => {
    for (let turn = 0; turn < call.after; turn += 1) await immediately()
    await run(shared[call.kind], call, number).catch((problem: unknown) => problems.push(problem))
  })
  // A lost turn shows as a call that never ends; the time limit of the test bounds it.
  await Promise.all(all)
  // The connection is free again.
  for (const kind of ['short', 'lookUps'] as const) {
    const last: Call = { kind, access: 'read only', after: 0, statements: 1, failsAt: 1, slowAt: 1 }
    await run(shared[kind], last, calls.length).catch((problem: unknown) => problems.push(problem))
  }
  const isExpected = (problem: unknown) =>
    problem instanceof Failed || (limitMs < 1000 && String(problem).includes('timeout exceeded'))
  const unexpected = problems.filter((problem) => !isExpected(problem))
  expect({ faults, unexpected, users: state.users }).toEqual({ faults: [], unexpected: [], users: 0 })
  return state.lent
}

it('loses no call, and none runs beside or within another but a look-up within a report', async () => {
  let lent = 0
  const property = fc.asyncProperty(plans, async (plan) => {
    lent += await play(plan)
  })
  await fc.assert(property, { numRuns: 500 })
  expect(lent).toBeGreaterThan(0)
})
