// An opening voucher, and a student without one, in every call that meets a voucher (docs/decisions/0063-moving-in.md).

import { campusPreview } from '#contract/voucher-run.ts'
import { studentHistory } from '#contract/history.ts'
import { brokenLaws } from '#server/records/book-laws.ts'
import { untouched } from '#test/every-row.ts'
import { bringIn, bringInBalance } from '#test/moving-in.ts'
import { replyOf } from '#test/sample-calls.ts'
import { admit, feesIn, openSchool, type Caller } from '#test/school.ts'
import { expectBalanced, getAccount } from '#test/student-accounts.ts'
import { refusedAs } from '#test/voucher-school.ts'
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest'

const at = 'Main%20Campus'
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
afterEach(async () => {
  expect(await brokenLaws(school.db)).toEqual([])
})
afterAll(() => school[Symbol.asyncDispose]())

const pay = (voucherNo: string, receivedAmount: number, more = {}) =>
  desk.post(`/finances/markIndividualVoucherAsPaid/${at}/${voucherNo}`, { receivedAmount, ...more })
const ok = async (answer: ReturnType<Caller['post']>) => {
  const { status, body } = await answer
  expect([status, body]).toEqual([200, body])
  return body
}
const runNovember = async (day = '2026-11-05') => {
  await goTo(day)
  await ok(desk.post(`/finances/generateVoucher/campus/${at}`, { fromDate: '2026-11-01' }))
  await ok(desk.post(`/finances/postVouchers/${at}/11`))
}
const generate = (rollNo: number, fromDate: string, more = {}) =>
  desk.post(`/finances/generateVoucher/student/${rollNo}`, { fromDate, ...more })
const latest = (rollNo: number) =>
  school.db
    .selectFrom('latest_vouchers')
    .selectAll()
    .where('campus', '=', 'Main Campus')
    .where('roll_no', '=', rollNo)
    .executeTakeFirst()
const history = async (rollNo: number) =>
  replyOf(studentHistory, (await desk.get(`/admissions/studentHistory/${rollNo}/${at}`)).body).changes

describe('an opening balance of 7,500', () => {
  it('is received at once, and the November run carries the rest', async () => {
    await bringIn(school, { rollNo: 1023, balance: 7500 })
    expect((await desk.get(`/finances/individualVoucher/${at}/1023`)).body).toMatchObject({
      voucher: {
        voucherNo: '5Red1023open',
        kind: 'opening',
        arrears: 7500,
        thisMonth: 0,
        netBalance: 7500,
        posted: true,
      },
    })
    await ok(pay('5Red1023open', 2500))
    expect(await latest(1023)).toMatchObject({ net_balance: 500_000, received: 250_000, fee_paid: false })
    await runNovember()
    expect(await latest(1023)).toMatchObject({
      voucher_no: '5Red1023-202611',
      chain_no: 2,
      arrears: 500_000,
      net_balance: 950_000,
    })
    const account = await expectBalanced(desk, desk, 1023)
    expect(account).toMatchObject([
      {
        kind: 'opening',
        date: '2026-10-31',
        who: 'admin@main.test',
        voucherNo: '5Red1023open',
        note: 'Opening balance as of 31 Oct 2026',
        amount: 7500,
        balance: 7500,
      },
      { kind: 'receipt', amount: -2500, balance: 5000 },
      { kind: 'carried', voucherNo: '5Red1023open', note: 'Balance of 5,000 carried forward' },
      { kind: 'voucher', amount: 4500, balance: 9500 },
    ])
    expect((await getAccount(desk, 1023)).unpaid).toMatchObject([
      { voucherNo: '5Red1023open', amount: 7500, unpaid: 5000 },
      { voucherNo: '5Red1023-202611', amount: 4500, unpaid: 4500 },
    ])
  })

  it('is corrected, waived and paid with the voucher that carries it', async () => {
    await bringIn(school, { rollNo: 1023, balance: 7500 })
    await ok(pay('5Red1023open', 2500))
    await ok(pay('5Red1023open', 2000, { editedBy: 'desk', reason: 'Miscounted' }))
    await ok(desk.post(`/finances/lowerDebt/${at}/1023`, { kind: 'waiver', amount: 500, reason: 'Agreed' }))
    await runNovember()
    await ok(pay('5Red1023-202611', 9500))
    const vouchers = await school.db.selectFrom('vouchers').selectAll().orderBy('chain_no').execute()
    expect(vouchers).toMatchObject([
      { voucher_no: '5Red1023open', fee_paid: true, carried_to: '5Red1023-202611', net_balance: 500_000 },
      { voucher_no: '5Red1023-202611', fee_paid: true, net_balance: 0 },
    ])
    await expectBalanced(desk, desk, 1023)
  })

  it('is never unposted, voided or replaced, and covers its month', async () => {
    await bringIn(school, { rollNo: 1023, balance: 7500 })
    const unposted = await untouched(school.db, () => desk.post(`/finances/unpostVouchers/${at}/10`))
    expect(unposted).toMatchObject({ status: 404, body: { code: 'nothing-to-unpost' } })
    expect(
      await untouched(school.db, () =>
        desk.post(`/finances/voidVoucher/${at}/5Red1023open`, { reason: 'By mistake' }),
      ),
    ).toMatchObject(
      refusedAs('voucher-not-voidable', { msg: 'This voucher cannot be voided: opening balance' }),
    )
    expect((await getAccount(desk, 1023)).vouchers).toMatchObject([{ amount: 7500, voidable: false }])
    const covered = refusedAs('voucher-exists', {
      msg: 'Voucher already exists for this month',
      voucherNo: '5Red1023open',
    })
    for (const more of [{}, { forceGenerate: true }]) {
      expect(await untouched(school.db, () => generate(1023, '2026-10-01', more))).toMatchObject(covered)
    }
    expect(await desk.get(`/finances/studentVoucherPreview/${at}/1023/2026-10-01`)).toMatchObject(covered)
    const preview = await desk.get(`/finances/campusVoucherPreview/${at}/2026-10-01`)
    expect(replyOf(campusPreview, preview.body).skipped).toMatchObject([
      { rollNo: 1023, voucherNo: '5Red1023open', kind: 'opening' },
    ])
  })

  it('keeps its charges at 0 when fees are edited and an examination is charged: both wait for the next voucher', async () => {
    await bringIn(school, { rollNo: 1023, balance: 7500 })
    const newFee = { monthlyFee: 6000, discount: 0, registrationFee: 0, admissionFee: 300, examinationFee: 0 }
    const edited = await ok(desk.post('/admissions/editAdmissionFee', { rollNo: 1023, newFee }))
    expect(edited['voucher']).toBeNull()
    await ok(desk.post('/finances/addAdditionalCharges', { rollNumber: 1023, examinationFee: 700 }))
    const info = await desk.get('/admissions/getStudentInfo/1023/Main%20Campus')
    expect(info.body).toMatchObject({
      data: {
        monthlyFeeData: { monthlyFee: 6000, admissionFee: 300, examinationFee: 700 },
        openVoucher: null,
      },
    })
    expect(await latest(1023)).toMatchObject({ amount: 0, net_balance: 750_000 })
    expect(await feesIn(school.db, 1023, '2026-11-01')).toMatchObject({ monthly_fee: 600_000 })
    await runNovember()
    expect(await latest(1023)).toMatchObject({ amount: 700_000, arrears: 750_000, net_balance: 1_450_000 })
  })

  it('is in the history of the student with its own amount, and once in that of the campus', async () => {
    await bringIn(school, { rollNo: 7 })
    await bringInBalance(school, 7, 7500)
    await bringIn(school, { rollNo: 1023, balance: -3000, oldNumber: 'A-1023/19' })
    const own = await history(1023)
    expect(own).toMatchObject([
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
    const { body } = await admin.post(`/users/history/${at}`, { what: 'rows imported', rollNo: 7 })
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
})

describe('an advance of 3,000', () => {
  it('is born paid and leaves 1,500 due in November', async () => {
    await bringIn(school, { rollNo: 1023, balance: -3000 })
    expect(await latest(1023)).toMatchObject({ fee_paid: true, net_balance: -300_000 })
    await runNovember()
    expect(await latest(1023)).toMatchObject({ arrears: -300_000, net_balance: 150_000, fee_paid: false })
    expect((await getAccount(desk, 1023)).unpaid).toMatchObject([
      { voucherNo: '5Red1023-202611', amount: 4500, unpaid: 1500 },
    ])
    await ok(pay('5Red1023-202611', 1500))
    await expectBalanced(desk, desk, 1023)
  })

  it('is added to and paid back', async () => {
    await bringIn(school, { rollNo: 1023, balance: -3000 })
    await ok(desk.post(`/finances/receiveInAdvance/${at}/1023`, { receivedAmount: 500 }))
    await ok(desk.post(`/finances/refundAdvance/${at}/1023`, { amount: 3500, reason: 'Left the town' }))
    expect(await latest(1023)).toMatchObject({ net_balance: 0 })
    await expectBalanced(desk, desk, 1023)
  })
})

describe('a student who brings nothing', () => {
  it('has no voucher, and is found, billed and charged like any other', async () => {
    await bringIn(school, { rollNo: 40 })
    expect(await latest(40)).toBeUndefined()
    expect(await getAccount(desk, 40)).toMatchObject({ balance: 0, unpaid: [], vouchers: [], account: [] })
    expect((await desk.get(`/finances/individualVoucher/${at}/40`)).body).toMatchObject({
      code: 'no-vouchers',
    })
    for (const [path, payload] of [
      ['lowerDebt', { kind: 'write-off', amount: 100, reason: 'Agreed' }],
      ['receiveInAdvance', { receivedAmount: 100 }],
      ['refundAdvance', { amount: 100, reason: 'Agreed' }],
    ] as const) {
      const answer = await untouched(school.db, () => desk.post(`/finances/${path}/${at}/40`, payload))
      expect([path, answer.body['code']]).toEqual([path, 'no-vouchers'])
    }
    const newFee = { monthlyFee: 6000, discount: 0, registrationFee: 0, admissionFee: 300, examinationFee: 0 }
    await ok(desk.post('/admissions/editAdmissionFee', { rollNo: 40, newFee }))
    await ok(desk.post('/admissions/changeStudentFee/40', { newFee: { monthlyFee: 6500, discount: 0 } }))
    await ok(
      desk.post('/finances/addAdditionalCharges', { ofClass: '5', section: 'Red', examinationFee: 700 }),
    )
    await runNovember()
    expect(await latest(40)).toMatchObject({
      voucher_no: '5Red40-202611',
      chain_no: 1,
      arrears: 0,
      amount: 750_000,
    })
    await expectBalanced(desk, desk, 40)
  })

  it('is billed alone, and that voucher is voided: the next one is generated again', async () => {
    await bringIn(school, { rollNo: 40 })
    await ok(generate(40, '2026-11-01'))
    await ok(desk.post(`/finances/voidVoucher/${at}/5Red40-202611`, { reason: 'By mistake' }))
    expect(await latest(40)).toBeUndefined()
    await ok(generate(40, '2026-11-01'))
    expect(await latest(40)).toMatchObject({ voucher_no: '5Red40-202611-2', chain_no: 2, arrears: 0 })
  })

  it('is promoted, leaves and graduates', async () => {
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

describe('who leaves', () => {
  it('with an opening balance leaves owing it, and one written off owes nothing', async () => {
    await bringIn(school, { rollNo: 40, balance: 7500 })
    await bringIn(school, { rollNo: 41, balance: 100 })
    expect(await admin.post('/admissions/removeStudent/40', { removalDate: '2026-11-03' })).toMatchObject({
      status: 409,
    })
    const owing = { outcome: { kind: 'leaves owing', reason: 'Moved away' }, removalDate: '2026-11-03' }
    await ok(admin.post('/admissions/removeStudent/40', owing))
    const writtenOff = { outcome: { kind: 'written off', reason: 'Orphan' }, removalDate: '2026-11-03' }
    await ok(admin.post('/admissions/removeStudent/41', writtenOff))
    expect(await latest(40)).toMatchObject({ net_balance: 750_000 })
    expect(await latest(41)).toMatchObject({ net_balance: 0 })
  })
})

it('the roll numbers go on after the greatest that was brought, and an earlier number finds its student', async () => {
  await bringIn(school, { rollNo: 1023, oldNumber: 'A-1023/19' })
  await bringIn(school, { rollNo: 7, oldNumber: '٤٤١' })
  expect(await admit(desk)).toBe(1024)
  const found = async (typed: string, caller = desk) => {
    const { body } = await caller.post(`/admissions/findStudents/${at}`, { typed })
    return ((body['students'] ?? []) as { rollNo: number }[]).map(({ rollNo }) => rollNo)
  }
  const viewer = await school.as('viewer@main.test')
  for (const typed of ['A-1023/19', 'a 1023', '102319', '1023/19', '10231']) {
    expect([typed, await found(typed), await found(typed, viewer)]).toEqual([typed, [1023], [1023]])
  }
  expect(await found('441')).toEqual([7])
  // A roll number comes before the beginning of an earlier number, and a part of one finds nothing.
  expect(await found('102')).toEqual([1023, 1024])
  expect(await found('2319')).toEqual([])
})
