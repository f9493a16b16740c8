// Guesses passwords over real HTTP while colleagues sign in with theirs. Proxies on this machine are trusted, so that
// each request can come from another address.

import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { covers } from '#test/covers.ts'
import { startServer, type RunningServer } from '#test/running-server.ts'
import { createEmptySchool, type School } from '#test/school-copies.ts'
import { signIn as signInToDemo } from './clerk-client.ts'
import { fullOrShort } from './full-or-short.ts'

const rounds = fullOrShort(40, 3)
/** The number of guesses that must be refused before the colleagues begin. */
const refusedFirst = fullOrShort(2000, 100)
const password = 'walnut lamp of the counter'
const colleagues = Array.from({ length: 12 }, (_, index) => `colleague${index + 1}@main.demo`)
const officeAddress = '203.0.113.10'

let school: School
let server: RunningServer

beforeAll(async () => {
  school = await createEmptySchool()
  server = await startServer({ ...school.settings, DEMO: '1', DEMO_STUDENTS: '20' })
  const admin = await signInToDemo(server, 'admin@main.demo')
  for (const userId of [...colleagues, 'victim@main.demo']) {
    const added = { userId, name: 'A colleague', role: 'write', newPassword: password }
    expect(await admin.post('/users/add/Main%20Campus', added)).toMatchObject({ status: 200 })
  }
})
afterAll(async () => {
  await server.close()
  await school.remove()
})

interface Browser {
  /** Sends a password; returns the status of the reply. */
  readonly signIn: (userId: string, typed: string) => Promise<number>
}

/** Opens a browser at this address behind a proxy; it keeps its cookies. */
function openBrowser(address: string): Browser {
  const cookies = new Map<string, string>()
  return {
    async signIn(userId, typed) {
      const reply = await fetch(`${server.url}/users/signin`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'x-forwarded-for': address,
          cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        },
        body: JSON.stringify({ userId, password: typed }),
      })
      await reply.arrayBuffer()
      for (const cookie of reply.headers.getSetCookie()) {
        const [name = '', value = ''] = cookie.split(';', 1)[0]?.split('=') ?? []
        cookies.set(name, value)
      }
      return reply.status
    },
  }
}

/** Opens a browser for each of these users, and signs the user in once. */
const openKnownBrowsers = (userIds: readonly string[], address: string) =>
  Promise.all(
    userIds.map(async (userId) => {
      const browser = openBrowser(address)
      expect(await browser.signIn(userId, password)).toBe(200)
      return { userId, browser }
    }),
  )

interface Guesses {
  compared: number
  refused: number
  other: number
}

/**
 * Guesses passwords of these users from these addresses without a pause. Runs `work` once many guesses were refused.
 * Returns its result, the outcomes of the guesses, and the seconds that they took.
 */
async function whileGuessing<T>(
  userIds: readonly string[],
  addresses: readonly string[],
  work: () => Promise<T>,
): Promise<Guesses & { readonly result: T; readonly seconds: number }> {
  const guesses: Guesses = { compared: 0, refused: 0, other: 0 }
  const state = { isStopped: false }
  const guess = async (address: string) => {
    const browser = openBrowser(address)
    for (let index = 0; !state.isStopped; index += 1) {
      const status = await browser.signIn(userIds[index % userIds.length] ?? '', `guess ${index}`)
      guesses[status === 401 ? 'compared' : status === 429 ? 'refused' : 'other'] += 1
    }
  }
  const startedAt = performance.now()
  const guessing = Promise.all(addresses.map(guess))
  try {
    await vi.waitUntil(() => guesses.refused >= refusedFirst, { timeout: 600_000 })
    return { result: await work(), ...guesses, seconds: (performance.now() - startedAt) / 1000 }
  } finally {
    state.isStopped = true
    await guessing
  }
}

type KnownBrowser = Awaited<ReturnType<typeof openKnownBrowsers>>[number]

/** Signs in each user several times. Returns the number of replies by status. */
async function signInRepeatedly(known: readonly KnownBrowser[]): Promise<Record<number, number>> {
  const statuses: Record<number, number> = {}
  await Promise.all(
    known.map(async ({ userId, browser }) => {
      for (let round = 0; round < rounds; round += 1) {
        const status = await browser.signIn(userId, password)
        statuses[status] = (statuses[status] ?? 0) + 1
      }
    }),
  )
  return statuses
}

/** Returns how many guesses an allowance accepts at most in under a quarter of an hour; waits double up to a limit. */
const maxCompared = (free: number, longestWaitSeconds: number, seconds: number): number =>
  free + Math.ceil(Math.log2(longestWaitSeconds)) + 1 + Math.floor(seconds / longestWaitSeconds)

it('twelve colleagues can sign in while a PC at the address of their office guesses passwords', async () => {
  covers('security visitors.known-devices', 'security visitors.guessing')

  const known = await openKnownBrowsers(colleagues, officeAddress)
  const guessedUserIds = [...colleagues, 'nobody@main.demo']
  const { result, compared, other, seconds } = await whileGuessing(
    guessedUserIds,
    Array<string>(4).fill(officeAddress),
    () => signInRepeatedly(known),
  )
  expect(result).toEqual({ 200: rounds * colleagues.length })
  expect(other).toBe(0)
  expect(compared).toBeLessThanOrEqual(maxCompared(60, 30, seconds))
})

it('a user can sign in while five addresses guess the password', async () => {
  covers('security visitors.known-devices', 'security visitors.guessing')

  const known = await openKnownBrowsers(['victim@main.demo'], '203.0.113.20')
  const addresses = Array.from({ length: 5 }, (_, index) => `198.51.100.${index + 1}`)
  const { result, compared, other, seconds } = await whileGuessing(['victim@main.demo'], addresses, () =>
    signInRepeatedly(known),
  )
  expect(result).toEqual({ 200: rounds })
  expect(other).toBe(0)
  expect(compared).toBeLessThanOrEqual(maxCompared(20, 60, seconds))
})
