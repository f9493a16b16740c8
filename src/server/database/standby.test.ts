import { once } from 'node:events'
import { createServer } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestDatabase, type TestDatabase } from '#test/database.ts'
import { freePort } from '#test/running-server.ts'
import { speedups } from './speedups.ts'
import { stateAfter } from './standby-check.ts'
import { openStandby, type StandbyChange } from './standby.ts'

describe('a standby', () => {
  let database: TestDatabase

  beforeAll(async () => {
    database = await openTestDatabase()
  })
  afterAll(() => database.close())

  /** Opens a standby at the port, which checks it once; `changes` has what was reported. */
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

  it('is reported once and not queried when it cannot be reached', async () => {
    const { standby, changes } = await openAt(await freePort())
    expect(standby.isReady()).toBe(false)
    expect(changes).toEqual([{ isUsed: false, reason: expect.stringContaining('ECONNREFUSED') }])
    const requested = await standby.read(
      '0/0',
      () => expect.fail('It was asked'),
      () => false,
    )
    expect(requested).toEqual({ done: false })
    expect(changes).toHaveLength(1)
    await standby.close()
  })

  it('counts as behind after a recovery conflict, and as unusable after a lost connection', () => {
    const conflict = Object.assign(new Error('conflict with recovery'), { code: '40001' })
    expect(stateAfter(conflict)).toMatchObject({ state: 'behind' })
    expect(stateAfter(new Error('Connection terminated'))).toMatchObject({ state: 'unusable' })
  })

  it('can be closed when it never answers', async () => {
    const silent = createServer(() => {}).listen(0, '127.0.0.1')
    await once(silent, 'listening')
    const address = silent.address()
    const { standby, changes } = await openAt(typeof address === 'object' ? (address?.port ?? 0) : 0)
    expect(changes).toEqual([{ isUsed: false, reason: expect.stringContaining('timeout') }])
    await standby.close()
    silent.close()
  })
})
