// @module-tag gate

import { readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { allEndpoints } from '#reports/endpoints.ts'
import { anAdmission } from '#test/builders.ts'
import { covers } from '#test/covers.ts'
import { runEveryOperation } from '#test/every-operation.ts'
import { sampleBody, sendSampleCall } from '#test/sample-calls.ts'
import { admit, callerOf, openSchool, password, type TestSchool } from '#test/school.ts'
import { openLog } from './server-log.ts'

const campus = 'Main%20Campus'
const person = {
  studentName: 'Zainab Marwari',
  fatherName: 'Qasim Marwari',
  fatherCnic: '35202-7654321-9',
  fatherHomePhone: '0321-9876543',
}
/** Personal texts as typed, without punctuation, and encoded for an address. */
const personal = [
  ...Object.values(person).flatMap((text) => [text, text.replaceAll(/\W/g, ''), encodeURIComponent(text)]),
  'Zainab',
  'Marwari',
  'Ayesha',
  'Imran Khan',
  '0300-1234567',
  password,
]

describe("the server's log", () => {
  let school: TestSchool
  let lines: string[]
  const file = join(tmpdir(), `security-log-${process.pid}.jsonl`)

  const parseLines = () => lines.map((line) => JSON.parse(line) as Record<string, unknown>)
  const expectNothingPersonal = (text: string) => {
    expect(personal.filter((word) => text.toLowerCase().includes(word.toLowerCase()))).toEqual([])
  }

  beforeEach(async () => {
    lines = []
    const log = openLog({ write: (line) => void lines.push(line) })
    school = await openSchool({ log })
  })
  afterEach(async () => {
    await school[Symbol.asyncDispose]()
    await rm(file, { force: true })
  })

  it('contains no name, CNIC, phone or password after every operation and every call', async () => {
    covers('security stolen.logs')

    await runEveryOperation(school)
    const admin = await school.as('admin@main.test')
    await admit(admin, { studentData: person })
    for (const endpoint of allEndpoints) {
      if (endpoint.path === '/users/signout' || endpoint.path === '/users/signin') continue
      const body = sampleBody(endpoint, {
        studentData: { ...anAdmission({ studentData: person }).studentData, rollNo: 1 },
        typed: person.studentName,
        reference: person.fatherName,
      })
      await sendSampleCall(admin, endpoint, 'Main Campus', body)
    }
    await callerOf(school.app, '').post('/users/signin', { userId: person.studentName, password })
    // A clerk may paste these texts into any address, although the page would not send them.
    for (const typed of [person.fatherCnic, person.fatherHomePhone, person.studentName, '3520276543219']) {
      await admin.get(`/finances/individualVoucherByVoucherId/${campus}/${encodeURIComponent(typed)}`)
      await admin.get(`/finances/individualVoucher/${campus}/${encodeURIComponent(typed)}`)
      await admin.get(`/fee-record?q=${encodeURIComponent(typed)}`)
    }
    const { rows } = await sql`select * from security_events`.execute(school.db)
    expect(rows.length).toBeGreaterThan(25)
    expect(lines.length).toBeGreaterThan(150)
    expectNothingPersonal(lines.join(''))
    expectNothingPersonal(JSON.stringify(rows))
  })

  it('has a line for each call with the ids of the caller, the pattern of the call and its numbers', async () => {
    const desk = await school.as('desk@main.test')
    await admit(desk)
    lines = []
    await desk.get(`/admissions/studentAccount/1/${campus}`)
    await callerOf(school.app, '').get(`/admissions/studentAccount/1/${campus}`)
    expect(parseLines()).toMatchObject([
      {
        msg: 'call',
        route: '/admissions/studentAccount/:rollNo/:campus',
        rollNo: '1',
        user: 'desk@main.test',
        campus: 'Main Campus',
        status: 200,
        reqId: expect.any(String),
      },
      { msg: 'call', status: 401 },
    ])
    expect(parseLines()[1]).not.toHaveProperty('user')
    expect(lines.join('')).not.toContain('url')
  })

  it('names no user for the call of a session that has ended', async () => {
    const desk = await school.as('desk@main.test')
    await desk.get(`/admissions/studentAccount/1/${campus}`)
    await sql`delete from sessions`.execute(school.db)
    lines = []
    await desk.get(`/admissions/studentAccount/1/${campus}`)
    expect(parseLines()).toMatchObject([{ msg: 'call', status: 401 }])
    expect(parseLines()[0]).not.toHaveProperty('user')
  })

  it('has a line for each security event, and a warning for an alert', async () => {
    covers('security accounts.security-log')

    for (let count = 0; count < 20; count += 1) {
      await callerOf(school.app, '').post('/users/signin', {
        userId: `nobody${count}@main.test`,
        password: 'x',
      })
    }
    const security = parseLines().filter((line) => line['security'] === true)
    expect(security).toHaveLength(20)
    expect(security[0]).toMatchObject({
      level: 30,
      kind: 'sign-in failed',
      why: 'no such user',
      user: null,
      address: '127.0.0.1',
      msg: 'Sign-in failed, no such user',
    })
    expect(security[19]).toMatchObject({ level: 40, alert: 'many failures' })
  })

  it('writes the events to the file of SECURITY_LOG instead, which may be moved away at any time', async () => {
    const other = await openSchool({ securityLogFile: file })
    await other.as('desk@main.test')
    const read = async () =>
      (await readFile(file, 'utf8'))
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as unknown)
    await expect
      .poll(read)
      .toMatchObject([{ level: 'info', security: true, kind: 'signed in', user: 'desk@main.test' }])
    await rm(file)
    const desk = await other.as('desk@main.test')
    await desk.post('/users/signout')
    await other.app.close()
    expect(await read()).toMatchObject([{ kind: 'signed in' }, { kind: 'signed out', campus: 'Main Campus' }])
    await other[Symbol.asyncDispose]()
  })

  it('has the place of a database error, but no value of a row', async () => {
    covers('security stolen.logs')

    const desk = await school.as('desk@main.test')
    lines = []
    const rules: readonly (readonly [string, string])[] = [
      ['unique_card', 'create unique index unique_card on students (father_cnic)'],
      ['never', `alter table students add constraint never check (student_name <> '${person.studentName}')`],
    ]
    await admit(desk, { studentData: { ...person, studentName: 'Brother Marwari' } })
    for (const [name, statement] of rules) {
      await sql.raw(statement).execute(school.db)
      const { status, body } = await desk.post(
        '/admissions/newAdmission',
        anAdmission({ studentData: person }),
      )
      expect({ status, code: body['code'] }).toEqual({ status: 500, code: 'broken' })
      const logged = parseLines().find(({ err }) => err !== undefined)?.['err']
      expect(logged).toMatchObject({
        type: expect.stringMatching(/\w/),
        code: expect.stringMatching(/^23/),
        constraint: name,
      })
      expect(JSON.stringify(logged)).toContain('records/students')
      expectNothingPersonal(lines.join(''))
      lines = []
      await sql
        .raw(name === 'never' ? 'alter table students drop constraint never' : 'drop index unique_card')
        .execute(school.db)
    }
    // The message of this error quotes a value.
    const failed = await sql`select ${person.fatherCnic}::text::integer`
      .execute(school.db)
      .catch((problem: unknown) => problem)
    expect(String(failed)).toContain(person.fatherCnic)
    school.app.log.error(failed)
    school.app.log.error(new Error('Outer', { cause: failed }))
    expect(lines).toHaveLength(2)
    expectNothingPersonal(lines.join(''))
  })
})
