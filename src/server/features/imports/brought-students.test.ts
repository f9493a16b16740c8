// Imported students, with a balance or without a voucher, in calls that use them (docs/decisions/0063-moving-in.md).

import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest'
import { studentHistory } from '#contract/history.ts'
import { brokenLaws } from '#server/records/laws/book-laws.ts'
import { checkNoOp } from '#test/every-row.ts'
import { bringIn, bringInBalance, keepImportedRow } from '#test/moving-in.ts'
import { replyOf } from '#test/sample-calls.ts'
import { admit, openSchool, type Caller } from '#test/school.ts'
import { expectBalanced, getAccount } from '#test/student-accounts.ts'

const campus = 'Main%20Campus'
const school = await openSchool()
let desk: Caller
let admin: Caller

const goTo = async (day: string) => {
  school.now = new Date(`${day}T09:00:00+05:00`)
  desk = await school.as('desk@main.test')
  admin = await school.as('admin@main.test')
}
beforeEach(async () => {
  await school.reset()
  await goTo('2026-11-03')
})
const obeysLaws = async () => expect(await brokenLaws(school.db)).toEqual([])
afterEach(obeysLaws)
afterAll(() => school[Symbol.asyncDispose]())

const ok = async (answer: ReturnType<Caller['post']>) => {
  const { status, body } = await answer
  expect([status, body]).toEqual([200, body])
  return body
}
const runNovember = async (day = '2026-11-05') => {
  await goTo(day)
  await ok(desk.post(`/finances/generateVoucher/campus/${campus}`, { fromDate: '2026-11-01' }))
  await ok(desk.post(`/finances/postVouchers/${campus}/11`))
}
const generate = (rollNo: number, fromDate: string, extra = {}) =>
  desk.post(`/finances/generateVoucher/student/${rollNo}`, { fromDate, ...extra })
const getLatest = (rollNo: number) =>
  school.db
    .selectFrom('latest_vouchers')
    .selectAll()
    .where('campus', '=', 'Main Campus')
    .where('roll_no', '=', rollNo)
    .executeTakeFirst()
const history = async (rollNo: number) =>
  replyOf(studentHistory, (await desk.get(`/admissions/studentHistory/${rollNo}/${campus}`)).body).changes

describe('an imported student without a balance', () => {
  it('has no voucher, and is found, billed and charged like any other', async () => {
    await bringIn(school, { rollNo: 40 })
    expect(await getLatest(40)).toBeUndefined()
    expect(await getAccount(desk, 40)).toMatchObject({ balance: 0, unpaid: [], vouchers: [], account: [] })
    expect((await desk.get(`/finances/individualVoucher/${campus}/40`)).body).toMatchObject({
      code: 'no-vouchers',
    })
    for (const [path, payload] of [
      ['lowerDebt', { kind: 'write-off', amount: 100, reason: 'Agreed' }],
      ['receiveInAdvance', { receivedAmount: 100 }],
      ['refundAdvance', { amount: 100, reason: 'Agreed' }],
    ] as const) {
      const answer = await checkNoOp(school.db, () => desk.post(`/finances/${path}/${campus}/40`, payload))
      expect([path, answer.body['code']]).toEqual([path, 'no-vouchers'])
    }
    const newFee = { monthlyFee: 6000, discount: 0, registrationFee: 0, admissionFee: 300, examinationFee: 0 }
    await ok(desk.post('/admissions/editAdmissionFee', { rollNo: 40, newFee }))
    await ok(desk.post('/admissions/changeStudentFee/40', { newFee: { monthlyFee: 6500, discount: 0 } }))
    await ok(
      desk.post('/finances/addAdditionalCharges', { ofClass: '5', section: 'Red', examinationFee: 700 }),
    )
    await runNovember()
    expect(await getLatest(40)).toMatchObject({
      voucher_no: '5Red40-202611',
      chain_no: 1,
      arrears: 0,
      amount: 750_000,
    })
    await expectBalanced(desk, desk, 40)
  })

  it('can get a new single voucher after the first one was voided', async () => {
    await bringIn(school, { rollNo: 40 })
    await ok(generate(40, '2026-11-01'))
    await ok(desk.post(`/finances/voidVoucher/${campus}/5Red40-202611`, { reason: 'By mistake' }))
    expect(await getLatest(40)).toBeUndefined()
    await ok(generate(40, '2026-11-01'))
    expect(await getLatest(40)).toMatchObject({ voucher_no: '5Red40-202611-2', chain_no: 2, arrears: 0 })
  })

  it('can be promoted, leave and graduate', async () => {
    await bringIn(school, { rollNo: 40 })
    await bringIn(school, { rollNo: 41, record: { studentClass: '10' } })
    await ok(admin.post('/admissions/promoteClass', { campus: 'Main Campus', classToPromote: '5' }))
    await ok(admin.post('/admissions/removeStudent/40', { removalDate: '2026-11-03' }))
    const graduation = { classToPromote: '10', isGraduation: true, graduationDate: '2026-11-03' }
    await ok(admin.post('/admissions/promoteClass', { campus: 'Main Campus', ...graduation }))
    const states = await school.db
      .selectFrom('students')
      .select(['roll_no', 'state'])
      .orderBy('roll_no')
      .execute()
    expect(states).toEqual([
      { roll_no: 40, state: 'removed' },
      { roll_no: 41, state: 'graduated' },
    ])
  })
})

describe('an imported student who leaves', () => {
  it('leaves owing the opening balance, or owes nothing if it is written off', async () => {
    await bringIn(school, { rollNo: 40, balance: 7500 })
    await bringIn(school, { rollNo: 41, balance: 100 })
    expect(await admin.post('/admissions/removeStudent/40', { removalDate: '2026-11-03' })).toMatchObject({
      status: 409,
    })
    const owing = { outcome: { kind: 'leaves owing', reason: 'Moved away' }, removalDate: '2026-11-03' }
    await ok(admin.post('/admissions/removeStudent/40', owing))
    const writtenOff = { outcome: { kind: 'written off', reason: 'Orphan' }, removalDate: '2026-11-03' }
    await ok(admin.post('/admissions/removeStudent/41', writtenOff))
    expect(await getLatest(40)).toMatchObject({ net_balance: 750_000 })
    expect(await getLatest(41)).toMatchObject({ net_balance: 0 })
  })
})

it('new roll numbers follow the greatest imported one, and an old number finds its student', async () => {
  await bringIn(school, { rollNo: 1023, oldNumber: 'A-1023/19' })
  await bringIn(school, { rollNo: 7, oldNumber: '٤٤١' })
  expect(await admit(desk)).toBe(1024)
  const search = async (typed: string, caller = desk) => {
    const { body } = await caller.post(`/admissions/findStudents/${campus}`, { typed })
    return ((body['students'] ?? []) as { rollNo: number }[]).map(({ rollNo }) => rollNo)
  }
  const viewer = await school.as('viewer@main.test')
  for (const typed of ['A-1023/19', 'a 1023', '102319', '1023/19', '10231']) {
    expect([typed, await search(typed), await search(typed, viewer)]).toEqual([typed, [1023], [1023]])
  }
  expect(await search('441')).toEqual([7])
  // A roll number comes before the beginning of an old number, and the middle of an old number finds nothing.
  expect(await search('102')).toEqual([1023, 1024])
  expect(await search('2319')).toEqual([])
})

it('an import is in the history of each student with its own amount, and once in the history of the campus', async () => {
  await bringIn(school, { rollNo: 7 })
  await bringInBalance(school, 7, 7500)
  await bringIn(school, { rollNo: 1023, balance: -3000, oldNumber: 'A-1023/19' })
  const historyOf1023 = await history(1023)
  expect(historyOf1023).toMatchObject([
    {
      what: 'rows imported',
      voucherNo: null,
      fields: [
        { field: 'openingBalance', before: null, after: '−3,000' },
        { field: 'fileName', after: 'old register.xlsx' },
        { field: 'importNo', after: '3' },
        { field: 'what', after: 'students' },
      ],
    },
  ])
  expect((await history(7)).map(({ fields }) => fields[0])).toMatchObject([
    { field: 'openingBalance', after: '7,500' },
    { field: 'openingBalance', after: '0' },
  ])
  const { body } = await admin.post(`/users/history/${campus}`, { what: 'rows imported', rollNo: 7 })
  expect(body['changes']).toMatchObject([
    {
      rollNo: null,
      fields: expect.arrayContaining([
        { field: 'openings', before: null, after: '1 student: 7,500 owed, 0 in advance' },
      ]),
    },
    { rollNo: null },
  ])
  const { studentData } = await getAccount(desk, 1023)
  expect(studentData).toMatchObject({ oldNumber: 'A-1023/19', admissionNo: 1023 })
})

it('the old number and the imported row of a child who left are erased with the record', async () => {
  await bringIn(school, { rollNo: 40, oldNumber: 'A-40', balance: 100 })
  await keepImportedRow(school, 'Main Campus')
  await school.db.updateTable('import_rows').set({ roll_no: 40 }).execute()
  const writtenOff = { outcome: { kind: 'written off', reason: 'Orphan' }, removalDate: '2026-11-03' }
  await ok(admin.post('/admissions/removeStudent/40', writtenOff))
  await goTo('2027-12-01')
  await ok(admin.post(`/finances/saveCampusRules/${campus}`, { keepYears: 1 }))
  await ok(admin.post(`/admissions/eraseRecords/${campus}`, { rollNos: [40] }))
  expect(await school.db.selectFrom('students').selectAll().execute()).toMatchObject([
    { student_name: 'Erased', old_number: '', search_names: ' erased erased' },
  ])
  expect(await school.db.selectFrom('import_rows').selectAll().execute()).toMatchObject([{ cells: [] }])
  expect(await getLatest(40)).toMatchObject({ voucher_no: '5Red40open', arrears: 10_000 })
})
