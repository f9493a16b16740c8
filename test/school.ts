import type { FastifyInstance } from 'fastify'
import { sql, type Kysely } from 'kysely'
import type { Role } from '#domain/roles.ts'
import { Passwords } from '#server/auth/password.ts'
import type { OpenDatabase } from '#server/database/open.ts'
import type { Schema } from '#server/database/schema.ts'
import { counters } from '#server/records/counters.ts'
import { buildApp, type AppOptions } from '#server/start/app.ts'
import { anAdmission } from './builders.ts'
import { reuseTestDatabase, type TestDatabase } from './database.ts'

export const password = 'right-password'

const staff: readonly (readonly [userId: string, campus: string, role: Role])[] = [
  ['admin@main.test', 'Main Campus', 'admin'],
  ['office@main.test', 'Main Campus', 'readwrite'],
  ['desk@main.test', 'Main Campus', 'write'],
  ['viewer@main.test', 'Main Campus', 'read'],
  ['admin@city.test', 'City Campus', 'admin'],
  ['office@city.test', 'City Campus', 'readwrite'],
]

export interface Answer {
  readonly status: number
  /** The parsed JSON, not validated. */
  readonly body: Record<string, unknown>
  readonly headers: Readonly<Record<string, unknown>>
}

export interface Caller {
  readonly cookie: string
  get(url: string): Promise<Answer>
  post(url: string, payload?: unknown, headers?: Record<string, string>): Promise<Answer>
}

export interface TestSchool extends AsyncDisposable {
  readonly app: FastifyInstance
  readonly db: Kysely<Schema>
  /** The time of the app's clock; a test sets it freely. */
  now: Date
  /** Signs in. The caller enters the password again if a call needs it. */
  as(userId: string): Promise<Caller>
  /** Signs in. The caller never enters the password again, like a thief who has only the cookie. */
  withCookieOnly(userId: string): Promise<Caller>
  /** Deletes all data and inserts campuses and staff again. */
  reset(): Promise<void>
}

/** The cheapest hashes that Argon2 allows; the tests of passwords check the real cost. */
const cheapWork = { memoryCost: 8, timeCost: 1 }
export const passwords = new Passwords(cheapWork)

let hashed: Promise<string> | undefined

/** Inserts two campuses and their staff, all with `password`. */
export async function fillSchool(db: Kysely<Schema>): Promise<void> {
  hashed ??= passwords.hash(password)
  const passwordHash = await hashed
  await db.insertInto('school').values({ name: 'Green Valley School', tax_number: '1234567-8' }).execute()
  const campuses = ['Main Campus', 'City Campus']
  await db
    .insertInto('campuses')
    .values(campuses.map((campus) => ({ campus })))
    .execute()
  await db
    .insertInto('counters')
    .values(campuses.flatMap((campus) => counters.map((counter) => ({ campus, counter }))))
    .execute()
  await db
    .insertInto('staff')
    .values(
      staff.map(([userId, campus, role]) => ({
        campus,
        user_id: userId,
        name: userId.startsWith('viewer') ? 'Nadia Viewer' : `${userId.split('@')[0]} clerk`,
        role,
        password_hash: passwordHash,
      })),
    )
    .execute()
}

/** Returns a caller who enters the password when a call needs it, and then repeats the call. */
export function confirming(caller: Caller): Caller {
  let confirmation: Promise<Answer> | null = null
  const shown = ({ body }: Answer) => ({ 'x-confirmation': String(body['confirmation']) })
  const send: Caller['post'] = async (url, payload, headers = {}) => {
    const known = confirmation
    const answer = await caller.post(url, payload, { ...(known && shown(await known)), ...headers })
    if (answer.body['code'] !== 'confirmation-needed') return answer
    // Simultaneous calls enter it once, because only a session's last confirmation counts.
    if (confirmation === known) confirmation = caller.post('/users/confirm', { password })
    const confirmed = await (confirmation ?? answer)
    return confirmed.status === 200
      ? caller.post(url, payload, { ...shown(confirmed), ...headers })
      : confirmed
  }
  return { ...caller, post: send }
}

/** Returns the cookies that an answer sets, as a browser sends them back. */
export function cookiesIn(headers: Answer['headers']): {
  session?: string | undefined
  device?: string | undefined
} {
  const set = [headers['set-cookie'] ?? []]
    .flat()
    .map((each) => (typeof each === 'string' ? (each.split(';')[0] ?? '') : ''))
  const cookieNamed = (name: string) => set.find((each) => new RegExp(`^(__Host-)?${name}=.`).test(each))
  return { session: cookieNamed('session'), device: cookieNamed('device') }
}

/** Calls the app as a browser with this cookie would, and replaces the cookie when the app sets a new one. */
export function callerOf(app: FastifyInstance, cookie: string, deviceCookie = ''): Caller {
  let [current, device] = [cookie, deviceCookie]
  const send = async (
    method: 'GET' | 'POST',
    url: string,
    payload?: unknown,
    headers = {},
  ): Promise<Answer> => {
    const answer = await app.inject({
      method,
      url,
      headers: { ...(current && { cookie: device ? `${current}; ${device}` : current }), ...headers },
      ...(payload !== undefined && { payload: payload as object }), // any JSON, good or bad
    })
    const set = cookiesIn(answer.headers)
    if (cookie) [current, device] = [set.session ?? current, set.device ?? device]
    // Files are not JSON; tests of files read the reply themselves.
    const isJson = String(answer.headers['content-type']).startsWith('application/json')
    const body: unknown = isJson ? answer.json() : {}
    return { status: answer.statusCode, body: body as Answer['body'], headers: answer.headers }
  }
  return {
    cookie,
    get: (url) => send('GET', url),
    post: (url, payload = {}, headers = {}) => send('POST', url, payload, headers),
  }
}

/** Opens a school for one test file: the real app on its own real database; only the clock is replaced. */
export async function openSchool(
  settings: Pick<
    AppOptions,
    'trustedProxies' | 'publicUrl' | 'hstsSubdomains' | 'log' | 'securityLogFile' | 'passwordWork'
  > = {},
  /** The app's sign-in to the database, if it differs from the test's. */
  signIn: (database: TestDatabase) => Promise<OpenDatabase> = async (database) => database,
): Promise<TestSchool> {
  const database = await reuseTestDatabase()
  await fillSchool(database.kysely)
  const appDatabase = await signIn(database)
  const school: TestSchool = {
    app: await buildApp({
      database: appDatabase,
      clock: () => school.now,
      pageFolder: null,
      passwordWork: cheapWork,
      ...settings,
    }),
    db: database.kysely,
    now: new Date('2026-11-21T09:00:00+05:00'),
    as: async (userId) => confirming(await school.withCookieOnly(userId)),
    async withCookieOnly(userId) {
      const answer = await callerOf(school.app, '').post('/users/signin', { userId, password })
      const { session = '', device } = cookiesIn(answer.headers)
      return callerOf(school.app, session, device)
    },
    async reset() {
      await database.empty()
      await fillSchool(database.kysely)
    },
    async [Symbol.asyncDispose]() {
      await school.app.close()
      if (appDatabase !== database) await appDatabase.close()
      await database.close()
    },
  }
  return school
}

/** Admits a student and returns the roll number. */
export async function admit(caller: Caller, values: Parameters<typeof anAdmission>[0] = {}): Promise<number> {
  const { status, body } = await caller.post('/admissions/newAdmission', anAdmission(values))
  if (status !== 200) throw new Error(`Not admitted: ${JSON.stringify(body)}`)
  return Number(body['rollNo'])
}

/** Reads the fees of a student of Main Campus, in paisa, for a voucher of the month that contains `day`. */
export async function feesIn(db: Kysely<Schema>, rollNo: number, day: string) {
  const { rows } = await sql<Omit<Schema['fees'], 'campus' | 'roll_no'>>`
    select * from fees_in_month('Main Campus', ${rollNo}, ${day}::date)`.execute(db)
  return rows[0]
}

/** Generates and posts a campus's month. Throws if either call fails. */
export async function generateAndPost(caller: Caller, campus: string, firstDay: string): Promise<void> {
  const at = encodeURIComponent(campus)
  const made = await caller.post(`/finances/generateVoucher/campus/${at}`, { fromDate: firstDay })
  const posted = await caller.post(`/finances/postVouchers/${at}/${Number(firstDay.slice(5, 7))}`)
  if (made.status !== 200 || posted.status !== 200) {
    throw new Error(`Not generated: ${JSON.stringify([made.body, posted.body])}`)
  }
}

/** Receives 100 in advance for a student and pays it back. */
export async function payBack(caller: Caller, rollNo: number): Promise<void> {
  const at = `Main%20Campus/${rollNo}`
  const received = await caller.post(`/finances/receiveInAdvance/${at}`, { receivedAmount: 100 })
  const paid = await caller.post(`/finances/refundAdvance/${at}`, { amount: 100, reason: 'Left the town' })
  if (received.status !== 200 || paid.status !== 200) {
    throw new Error(`Not paid back: ${JSON.stringify([received.body, paid.body])}`)
  }
}

/** Closes the drawer after a wrong first count, has another user accept it, and deposits its cash; each is number 1. */
export async function closeAndDeposit(cashier: Caller, other: Caller, at = 'Main%20Campus'): Promise<void> {
  const { body } = await cashier.get(`/finances/drawer/${at}`)
  const counted = Number(body['expected'])
  await cashier.post(`/finances/closeDrawer/${at}`, { counted: counted + 1 })
  const closed = await cashier.post(`/finances/closeDrawer/${at}`, { counted, recount: true })
  const accepted = await other.post(`/finances/acceptClosing/${at}/1`)
  const deposit = { depositedDate: '2026-11-21', account: 'HBL 0123', slip: 'DS 1', cash: counted }
  const deposited = await other.post(`/finances/enterDeposit/${at}`, deposit)
  if ([closed, accepted, deposited].some(({ status }) => status !== 200)) {
    throw new Error(`Not deposited: ${JSON.stringify([closed.body, accepted.body, deposited.body])}`)
  }
}
