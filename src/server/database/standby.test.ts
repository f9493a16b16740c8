import { openTestDatabase, type TestDatabase } from '#test/database.ts'
import { freePort } from '#test/running-office.ts'
import { createServer } from 'node:net'
import { once } from 'node:events'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { stateAfter } from './standby-check.ts'
import { openStandby, type StandbyChange } from './standby.ts'

describe('a standby', () => {
  let database: TestDatabase

  beforeAll(async () => {
    database = await openTestDatabase()
  })
  afterAll(() => database.close())

  /** Opens what stands at the port, and tells what was heard of it; looked at once. */
  async function openAt(port: number) {
    const changes: StandbyChange[] = []
    const standby = await openStandby({
      url: `postgres://nobody@127.0.0.1:${port}/nothing`,
      primary: database.kysely,
      onChange: (change) => changes.push(change),
    })
    return { standby, changes }
  }

  it('that cannot be reached is told once, and is not asked', async () => {
    const { standby, changes } = await openAt(await freePort())
    expect(standby.isReady()).toBe(false)
    expect(changes).toEqual([{ isAsked: false, reason: expect.stringContaining('ECONNREFUSED') }])
    const asked = await standby.ask(
      '0/0',
      () => expect.fail('There is nobody to ask'),
      () => false,
    )
    expect(asked).toEqual({ done: false })
    expect(changes).toHaveLength(1)
    await standby.close()
  })

  it('that calls a question off is behind: what else is read there is left to end', () => {
    const calledOff = Object.assign(new Error('conflict with recovery'), { code: '40001' })
    expect(stateAfter(calledOff)).toMatchObject({ state: 'behind' })
    expect(stateAfter(new Error('Connection terminated'))).toMatchObject({ state: 'unusable' })
  })

  it('that is no database, or says nothing at all, keeps nobody from closing', async () => {
    const silent = createServer(() => {}).listen(0, '127.0.0.1')
    await once(silent, 'listening')
    const address = silent.address()
    const { standby, changes } = await openAt(typeof address === 'object' ? (address?.port ?? 0) : 0)
    expect(changes).toEqual([{ isAsked: false, reason: expect.stringContaining('timeout') }])
    await standby.close()
    silent.close()
  })
})
