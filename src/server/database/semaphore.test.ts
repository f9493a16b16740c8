import { describe, expect, it } from 'vitest'
import { NoPlace, Semaphore, SemaphoreByKey, type Leave } from './semaphore.ts'

const settle = () => new Promise((resolve) => setImmediate(resolve))

/** A semaphore of two places with room for three who wait, and the names of those who have started, in order. */
function open(waitMs = 30_000) {
  const semaphore = new Semaphore({ running: 2, waiting: 3, waitMs })
  const started: string[] = []
  const places = new Map<string, Leave>()
  const enter = async (name: string, gone?: AbortSignal) => {
    const leave = await semaphore.enter(gone && (() => gone))
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
  it('lets two run, and the others in the order of their coming', async () => {
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

  it('refuses a caller while too many wait, and lets a later one wait again', async () => {
    const { started, enter, leave } = open()
    for (const name of ['a', 'b', 'c', 'd', 'e']) void enter(name)
    await expect(enter('f')).rejects.toBeInstanceOf(NoPlace)
    await leave('a')
    void enter('g')
    for (const name of ['b', 'c', 'd', 'e']) await leave(name)
    expect(started).toEqual(['a', 'b', 'c', 'd', 'e', 'g'])
  })

  it('refuses a caller after the longest wait, who then waits no more', async () => {
    const { started, enter, leave } = open(1)
    for (const name of ['a', 'b']) void enter(name)
    await expect(enter('late')).rejects.toBeInstanceOf(NoPlace)
    await leave('a')
    await enter('c')
    expect(started).toEqual(['a', 'b', 'c'])
  })

  it('keeps no place for a caller that has gone', async () => {
    const { started, enter, leave } = open()
    for (const name of ['a', 'b']) void enter(name)
    const going = new AbortController()
    const waiting = enter('gone', going.signal)
    going.abort(new Error('It has gone'))
    await expect(waiting).rejects.toThrow('It has gone')
    await expect(enter('gone before', going.signal)).rejects.toThrow('It has gone')
    await leave('a')
    await enter('c')
    expect(started).toEqual(['a', 'b', 'c'])
  })

  it('bounds the callers of one key apart from those of another', async () => {
    const byKey = new SemaphoreByKey({ running: 1, waiting: 0, waitMs: 1000 })
    const leave = await byKey.enter('one')
    await expect(byKey.enter('one')).rejects.toBeInstanceOf(NoPlace)
    await expect(byKey.enter('other')).resolves.toBeTypeOf('function')
    leave()
    await expect(byKey.enter('one')).resolves.toBeTypeOf('function')
  })
})
