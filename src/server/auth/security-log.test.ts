import { sql } from 'kysely'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { fromWire } from '#contract/wire.ts'
import { allEndpoints } from '#reports/endpoints.ts'
import { securityList } from '#reports/security-log.ts'
import { deleteOldEvents } from '#server/records/security-events.ts'
import { covers } from '#test/covers.ts'
import { getRows, requestList } from '#test/report-rows.ts'
import { admit, callerOf, openSchool, password } from '#test/school.ts'
import { useCaller, useSchool } from '#test/use-school.ts'

const campus = 'Main%20Campus'
const chrome = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/131.0.0.0 Safari/537.36'

describe('the security log', async () => {
  const school = await useSchool()
  const admin = useCaller(() => school.as('admin@main.test'))
  const desk = useCaller(() => school.as('desk@main.test'))
  beforeEach(async () => {
    await sql`delete from security_events`.execute(school.db)
  })

  const signIn = (userId: string, givenPassword: string) =>
    callerOf(school.app, '').post(
      '/users/signin',
      { userId, password: givenPassword },
      { 'x-forwarded-for': '10.1.0.7', 'user-agent': chrome },
    )
  const later = (seconds: number) => {
    school.now = new Date(school.now.getTime() + seconds * 1000)
  }
  const events = () =>
    school.db
      .selectFrom('security_events')
      .select(['campus', 'user_id', 'role', 'kind', 'what', 'alert', 'address', 'device', 'details'])
      .orderBy('event_no')
      .execute()
  const lines = async () => (await events()).map(({ user_id: user, what }) => `${user ?? '?'}: ${what}`)
  /** Waits until this number of events is written. */
  const whenWritten = (count: number) =>
    vi.waitFor(async () => expect(await events()).toHaveLength(count), { timeout: 5000, interval: 50 })
  const shownLines = async (caller = admin) =>
    (await getRows(school, caller, securityList)).rows.map(({ who, what }) => `${who}: ${what}`)

  it('has each sign-in with user, address and device, and each sign-out', async () => {
    covers('security accounts.security-log')

    const answer = await signIn('desk@main.test', password)
    const cookie = String(answer.headers['set-cookie']).split(';')[0] ?? ''
    await callerOf(school.app, cookie).post('/users/signout')
    expect(await events()).toMatchObject([
      {
        campus: 'Main Campus',
        user_id: 'desk@main.test',
        role: 'write',
        kind: 'signed in',
        address: '10.1.0.7',
        device: 'Chrome on Windows',
        alert: null,
      },
      { campus: 'Main Campus', user_id: 'desk@main.test', kind: 'signed out', what: 'Signed out' },
    ])
  })

  it('has failed and delayed sign-ins, but not the text that was entered as an unknown user id', async () => {
    covers('security accounts.security-log')

    await signIn('desk@main.test', 'wrong-password-1')
    await signIn('My-Secret-Password-9', 'wrong')
    await school.db
      .updateTable('staff')
      .set({ disabled: true })
      .where('user_id', '=', 'viewer@main.test')
      .execute()
    await signIn('viewer@main.test', password)
    for (let attempt = 0; attempt < 6; attempt += 1) await signIn('office@main.test', 'wrong')
    expect(await lines()).toEqual([
      'desk@main.test: Sign-in failed, wrong password',
      '?: Sign-in failed, no such user',
      'viewer@main.test: Sign-in failed, user is disabled',
      ...Array<string>(5).fill('office@main.test: Sign-in failed, wrong password'),
      'office@main.test: Sign-in delayed by 1 second after too many attempts',
    ])
    const storedRows = JSON.stringify(await sql`select * from security_events`.execute(school.db))
    expect(storedRows).not.toMatch(/secret|wrong-password|right-password/i)
  })

  it('has refusals by role, right and campus, although the refused call is rolled back', async () => {
    const viewer = await school.as('viewer@main.test')
    await viewer.post('/admissions/removeStudent/1', {})
    await desk.get(`/users/list/${campus}`)
    await desk.get('/admissions/studentAccount/1/City%20Campus')
    await admin.post(`/users/changeRights/${campus}/desk@main.test`, { rights: ['price'] })
    await desk.post(`/finances/receiveInAdvance/${campus}/1`, { receivedAmount: 1 })
    expect((await lines()).slice(1)).toEqual([
      expect.stringMatching(/^viewer@main.test: Refused: .*Your role does not allow this$/),
      'desk@main.test: Refused: The users of the campus. Your role does not allow this',
      expect.stringMatching(/^desk@main.test: Refused: .*This belongs to another campus$/),
      'admin@main.test: User rights changed: desk@main.test',
      expect.stringMatching(/^desk@main.test: Refused: .*does not have the right to do this$/),
    ])
  })

  it('has changes of users, passwords, rules and closed days, written in the transaction of the change', async () => {
    const pathOf = (name: string) => `/users/${name}/${campus}`
    await admin.post(pathOf('add'), {
      userId: 'new@main.test',
      name: 'Sadia',
      role: 'read',
      newPassword: 'a-long-password',
    })
    await admin.post(`${pathOf('changeRole')}/new@main.test`, { role: 'write' })
    await admin.post(`${pathOf('resetPassword')}/new@main.test`, { newPassword: 'a-longer-password' })
    await admin.post(`${pathOf('disable')}/new@main.test`, { disabled: true })
    await desk.post('/users/changePassword', { currentPassword: 'guessed', newPassword: 'a-long-password' })
    await desk.post('/users/changePassword', { currentPassword: password, newPassword: 'a-long-password' })
    await admin.post(`/finances/saveCampusRules/${campus}`, { backDays: 3 })
    await admin.post(`/finances/closeBooks/${campus}`, { until: '2026-10-31' })
    await admin.post(`/finances/reopenBooks/${campus}`, { reason: 'A deposit was missing' })
    expect(await lines()).toEqual([
      'admin@main.test: User added: new@main.test',
      'admin@main.test: User role changed: new@main.test',
      'admin@main.test: Password reset: new@main.test',
      'admin@main.test: User disabled: new@main.test',
      'desk@main.test: Wrong password of a signed-in user',
      'desk@main.test: Password changed: desk@main.test',
      'admin@main.test: Campus settings changed',
      'admin@main.test: Books closed, closed up to 31 Oct 2026',
      'admin@main.test: Books reopened, every day is open',
    ])
    await school.db.deleteFrom('security_events').execute()
    await sql`alter table changes add constraint fails check (what <> 'user enabled')`.execute(school.db)
    expect((await admin.post(`${pathOf('disable')}/new@main.test`, { disabled: false })).status).toBe(500)
    await sql`alter table changes drop constraint fails`.execute(school.db)
    expect(await events()).toEqual([])
  })

  it('has each saved file with its report, format and rows, but not an export that finds nothing', async () => {
    await admit(desk)
    await desk.post(`/admissions/exportStudentList/csv/all/all/${campus}`)
    await desk.post(`/finances/exportDayBook/xlsx/${campus}`, {
      fromDate: '2026-11-21',
      toDate: '2026-11-21',
    })
    expect((await desk.post(`/finances/exportAgeing/csv/${campus}`)).status).toBe(404)
    expect(await lines()).toEqual([
      'desk@main.test: Saved Student list as CSV, 1 row',
      'desk@main.test: Saved Day book as Excel, 2 rows',
    ])
  })

  it("has each read of a child's record with its reader, and repeated reads within a second only once", async () => {
    await admit(desk)
    for (const path of ['studentAccount', 'getStudentInfo', 'studentHistory', 'feeChanges']) {
      await desk.get(`/admissions/${path}/1/${campus}`)
    }
    await desk.get(`/finances/individualVoucherByVoucherId/${campus}/5Red1adm`)
    await desk.get(`/finances/receipt/${campus}/1`)
    await desk.get(`/admissions/studentAccount/99/${campus}`)
    await whenWritten(3)
    expect(await lines()).toEqual([
      'desk@main.test: Read the record of student 1',
      'desk@main.test: Looked up voucher 5Red1adm',
      'desk@main.test: Looked up receipt 1',
    ])
  })

  it('writes the reads that are still waiting when the server stops', async () => {
    const other = await openSchool()
    const caller = await other.as('desk@main.test')
    await admit(caller)
    await caller.get(`/admissions/studentAccount/1/${campus}`)
    await other.app.close()
    const { rows } = await sql`select from security_events where kind = 'record read'`.execute(other.db)
    expect(rows).toHaveLength(1)
    await other[Symbol.asyncDispose]()
  })

  it('has an event for every endpoint that reads a single record', () => {
    const oneRecord = /:(?:rollNo|voucherId|receiptNo)\b/
    const unmarked = allEndpoints
      .filter(({ effect, path, logged }) => effect === 'reads' && oneRecord.test(path) && !logged)
      .map(({ path }) => path)
    expect(unmarked).toEqual([])
  })

  it('shows an admin the events of their campus and of unknown users, newest first, as rows and as objects', async () => {
    covers('security accounts.other-campus', 'security accounts.security-log')

    await signIn('office@city.test', 'wrong')
    await signIn('nobody@main.test', 'wrong')
    later(1)
    await signIn('office@main.test', 'wrong')
    expect(await shownLines()).toEqual([
      'office@main.test: Sign-in failed, wrong password',
      'unknown: Sign-in failed, no such user',
    ])
    // Each reading of the log adds an event to it.
    const filters = { events: 'sign-in failed' }
    const { text } = await requestList(school, admin, securityList, { filters, accept: 'application/json' })
    const reply: { events: unknown } = fromWire(securityList.endpoint.reply, JSON.parse(text))
    expect(reply.events).toEqual((await getRows(school, admin, securityList, filters)).rows)
    for (const [chosen, count] of [
      [filters, 2],
      [{ events: 'refused' }, 0],
      [{ alerts: 'only' }, 0],
      [{ fromDate: '2026-11-22' }, 0],
    ] as const) {
      expect((await getRows(school, admin, securityList, chosen)).totals.count).toBe(count)
    }
    // Writes the readings that are still waiting with a later one, before the next test.
    await admit(desk)
    await desk.get(`/admissions/studentAccount/1/${campus}`)
    const reads = ['admin@main.test: Read this security log', 'desk@main.test: Read the record of student 1']
    await expect.poll(lines).toEqual(expect.arrayContaining(reads))
  })

  it('lets a call add events and an admin read them, but lets neither of them change an event', async () => {
    covers('security accounts.append-only', 'security accounts.security-log')

    await signIn('desk@main.test', 'wrong')
    await signIn('office@city.test', 'wrong')
    const output = (role: string, statement: string): Promise<string> =>
      school.db
        .transaction()
        .execute(async (trx) => {
          await sql`select set_config('app.campus', 'Main Campus', true), set_config('role', ${role}, true)`.execute(
            trx,
          )
          const { rows } = await sql.raw(statement).execute(trx)
          return `ok ${rows.length}`
        })
        .catch((problem: unknown) => String((problem as { code?: unknown }).code))
    const permissionDenied = '42501'
    expect(await output('portal_clerk', 'select from security_events')).toBe(permissionDenied)
    expect(await output('portal_admin', 'select from security_events')).toBe('ok 1')
    for (const role of ['portal_clerk', 'portal_admin']) {
      expect(await output(role, 'delete from security_events')).toBe(permissionDenied)
      expect(await output(role, 'truncate security_events')).toBe(permissionDenied)
      expect(await output(role, `update security_events set what = 'x'`)).toBe(permissionDenied)
      const insert = (campusSql: string) =>
        `insert into security_events (at, campus, address, device, request_id, kind, what, details)
          values (now(), ${campusSql}, '', '', '', 'x', 'x', '{}')`
      expect(await output(role, insert(`'City Campus'`))).toBe(permissionDenied)
      expect(await output(role, insert('null'))).toBe(permissionDenied)
      expect(await output(role, insert(`'Main Campus'`))).toBe('ok 0')
    }
  })

  it('loses failed sign-ins of unknown users after 90 days, when the server deletes them', async () => {
    for (const user of ['nobody@main.test', 'desk@main.test']) await signIn(user, 'wrong')
    later(90 * 86_400)
    await deleteOldEvents(school.db, school.now)
    expect(await events()).toHaveLength(2)
    later(1)
    await deleteOldEvents(school.db, school.now)
    expect(await events()).toMatchObject([{ kind: 'sign-in failed', user_id: 'desk@main.test' }])
  })

  it('loses reads that are more than 400 days old', async () => {
    await admit(desk)
    await desk.get(`/admissions/studentAccount/1/${campus}`)
    await signIn('desk@main.test', 'wrong')
    await whenWritten(2)
    later(399 * 86_400)
    await deleteOldEvents(school.db, school.now)
    expect(await events()).toHaveLength(2)
    later(2 * 86_400)
    await deleteOldEvents(school.db, school.now)
    expect(await events()).toMatchObject([{ kind: 'sign-in failed' }])
  })
})
