import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { erasableRecords } from '#contract/erasure.ts'
import { personalFields } from '#domain/erasure.ts'
import { brokenLaws } from '#server/records/laws/book-laws.ts'
import { anAdmission } from '#test/builders.ts'
import { replyOf } from '#test/sample-calls.ts'
import { admit, openSchool, type Answer, type Caller, type TestSchool } from '#test/school.ts'
import { readXlsx } from '#test/xlsx.ts'

const main = 'Main%20Campus'

describe('the personal data of children who left', () => {
  let school: TestSchool
  let admin: Caller

  const goTo = async (day: string) => {
    school.now = new Date(`${day}T09:00:00+05:00`)
    admin = await school.as('admin@main.test')
  }
  const list = async () =>
    replyOf(erasableRecords, (await admin.get(`/admissions/erasableRecords/${main}`)).body)
  const erase = (...rollNos: number[]) => admin.post(`/admissions/eraseRecords/${main}`, { rollNos })
  const contacts = { telephone: '0300 7654321', fatherCnic: '35202-1234567-1', address: 'House 9' }
  const keepFor = (keepYears: number | null) => admin.post(`/finances/saveCampusRules/${main}`, { keepYears })

  beforeAll(async () => {
    school = await openSchool()
  })
  afterAll(async () => school[Symbol.asyncDispose]())
  // Student 1 left without a debt after an edit of the record, 2 left owing, 3 is at school, 4 left a year later.
  beforeEach(async () => {
    await school.reset()
    school.now = new Date('2026-11-21T09:00:00+05:00')
    const desk = await school.as('desk@main.test')
    for (const receivedNow of [7500, 0, 7500, 7500]) await admit(desk, { financialData: { receivedNow } })
    const studentData = { ...anAdmission().studentData, ...contacts, rollNo: 1 }
    await desk.post('/admissions/editAdmission', { studentData })
    const outcome = { kind: 'leaves owing', reason: 'Moved away' }
    await desk.post('/admissions/removeStudent/1', { leave: true })
    await desk.post('/admissions/removeStudent/2', { leave: true, outcome })
    school.now = new Date('2027-11-21T09:00:00+05:00')
    await (await school.as('desk@main.test')).post('/admissions/removeStudent/4', { leave: true })
    await goTo('2028-11-20')
  })

  it('are kept forever if the campus has no rule', async () => {
    expect(await list()).toMatchObject({ keepYears: null, upTo: null, count: 0 })
    expect(await erase(1)).toMatchObject({ status: 409, body: { code: 'erasure-off' } })
  })

  it('are listed once the time has passed and nothing is owed', async () => {
    await keepFor(2)
    expect(await list()).toMatchObject({ upTo: '2026-11-20', count: 0, unsettled: 0 })
    await goTo('2028-11-21')
    expect(await list()).toMatchObject({
      keepYears: 2,
      upTo: '2026-11-21',
      count: 1,
      unsettled: 1,
      students: [{ rollNo: 1, studentName: 'Ayesha Khan', leftOn: '2026-11-21', state: 'removed' }],
    })
  })

  it.each([
    [2, 'Balance is not settled'],
    [3, 'Has not left'],
    [4, 'Left too recently'],
  ])('are not erased if one of the students, number %d, must be kept: %s', async (rollNo, why) => {
    await goTo('2028-11-21')
    await keepFor(2)
    expect(await erase(1, rollNo)).toMatchObject({
      status: 409,
      body: { code: 'record-kept', rollNo, why },
    })
    expect((await list()).count).toBe(1)
  })

  it('are not erased if a roll number is unknown or no roll number is sent', async () => {
    await goTo('2028-11-21')
    await keepFor(2)
    expect(await erase(1, 9)).toMatchObject({ status: 404, body: { code: 'student-unknown' } })
    expect(await erase()).toMatchObject({ status: 400, body: { errors: [{ field: 'rollNos' }] } })
    expect((await list()).count).toBe(1)
  })

  describe('once erased', () => {
    const hashes = () =>
      school.db
        .selectFrom('book_hashes')
        .select(['campus', 'place', 'hash'])
        .where('campus', '=', 'Main Campus')
        .orderBy('place')
        .execute()
    let erased: Answer
    let hashesBefore: Awaited<ReturnType<typeof hashes>>
    beforeEach(async () => {
      await goTo('2028-11-21')
      await keepFor(2)
      hashesBefore = await hashes()
      erased = await erase(1, 1)
    })

    it('are in neither the record, its history nor the security log', async () => {
      expect(erased).toMatchObject({ status: 200, body: { count: 1 } })
      const { rows } = await sql<{ line: string }>`
        select to_jsonb(s)::text as line from students s where roll_no = 1
        union all select to_jsonb(c)::text from changes c where roll_no = 1
        union all select to_jsonb(e)::text from security_events e`.execute(school.db)
      const storedText = rows.map(({ line }) => line).join('\n')
      for (const value of ['Ayesha', 'Imran', '7654321', '35202', 'Lahore', 'House 9'])
        expect(storedText).not.toContain(value)
      const { rows: fields } = await sql<{ names: string[] }>`select personal_fields() as names`.execute(
        school.db,
      )
      expect(fields[0]?.names.toSorted()).toEqual([...personalFields].toSorted())
    })

    it('leave sums, class and history unchanged, and every book law holds', async () => {
      const { body } = await admin.get(`/admissions/studentAccount/1/${main}`)
      expect(body).toMatchObject({
        erasedOn: '2028-11-21',
        balance: 0,
        studentData: {
          studentName: 'Erased',
          dateOfBirth: expect.stringMatching(/-01-01$/),
          studentClass: '5',
        },
        vouchers: [{ voucherNo: '5Red1adm', receivedAmount: 7500 }],
      })
      expect(await brokenLaws(school.db)).toEqual([])
      const changes = await school.db
        .selectFrom('changes')
        .select(['what', 'after'])
        .where('roll_no', '=', 1)
        .orderBy('change_no')
        .execute()
      expect(changes.map(({ what }) => what)).toEqual([
        'payment received',
        'student admitted',
        'record edited',
        'student removed',
        'personal data erased',
      ])
    })

    it('keep every hash, so that earlier digests stay valid and changes of erased entries are detected', async () => {
      const after = await hashes()
      expect(after.slice(0, hashesBefore.length)).toEqual(hashesBefore)
      expect(after).toHaveLength(hashesBefore.length + 1)
      await sql`update changes set after = after || '{"studentClass": "9"}' where roll_no = 1
        and what = 'student admitted'`.execute(school.db)
      const broken = await brokenLaws(school.db)
      expect(
        broken.flatMap(({ law, rows }) => (law.includes('what it was when it got its hash') ? rows : [])),
      ).toHaveLength(2)
    })

    it('are not erased twice, and appear once in the security log', async () => {
      expect(await erase(1)).toMatchObject({
        status: 409,
        body: { code: 'record-kept', rollNo: 1, why: 'Erased already' },
      })
      expect(await list()).toMatchObject({ count: 0, unsettled: 1 })
      const events = await school.db
        .selectFrom('security_events')
        .select('what')
        .where('kind', '=', 'records erased')
        .execute()
      expect(events).toEqual([{ what: 'Erased the personal data of 1 child who left' }])
    })
  })

  it('are erased only by an admin who has entered the password, and by no other statement', async () => {
    await goTo('2028-11-21')
    await keepFor(2)
    const desk = await school.as('desk@main.test')
    expect((await desk.post(`/admissions/eraseRecords/${main}`, { rollNos: [1] })).status).toBe(403)
    const thief = await school.withCookieOnly('admin@main.test')
    expect(await thief.post(`/admissions/eraseRecords/${main}`, { rollNos: [1] })).toMatchObject({
      status: 403,
      body: { code: 'confirmation-needed' },
    })
    const statement = (role: string, text: string) =>
      school.db.transaction().execute(async (trx) => {
        await sql`select set_config('app.campus', 'Main Campus', true)`.execute(trx)
        await sql`set local role ${sql.ref(role)}`.execute(trx)
        await sql.raw(text).execute(trx)
      })
    const eraseHistory = 'select erase_history(array[1])'
    await expect(statement('portal_admin', eraseHistory)).rejects.toThrow('is not erased')
    await expect(statement('portal_clerk', eraseHistory)).rejects.toThrow('permission denied')
    await expect(statement('portal_admin', `update changes set after = '{}'`)).rejects.toThrow(
      'permission denied',
    )
    expect((await list()).count).toBe(1)
  })

  it('are exported for the family as an Excel file with record, account and history', async () => {
    const { statusCode, rawPayload, headers } = await school.app.inject({
      method: 'GET',
      url: `/admissions/personalData/${main}/1`,
      headers: { cookie: admin.cookie },
    })
    expect(statusCode).toBe(200)
    expect(headers['content-disposition']).toContain('Personal data, roll number 1, 2028-11-20.xlsx')
    const sheets = await readXlsx(rawPayload)
    expect(sheets.map(({ name }) => name)).toEqual(['Record', 'Account', 'History'])
    const [record = [], account = [], history = []] = sheets.map(({ rows }) => rows)
    expect(record).toContainEqual(['Student Name', 'Ayesha Khan'])
    expect(record).toContainEqual(['Mother Phone Number', '0300 7654321'])
    expect(account).toContainEqual(expect.arrayContaining(['receipt', '5Red1adm', -7500]))
    expect(account.at(-1)?.at(-1)).toBe(0)
    expect(history).toContainEqual(
      expect.arrayContaining(['record edited', 'Mother Phone Number', '0300 7654321']),
    )
    expect((await admin.get(`/admissions/personalData/${main}/99`)).status).toBe(404)
  })
})
