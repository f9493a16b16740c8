// Every endpoint with invalid bodies: only declared refusals, no row changed, no internal detail in a reply.

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

/** Serves longer manual runs: sends calls for this many seconds, or STRESS_CALLS calls. */
const seconds = Number(process.env['STRESS_SECONDS'] ?? 0)
const calls = seconds > 0 ? 10_000_000 : Number(process.env['STRESS_CALLS'] ?? fullOrShort(6000, 1000))
/** The limit of one call's processor time; elapsed time would depend on the machine's load. */
const longestCallMs = 5000
/** The gate repeats the same calls, so that only a change of the code makes it fail; a manual run can choose another seed. */
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

/** Values for a path parameter: declared, likely or invalid ones. */
function partFor(endpoint: Endpoint, name: string): fc.Arbitrary<string> {
  const schema = endpoint.params.shape[name]
  const values =
    schema && 'options' in schema && Array.isArray(schema.options) ? schema.options.map(String) : []
  const fits =
    inPath[name] ??
    (values.length > 0 ? fc.constantFrom(...values) : fc.constantFrom('all', '5', 'Red', 'paid'))
  return fc.oneof({ weight: 12, arbitrary: fits.map(String) }, { weight: 1, arbitrary: invalidText })
}

interface Call {
  /** The endpoint's path, so that the output of a failure names it. */
  readonly path: string
  readonly method: Endpoint['method']
  readonly url: string
  readonly body: unknown
  readonly by: (typeof callers)[number]
  readonly key: string | null
}

/** Encodes text for a URL, without unpaired surrogates, which cannot be encoded. */
const inUrl = (text: string): string => encodeURIComponent(text.replaceAll(/\p{Cs}/gu, ''))

/** Query strings for an endpoint; empty when it takes none. */
function queryFor({ query }: Endpoint): fc.Arbitrary<string> {
  const names = Object.keys(query?.shape ?? {})
  const values = names.map((name) => fc.option((inPath[name] ?? invalidText).map(String)))
  return fc.tuple(...values).map((given) => {
    const parts = given.flatMap((value, place) => (value === null ? [] : [`${names[place]}=${inUrl(value)}`]))
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

/** Rows that refused calls may write: attempts to sign in, sessions, and the security log. */
const written = ['sign_in_tries', 'sessions', 'known_devices', 'security_events']

/**
 * The changes that a refusal may come with: none but for "count-again" (http/kept-refusal.ts), which keeps the first
 * count of a drawer and its answer under the call's key, later only its answer, and nothing for the same key again.
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
    let before = await versionsOf(school, transaction, written)
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
      return { answer, took: (user + system) / 1000 }
    }

    await fc.assert(
      fc.asyncProperty(aCall, async (call) => {
        const { answer, took } = await send(call)
        counts.set(answer.statusCode, (counts.get(answer.statusCode) ?? 0) + 1)
        expect(statuses).toContain(answer.statusCode)
        expect(took).toBeLessThan(longestCallMs)
        const next = await nextTransaction(school)
        const after = next === transaction ? before : await versionsOf(school, transaction, written)
        if (answer.statusCode !== 200) {
          const refusal = answer.json<{ code: string }>()
          expect(refusal).toMatchObject({ code: expect.any(String), msg: expect.any(String) })
          expect(answer.body).not.toMatch(leaks)
          expect(changesOf(refusal.code, call)).toContainEqual(changesBetween(before, after))
        }
        // The call may have signed a user out, disabled one, or changed a password.
        if (answer.statusCode === 200 && next !== transaction && call.path.startsWith('/users/')) {
          await school.db.updateTable('staff').set({ disabled: false }).execute()
          await restoreUsers(school, passwordHash)
          cookies = await cookiesOf(school)
          before = await versionsOf(school, transaction, written)
        } else before = after
        transaction = await nextTransaction(school)
      }),
      {
        seed,
        numRuns: calls,
        // A smaller call would be looked for in books that the failing one has changed.
        endOnFailure: true,
        ...(seconds > 0 && { interruptAfterTimeLimit: seconds * 1000, markInterruptAsFailure: false }),
      },
    )
    const sorted = [...counts].toSorted(([one], [other]) => one - other)
    const total = sorted.reduce((all, [, times]) => all + times, 0)
    await annotate(`${total} calls: ${sorted.map(([status, times]) => `${times} x ${status}`).join(', ')}`)
    expect(counts.get(200)).toBeGreaterThan(10)
    // Two of six callers have no session; a higher share would mean that the others lost theirs.
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
