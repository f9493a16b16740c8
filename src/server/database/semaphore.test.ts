import { describe, expect, it } from 'vitest'
import { NoSlot, Semaphore, SemaphoreByKey, type Release } from './semaphore.ts'

const settle = () => new Promise((resolve) => setImmediate(resolve))

/** Opens a semaphore for two callers, with room for three that wait; `started` has their names in order. */
function open(waitMs = 30_000) {
  const semaphore = new Semaphore({ running: 2, waiting: 3, waitMs })
  const started: string[] = []
  const releases = new Map<string, Release>()
  const enter = async (name: string, signal?: AbortSignal) => {
    const release = await semaphore.enter(signal && (() => signal))
    started.push(name)
    releases.set(name, release)
  }
  const release = async (name: string) => {
    releases.get(name)?.()
    await settle()
  }
  return { semaphore, started, enter, release }
}

describe('a semaphore', () => {
  it('lets two callers run, and then the others in the order of their arrival', async () => {
    const { started, enter, release, semaphore } = open()
    for (const name of ['a', 'b', 'c', 'd']) void enter(name)
    await settle()
    expect(started).toEqual(['a', 'b'])
    await release('b')
    await release('a')
    expect(started).toEqual(['a', 'b', 'c', 'd'])
    await release('c')
    expect(semaphore.isIdle).toBe(false)
    await release('d')
    expect(semaphore.isIdle).toBe(true)
  })

  it('refuses a caller while too many wait, and lets a later caller wait again', async () => {
    const { started, enter, release } = open()
    for (const name of ['a', 'b', 'c', 'd', 'e']) void enter(name)
    await expect(enter('f')).rejects.toBeInstanceOf(NoSlot)
    await release('a')
    void enter('g')
    for (const name of ['b', 'c', 'd', 'e']) await release(name)
    expect(started).toEqual(['a', 'b', 'c', 'd', 'e', 'g'])
  })

  it('refuses a caller after the longest wait, and removes it from the queue', async () => {
    const { started, enter, release } = open(1)
    for (const name of ['a', 'b']) void enter(name)
    await expect(enter('late')).rejects.toBeInstanceOf(NoSlot)
    await release('a')
    await enter('c')
    expect(started).toEqual(['a', 'b', 'c'])
  })

  it('does not keep a slot for a caller that has disconnected', async () => {
    const { started, enter, release } = open()
    for (const name of ['a', 'b']) void enter(name)
    const disconnection = new AbortController()
    const waiting = enter('gone', disconnection.signal)
    disconnection.abort(new Error('It has gone'))
    await expect(waiting).rejects.toThrow('It has gone')
    await expect(enter('gone before', disconnection.signal)).rejects.toThrow('It has gone')
    await release('a')
    await enter('c')
    expect(started).toEqual(['a', 'b', 'c'])
  })

  it('limits the callers of each key separately', async () => {
    const byKey = new SemaphoreByKey({ running: 1, waiting: 0, waitMs: 1000 })
    const release = await byKey.enter('one')
    await expect(byKey.enter('one')).rejects.toBeInstanceOf(NoSlot)
    await expect(byKey.enter('other')).resolves.toBeTypeOf('function')
    release()
    await expect(byKey.enter('one')).resolves.toBeTypeOf('function')
  })
})
