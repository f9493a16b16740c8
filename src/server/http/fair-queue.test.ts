import { describe, expect, it } from 'vitest'
import {
  FairQueue,
  type Caller,
  type CrowdedOut,
  type FairLimits,
  type Leave,
  type Timer,
} from './fair-queue.ts'

const limits: FairLimits = {
  running: { session: 2, campus: 3, server: 4 },
  waiting: { session: 3, campus: 5, server: 6 },
  waitMs: 30_000,
  stuckMs: 1000,
  stuckOfKind: 2,
  spare: 2,
}

/** A clock that a test moves. */
function handClock(): Timer & { readonly pass: (ms: number) => void } {
  let now = 0
  const alarms = new Set<{ readonly at: number; readonly act: () => void }>()
  return {
    now: () => now,
    after(ms, act) {
      const alarm = { at: now + ms, act }
      alarms.add(alarm)
      return () => alarms.delete(alarm)
    },
    pass(ms) {
      now += ms
      for (const alarm of [...alarms].filter(({ at }) => at <= now)) {
        alarms.delete(alarm)
        alarm.act()
      }
    },
  }
}

const caller = (campus: string, session: string): Caller => ({ campus, session: `${campus} ${session}` })

/** A queue, with the calls that have started in their order. */
function open(own: Partial<FairLimits> = {}) {
  const clock = handClock()
  const queue = new FairQueue({ ...limits, ...own }, clock)
  const started: string[] = []
  const left = new Map<string, Leave>()
  const call = (name: string, who: Caller, kind = 'report', gone?: AbortSignal) =>
    queue.enter(who, kind, gone && (() => gone)).then((leave) => {
      started.push(name)
      left.set(name, leave)
    })
  const leave = async (name: string) => {
    left.get(name)?.()
    await settle()
  }
  return { clock, queue, started, call, leave }
}

const settle = () => new Promise((resolve) => setImmediate(resolve))
const crowded = (by: CrowdedOut['by']) => expect.objectContaining({ by })

describe('the places for calls', () => {
  it('run at most two calls of a session, three of a campus, four of the server', async () => {
    const { started, call } = open()
    for (const name of ['a1', 'a2', 'a3']) void call(name, caller('Main', 'a'))
    for (const name of ['b1', 'b2']) void call(name, caller('Main', 'b'))
    for (const name of ['c1', 'c2']) void call(name, caller('City', 'c'))
    await settle()
    expect(started).toEqual(['a1', 'a2', 'b1', 'c1'])
  })

  it('go to each campus in turn, and within it to each session in turn', async () => {
    const { started, call, leave } = open({ running: { session: 1, campus: 1, server: 1 } })
    void call('a1', caller('Main', 'a'))
    for (const name of ['a2', 'a3']) void call(name, caller('Main', 'a'))
    void call('b1', caller('Main', 'b'))
    for (const name of ['c1', 'c2']) void call(name, caller('City', 'c'))
    await settle()
    for (let turn = 0; turn < 6; turn += 1) await leave(started.at(-1) ?? '')
    expect(started).toEqual(['a1', 'c1', 'b1', 'c2', 'a2', 'a3'])
  })

  it('are refused to a session with too many calls waiting, and not to another one', async () => {
    const { queue, call } = open()
    const calls = Array.from({ length: 8 }, (_, n) => call(`a${n}`, caller('Main', 'a')))
    const outcomes = Promise.allSettled(calls.slice(5))
    void call('b', caller('Main', 'b'))
    for (const outcome of await outcomes) expect(outcome).toMatchObject({ reason: crowded('session') })
    expect(queue.counts()).toEqual({ running: 3, waiting: 3 })
  })

  it('are refused where the others have too many calls waiting', async () => {
    const { call } = open()
    for (const session of ['a', 'b', 'c', 'd']) {
      for (let n = 0; n < 2; n += 1) void call(`${session}${n}`, caller('Main', session))
    }
    await expect(call('last', caller('Main', 'e'))).rejects.toEqual(crowded('others'))
    await expect(call('other', caller('City', 'f'))).resolves.toBeUndefined()
  })

  it('are refused after the longest wait, and the call then waits no more', async () => {
    const { clock, queue, call, started, leave } = open()
    for (const name of ['a1', 'a2']) void call(name, caller('Main', 'a'))
    const late = call('a3', caller('Main', 'a'))
    await settle()
    clock.pass(30_000)
    await expect(late).rejects.toEqual(crowded('time'))
    expect(queue.counts()).toEqual({ running: 2, waiting: 0 })
    await leave('a1')
    expect(started).toEqual(['a1', 'a2'])
  })

  it('are not kept for a caller that has gone', async () => {
    const { queue, call } = open()
    for (const name of ['a1', 'a2']) void call(name, caller('Main', 'a'))
    const going = new AbortController()
    const waiting = call('a3', caller('Main', 'a'), 'report', going.signal)
    expect(queue.counts().waiting).toBe(1)
    going.abort(new Error('It has gone'))
    await expect(waiting).rejects.toThrow('It has gone')
    expect(queue.counts()).toEqual({ running: 2, waiting: 0 })
    await expect(call('a4', caller('Main', 'a'), 'report', going.signal)).rejects.toThrow('It has gone')
  })

  it('are left once, however often that is said', async () => {
    const { queue, call, leave } = open()
    void call('a1', caller('Main', 'a'))
    void call('a2', caller('Main', 'a'))
    await settle()
    await leave('a1')
    await leave('a1')
    expect(queue.counts().running).toBe(1)
  })

  it('that are held by stuck calls go to calls of another kind', async () => {
    const { clock, call, started } = open({
      running: { session: 9, campus: 9, server: 4 },
      waiting: { session: 9, campus: 9, server: 9 },
    })
    for (let n = 0; n < 4; n += 1) void call(`locked${n}`, caller('Main', 'a'), 'locked')
    void call('locked4', caller('Main', 'a'), 'locked')
    for (const name of ['free1', 'free2', 'free3']) void call(name, caller('Main', 'a'), 'free')
    await settle()
    expect(started).toHaveLength(4)
    clock.pass(1000)
    await settle()
    expect(started.slice(4)).toEqual(['free1', 'free2'])
  })
})
