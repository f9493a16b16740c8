import { describe, expect, it } from 'vitest'
import { NoPlace, Semaphore, SemaphoreByKey, type Leave } from './semaphore.ts'

const settle = () => new Promise((resolve) => setImmediate(resolve))

/** Opens a semaphore for two callers, with room for three that wait; `started` has their names in order. */
function open(waitMs = 30_000) {
  const semaphore = new Semaphore({ running: 2, waiting: 3, waitMs })
  const started: string[] = []
  const places = new Map<string, Leave>()
  const enter = async (name: string, signal?: AbortSignal) => {
    const leave = await semaphore.enter(signal && (() => signal))
    started.push(name)
    places.set(name, leave)
  }
  const leave = async (name: string) => {
    places.get(name)?.()
    await settle()
  }
  return { semaphore, started, enter, leave }
}

describe('a semaphore', () => {
  it('lets two callers run, and then the others in the order of their arrival', async () => {
    const { started, enter, leave, semaphore } = open()
    for (const name of ['a', 'b', 'c', 'd']) void enter(name)
    await settle()
    expect(started).toEqual(['a', 'b'])
    await leave('b')
    await leave('a')
    expect(started).toEqual(['a', 'b', 'c', 'd'])
    await leave('c')
    expect(semaphore.isIdle).toBe(false)
    await leave('d')
    expect(semaphore.isIdle).toBe(true)
  })

  it('refuses a caller while too many wait, and lets a later caller wait again', async () => {
    const { started, enter, leave } = open()
    for (const name of ['a', 'b', 'c', 'd', 'e']) void enter(name)
    await expect(enter('f')).rejects.toBeInstanceOf(NoPlace)
    await leave('a')
    void enter('g')
    for (const name of ['b', 'c', 'd', 'e']) await leave(name)
    expect(started).toEqual(['a', 'b', 'c', 'd', 'e', 'g'])
  })

  it('refuses a caller after the longest wait, and removes it from the queue', async () => {
    const { started, enter, leave } = open(1)
    for (const name of ['a', 'b']) void enter(name)
    await expect(enter('late')).rejects.toBeInstanceOf(NoPlace)
    await leave('a')
    await enter('c')
    expect(started).toEqual(['a', 'b', 'c'])
  })

  it('does not keep a place for a caller that has disconnected', async () => {
    const { started, enter, leave } = open()
    for (const name of ['a', 'b']) void enter(name)
    const disconnection = new AbortController()
    const waiting = enter('gone', disconnection.signal)
    disconnection.abort(new Error('It has gone'))
    await expect(waiting).rejects.toThrow('It has gone')
    await expect(enter('gone before', disconnection.signal)).rejects.toThrow('It has gone')
    await leave('a')
    await enter('c')
    expect(started).toEqual(['a', 'b', 'c'])
  })

  it('limits the callers of each key separately', async () => {
    const byKey = new SemaphoreByKey({ running: 1, waiting: 0, waitMs: 1000 })
    const leave = await byKey.enter('one')
    await expect(byKey.enter('one')).rejects.toBeInstanceOf(NoPlace)
    await expect(byKey.enter('other')).resolves.toBeTypeOf('function')
    leave()
    await expect(byKey.enter('one')).resolves.toBeTypeOf('function')
  })
})
