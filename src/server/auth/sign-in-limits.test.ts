// @module-tag gate

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { guessUntilRefused, openBrowser, type Browser } from '#test/browser.ts'
import { covers } from '#test/covers.ts'
import { openSchool, type TestSchool } from '#test/school.ts'

const desk = 'desk@main.test'

describe('the limits of guessing', () => {
  let school: TestSchool
  beforeAll(async () => {
    school = await openSchool()
  })
  afterAll(async () => school[Symbol.asyncDispose]())
  beforeEach(async () => school.reset())

  const browser = () => openBrowser(school.app)
  const browserKnownToDesk = async (): Promise<Browser> => {
    const known = browser()
    expect((await known.signIn(desk)).status).toBe(200)
    return known
  }

  it('simultaneous attempts from a known device do not exceed the limit of the device', async () => {
    covers('security visitors.guessing')

    const known = await browserKnownToDesk()
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => known.signIn(desk, { password: 'wrong' })),
    )
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(5)
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(15)
  })

  it('all addresses of an IPv6 network share one allowance', async () => {
    covers('security visitors.guessing')

    expect(await guessUntilRefused(browser(), desk, '2001:db8:0:7::1')).toBe(5)
    expect(await guessUntilRefused(browser(), desk, '2001:db8:0:7:ffff::9')).toBe(0)
    expect(await guessUntilRefused(browser(), desk, '2001:db8:0:8::1')).toBe(5)
    expect(await guessUntilRefused(browser(), desk, '198.51.100.4')).toBe(5)
    expect(await guessUntilRefused(browser(), desk, '::ffff:198.51.100.4')).toBe(0)
  })

  interface Guess {
    readonly userId?: string
    readonly from?: string
  }

  /** Guesses for an hour of the test's clock, as often as allowed; returns the number of compared passwords. */
  const guessForAnHour = async (device: Browser, guess: (compared: number) => Guess): Promise<number> => {
    const end = school.now.getTime() + 3_600_000
    for (let compared = 0; ;) {
      const { userId = desk, from = '10.0.5.1' } = guess(compared)
      const { status, headers } = await device.signIn(userId, { password: 'wrong', from })
      if (status === 401) compared += 1
      else school.now = new Date(school.now.getTime() + Number(headers['retry-after']) * 1000)
      if (school.now.getTime() > end) return compared
    }
  }

  it.each<[target: string, limit: number, open: () => Promise<Browser>, guess: (compared: number) => Guess]>([
    ['for one user on a known device', 51, browserKnownToDesk, () => ({})],
    ['for one user from one address', 51, async () => browser(), () => ({})],
    [
      'for one user from many addresses',
      116,
      async () => browser(),
      (n) => ({ from: `10.1.${n >> 7}.${n & 127}` }),
    ],
    [
      'for many users from one address',
      287,
      async () => browser(),
      (n) => ({ userId: `nobody${n}@main.test` }),
    ],
  ])('an hour of guesses %s compares %i passwords', async (_, limit, open, guess) => {
    covers('security visitors.guessing')

    expect(await guessForAnHour(await open(), guess)).toBe(limit)
  })
})
