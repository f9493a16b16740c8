import { once } from 'node:events'
import { createServer } from 'node:net'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { speedups } from '#server/database/fast/statements.ts'
import { openTestDatabase, type TestDatabase } from '#test/database.ts'
import { freePort } from '#test/running-server.ts'
import { openStandby, type StandbyChange } from './standby.ts'

describe('a standby', () => {
  let database: TestDatabase

  beforeAll(async () => {
    database = await openTestDatabase()
  })
  afterAll(() => database.close())

  /** Opens a standby at the port, which is checked once; `changes` has the reported changes. */
  async function openAt(port: number) {
    const changes: StandbyChange[] = []
    const standby = await openStandby({
      url: `postgres://nobody@127.0.0.1:${port}/nothing`,
      primary: database.kysely,
      using: speedups,
      onChange: (change) => changes.push(change),
    })
    return { standby, changes }
  }

  it('is reported once and serves no reports if it cannot be reached', async () => {
    const { standby, changes } = await openAt(await freePort())
    expect(standby.lagMs()).toBeNull()
    const unreachable = { isUsed: false, reason: expect.stringContaining('ECONNREFUSED') }
    expect(changes).toEqual([unreachable])
    const answer = await standby.read(
      () => expect.fail('It was asked'),
      () => false,
    )
    expect(answer).toBeNull()
    expect(changes).toEqual([unreachable])
    await standby.close()
  })

  it('remembers for two seconds that a session wrote', async () => {
    const { standby } = await openAt(await freePort())
    expect(standby.hasWritten('desk')).toBe(false)
    standby.noteWrite('desk')
    expect([standby.hasWritten('desk'), standby.hasWritten('viewer')]).toEqual([true, false])
    const now = performance.now()
    const clock = vi.spyOn(performance, 'now').mockReturnValue(now + 2001)
    expect(standby.hasWritten('desk')).toBe(false)
    clock.mockRestore()
    await standby.close()
  })

  it('can be closed if it never answers', async () => {
    const silent = createServer(() => {}).listen(0, '127.0.0.1')
    await once(silent, 'listening')
    const address = silent.address()
    const { standby, changes } = await openAt(typeof address === 'object' ? (address?.port ?? 0) : 0)
    expect(changes).toEqual([{ isUsed: false, reason: expect.stringContaining('timeout') }])
    await standby.close()
    silent.close()
  })
})
