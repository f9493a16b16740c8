import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { covers } from '#test/covers.ts'
import { openSchool, type Caller, type TestSchool } from '#test/school.ts'

interface LogLine {
  readonly level: number
  readonly msg: string
  readonly address?: string
}

describe('proxies that are not trusted', () => {
  const lines: LogLine[] = []
  const log = pino({}, { write: (line: string) => void lines.push(JSON.parse(line) as LogLine) })
  let school: TestSchool
  let admin: Caller
  beforeAll(async () => {
    school = await openSchool({ trustedProxies: ['192.0.2.0/29', 'fd00::/8'], log })
  })
  afterAll(async () => school[Symbol.asyncDispose]())
  beforeEach(async () => {
    await school.reset()
    // The proxies of an earlier test were last seen more than a day ago.
    advanceClock(48 * 3600)
    admin = await school.as('admin@main.test')
    lines.length = 0
  })

  const advanceClock = (seconds: number) => {
    school.now = new Date(school.now.getTime() + seconds * 1000)
  }
  const forward = (
    remoteAddress: string,
    headers: Record<string, string> = { 'x-forwarded-for': '10.9.9.9' },
  ) => school.app.inject({ url: '/healthz', remoteAddress, headers })
  const listWarned = () => lines.filter(({ level }) => level === 40).map(({ address }) => address)
  const readShown = async () => (await admin.get('/users/untrustedProxies')).body['proxies']

  it.each([
    ['x-forwarded-for', '10.9.9.9'],
    ['x-forwarded-proto', 'https'],
    ['x-forwarded-host', 'portal.school.example'],
    ['forwarded', 'for=10.9.9.9'],
  ])('are logged with the setting to change, and shown to admins, if they send %s', async (name, value) => {
    covers('security visitors.untrusted-proxy')

    await forward('10.1.0.7', { [name]: value })
    expect(lines.filter(({ level }) => level === 40)).toMatchObject([
      { address: '10.1.0.7', msg: expect.stringContaining('TRUSTED_PROXIES') },
    ])
    expect(JSON.stringify(lines)).not.toContain('10.9.9.9')
    expect(await readShown()).toEqual([{ address: '10.1.0.7', seenAt: school.now.toISOString() }])
  })

  it('do not include trusted proxies, this machine or callers without forwarding headers', async () => {
    for (const address of [
      '127.0.0.1',
      '127.8.8.8',
      '::1',
      '::ffff:127.0.0.1',
      '192.0.2.7',
      '::ffff:192.0.2.7',
      'fd00::7',
    ])
      await forward(address)
    await forward('10.1.0.7', {})
    expect(listWarned()).toEqual([])
    expect(await readShown()).toEqual([])
  })

  it('are logged once an hour, and shown for a day after they were last seen', async () => {
    covers('security visitors.untrusted-proxy')

    for (let sent = 0; sent < 5; sent += 1) await forward('10.1.0.7')
    await forward('::ffff:10.1.0.7')
    expect(listWarned()).toEqual(['10.1.0.7'])
    advanceClock(3599)
    await forward('10.1.0.7')
    expect(listWarned()).toHaveLength(1)
    advanceClock(1)
    await forward('10.1.0.7')
    expect(listWarned()).toEqual(['10.1.0.7', '10.1.0.7'])
    advanceClock(11 * 3600)
    admin = await school.as('admin@main.test')
    advanceClock(11 * 3600)
    expect(await readShown()).toHaveLength(1)
    advanceClock(3600)
    admin = await school.as('admin@main.test')
    advanceClock(3600)
    expect(await readShown()).toEqual([])
  })

  it('are shown up to the last three, and log and memory do not grow without limit', async () => {
    for (let host = 0; host < 250; host += 1) await forward(`10.2.${host >> 7}.${host & 127}`)
    expect(listWarned()).toHaveLength(100)
    await forward('10.2.0.1')
    expect(await readShown()).toMatchObject([
      { address: '10.2.0.1' },
      { address: '10.2.0.99' },
      { address: '10.2.0.98' },
    ])
    advanceClock(3600)
    await forward('10.3.0.1')
    expect(listWarned()).toHaveLength(101)
    expect(await readShown()).toMatchObject([
      { address: '10.3.0.1' },
      { address: '10.2.0.1' },
      { address: '10.2.0.99' },
    ])
  })

  it('are visible to admins only', async () => {
    const desk = await school.as('desk@main.test')
    expect((await desk.get('/users/untrustedProxies')).status).toBe(403)
  })
})
