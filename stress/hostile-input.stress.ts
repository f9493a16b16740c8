// Sends invalid bodies to every endpoint: all refusals are declared, change no row and contain no internal detail.

import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import type { Endpoint } from '#contract/endpoint.ts'
import { refusals } from '#domain/refusals.ts'
import { allEndpoints } from '#reports/endpoints.ts'
import { Passwords } from '#server/auth/password.ts'
import { brokenLaws } from '#server/records/laws/book-laws.ts'
import { covers } from '#test/covers.ts'
import { runEveryOperation } from '#test/every-operation.ts'
import { openSchool, password, type TestSchool } from '#test/school.ts'
import { fullOrShort } from './full-or-short.ts'
import { invalidText } from './invalid-values.ts'
import { bodiesFor, type Likely } from './schema-values.ts'
import { changesBetween, nextTransaction, versionsOf } from './table-versions.ts'

/** The duration of a longer manual run; if 0, the test sends STRESS_CALLS calls. */
const seconds = Number(process.env['STRESS_SECONDS'] ?? 0)
const calls = seconds > 0 ? 10_000_000 : Number(process.env['STRESS_CALLS'] ?? fullOrShort(6000, 1000))
/** The limit of one call's processor time; elapsed time would depend on the machine's load. */
const longestCallMs = 5000
/** The gate repeats the same calls, so only a code change can make it fail; a manual run can choose another seed. */
const seed = Number(process.env['STRESS_SEED'] ?? 20_261_122)

const likely: Likely = {
  rollNo: fc.constantFrom<unknown[]>(1, 2, 3, '1', 99),
  rollNumber: fc.constantFrom<unknown[]>('', 1, 2, '3'),
  userId: fc.constantFrom('viewer@main.test', 'new@main.test', 'office@city.test'),
  role: fc.constantFrom('read', 'write', 'admin'),
  currentPassword: fc.constantFrom(password, 'wrong'),
  campus: fc.constantFrom('Main Campus', 'Main Campus', 'Main Campus', 'City Campus', ''),
}
const inPath: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
  ...likely,
  voucherId: fc.constantFrom('5Red1-202612', '5Red1-202701-2', '10Blue2-202612', '5Red1adm', 'none'),
  monthNumber: fc.nat(13),
  fromDate: fc.constantFrom('2026-12-01', '2027-02-01'),
  receivedDate: fc.constantFrom('2026-11-21', '2026-11-20'),
  receiptNo: fc.integer({ min: 1, max: 12 }),
  year: fc.constantFrom(2026, 2027, 1899, '', '20x6'),
  typed: fc.constantFrom('Ayesha', '0300', '1'),
}

const callers = [
  'signed out',
  'forged',
  'viewer@main.test',
  'desk@main.test',
  'admin@main.test',
  'office@city.test',
] as const

/** Returns values for a path parameter: declared, likely or invalid. */
function partFor(endpoint: Endpoint, name: string): fc.Arbitrary<string> {
  const schema = endpoint.params.shape[name]
  const values =
    schema && 'options' in schema && Array.isArray(schema.options) ? schema.options.map(String) : []
  const validPart =
    inPath[name] ??
    (values.length > 0 ? fc.constantFrom(...values) : fc.constantFrom('all', '5', 'Red', 'paid'))
  return fc.oneof({ weight: 12, arbitrary: validPart.map(String) }, { weight: 1, arbitrary: invalidText })
}

interface Call {
  /** The endpoint's path, so that the output of a failure shows it. */
  readonly path: string
  readonly method: Endpoint['method']
  readonly url: string
  readonly body: unknown
  readonly by: (typeof callers)[number]
  readonly key: string | null
}

/** Encodes text for a URL, without unpaired surrogates, which cannot be encoded. */
const inUrl = (text: string): string => encodeURIComponent(text.replaceAll(/\p{Cs}/gu, ''))

/** Returns query strings for an endpoint; empty if it has no query. */
function queryFor({ query }: Endpoint): fc.Arbitrary<string> {
  const names = Object.keys(query?.shape ?? {})
  const values = names.map((name) => fc.option((inPath[name] ?? invalidText).map(String)))
  return fc.tuple(...values).map((texts) => {
    const parts = texts.flatMap((value, index) => (value === null ? [] : [`${names[index]}=${inUrl(value)}`]))
    return parts.length > 0 ? `?${parts.join('&')}` : ''
  })
}

const aCall = fc.constantFrom(...allEndpoints).chain((endpoint): fc.Arbitrary<Call> => {
  const names = [...endpoint.path.matchAll(/:(\w+)\??/g)].map(([, name = '']) => name)
  return fc.record({
    path: fc.constant(endpoint.path),
    method: fc.constant(endpoint.method),
    url: fc
      .tuple(fc.tuple(...names.map((name) => partFor(endpoint, name))), queryFor(endpoint))
      .map(([parts, query]) => {
        const filled = endpoint.path.replace(/:(\w+)\??/g, () => inUrl(parts.shift() ?? ''))
        return `${filled}${query}`
      }),
    body: bodiesFor(endpoint.body, likely),
    by: fc.constantFrom(...callers),
    key: fc.option(fc.constantFrom('one', 'two', 'three', 'x'.repeat(300), '')),
  })
})

const statuses = new Set<number>([200, ...Object.values(refusals).map(({ status }) => status), 413, 415])
/** Details that may appear in the log only. */
const leaks =
  /\bat .+:\d+:\d+|node_modules|\bselect .* from\b|\binsert into\b|violates|syntax error|ECONN|argon2id|password_hash/i

async function cookiesOf(school: TestSchool): Promise<Map<string, string>> {
  const signedIn = callers.filter((by) => by.includes('@'))
  const cookies = await Promise.all(signedIn.map(async (by) => [by, (await school.as(by)).cookie] as const))
  return new Map<string, string>([
    ...cookies,
    ['forged', 'session=AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA'],
  ])
}

/** Tables that refused calls may write: attempts to sign in, sessions, and the security log. */
const writableTables = ['sign_in_tries', 'sessions', 'known_devices', 'security_events']

/**
 * Returns the changes that a refusal may make. Only "count-again" (http/kept-refusal.ts) makes any: it stores the first
 * count of a drawer and the reply under the call's key, later only the reply, and nothing if the key is repeated.
 */
function changesOf(code: string, { key }: Call): readonly Readonly<Record<string, string>>[] {
  if (code !== 'count-again') return [{}]
  const answer = key === null ? {} : { answers: '1 new' }
  return [{ drawer_counts: '1 new', changes: '1 new', book_hashes: '1 new', ...answer }, answer, {}]
}

it(
  'invalid calls get declared refusals, and a refused call changes no row',
  async ({ annotate }) => {
    covers('security visitors.hostile-input')

    await using school = await openSchool()
    await runEveryOperation(school)
    const passwordHash = await new Passwords().hash(password)
    let cookies = await cookiesOf(school)
    let transaction = await nextTransaction(school)
    let before = await versionsOf(school, transaction, writableTables)
    const counts = new Map<number, number>()

    const send = async ({ method, url, body, by, key }: Call) => {
      const cookie = cookies.get(by)
      const began = process.cpuUsage()
      const answer = await school.app.inject({
        method,
        url,
        headers: {
          ...(cookie && { cookie }),
          ...(key !== null && { 'idempotency-key': key }),
          ...(method === 'POST' && { 'content-type': 'application/json' }),
        },
        ...(method === 'POST' && { payload: JSON.stringify(body) ?? '' }),
      })
      const { user, system } = process.cpuUsage(began)
      return { answer, cpuMs: (user + system) / 1000 }
    }

    await fc.assert(
      fc.asyncProperty(aCall, async (call) => {
        const { answer, cpuMs } = await send(call)
        counts.set(answer.statusCode, (counts.get(answer.statusCode) ?? 0) + 1)
        expect(statuses).toContain(answer.statusCode)
        expect(cpuMs).toBeLessThan(longestCallMs)
        const next = await nextTransaction(school)
        const after = next === transaction ? before : await versionsOf(school, transaction, writableTables)
        if (answer.statusCode !== 200) {
          const refusal = answer.json<{ code: string }>()
          expect(refusal).toMatchObject({ code: expect.any(String), msg: expect.any(String) })
          expect(answer.body).not.toMatch(leaks)
          expect(changesOf(refusal.code, call)).toContainEqual(changesBetween(before, after))
        }
        // The call may have signed a user out, disabled a user, or changed a password.
        if (answer.statusCode === 200 && next !== transaction && call.path.startsWith('/users/')) {
          await school.db.updateTable('staff').set({ disabled: false }).execute()
          await restoreUsers(school, passwordHash)
          cookies = await cookiesOf(school)
          before = await versionsOf(school, transaction, writableTables)
        } else before = after
        transaction = await nextTransaction(school)
      }),
      {
        seed,
        numRuns: calls,
        // Shrinking would start from books that the failing call has changed.
        endOnFailure: true,
        ...(seconds > 0 && { interruptAfterTimeLimit: seconds * 1000, markInterruptAsFailure: false }),
      },
    )
    const sorted = [...counts].toSorted(([one], [other]) => one - other)
    const total = sorted.reduce((all, [, times]) => all + times, 0)
    await annotate(`${total} calls: ${sorted.map(([status, times]) => `${times} x ${status}`).join(', ')}`)
    expect(counts.get(200)).toBeGreaterThan(10)
    // Two of six callers have no session; a higher share would mean that other callers lost theirs.
    expect(counts.get(401)).toBeLessThan(total * 0.6)
    expect(await brokenLaws(school.db)).toEqual([])
  },
  seconds * 1000 + (seconds > 0 ? 0 : calls * 100) + 1_200_000,
)

/** Restores every user's original role and password, and deletes failed sign-ins. */
async function restoreUsers(school: TestSchool, passwordHash: string): Promise<void> {
  await school.db.updateTable('staff').set({ password_hash: passwordHash }).execute()
  await school.db.deleteFrom('sign_in_tries').execute()
  for (const [userId, role] of [
    ['viewer@main.test', 'read'],
    ['desk@main.test', 'write'],
    ['admin@main.test', 'admin'],
    ['office@city.test', 'readwrite'],
  ] as const) {
    await school.db.updateTable('staff').set({ role }).where('user_id', '=', userId).execute()
  }
}
