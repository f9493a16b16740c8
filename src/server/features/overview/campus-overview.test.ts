import { afterAll, beforeAll, expect, it } from 'vitest'
import { campusOverview } from '#contract/overview.ts'
import { covers } from '#test/covers.ts'
import { replyOf } from '#test/sample-calls.ts'
import { admit, openSchool, type Caller, type TestSchool } from '#test/school.ts'

// Three children admitted in September: one pays late and in parts, one pays in advance, one leaves with arrears.
let school: TestSchool
let desk: Caller

const goTo = async (day: string) => {
  school.now = new Date(`${day}T09:00:00+05:00`)
  desk = await school.as('desk@main.test')
}
const pay = (voucherNo: string, receivedAmount: number, extra = {}) =>
  desk.post(`/finances/markIndividualVoucherAsPaid/Main%20Campus/${voucherNo}`, { receivedAmount, ...extra })
const bill = async (month: string) => {
  await desk.post('/finances/generateVoucher/campus/Main%20Campus', { fromDate: `${month}-01` })
  await desk.post(`/finances/postVouchers/Main%20Campus/${Number(month.slice(5))}`)
}
const readOverview = async (month = 11, caller = desk) => {
  const { status, body } = await caller.get(`/finances/campusOverview/Main%20Campus/${month}`)
  expect(status).toBe(200)
  return replyOf(campusOverview, body)
}

beforeAll(async () => {
  school = await openSchool()
  await goTo('2026-09-05')
  for (const studentClass of ['5', 'Prep', '5']) await admit(desk, { studentData: { studentClass } })
  await goTo('2026-10-01')
  await bill('2026-10')
  await goTo('2026-11-02')
  await bill('2026-11')
  await pay('5Red1-202611', 1500)
  await pay('PrepRed2-202611', 10_000, { receivedDate: '2026-11-01' })
  await goTo('2026-11-20')
  await pay('5Red3-202611', 400)
  await pay('5Red3-202611', 300, { editedBy: 'desk@main.test', reason: 'Miscounted' })
  await goTo('2026-11-21')
  const office = await school.as('office@main.test')
  await office.post('/finances/markIndividualVoucherAsPaid/Main%20Campus/5Red1-202611', {
    receivedAmount: 2000,
  })
  await pay('5Red1-202611', 700)
  await school.db
    .updateTable('students')
    .set({ state: 'removed', left_on: '2026-11-21' })
    .where('roll_no', '=', 3)
    .execute()
})
afterAll(() => school[Symbol.asyncDispose]())

it('the overview counts the receipts of today, of the caller, and of yesterday with a corrected one counted once', async () => {
  const { today } = await readOverview()
  expect(today).toEqual({
    count: 2,
    total: 2700,
    mine: { count: 1, total: 700 },
    yesterday: { count: 1, total: 300 },
    corrected: 0,
  })
})

it('the overview lists the last valid receipts with the values of the receipts report', async () => {
  const { lastReceipts } = await readOverview()
  const { body } = await desk.post('/finances/getReceipts/all/Main%20Campus', {})
  const receipts = body['receipts'] as {
    receiptNo: number
    kind: string
    reverses: number | null
    studentName: string
    amount: number
    receivedDate: string
  }[]
  const reversed = new Set(receipts.map(({ reverses }) => reverses))
  const valid = receipts
    .filter(({ kind, receiptNo }) => kind === 'receipt' && !reversed.has(receiptNo))
    .toSorted((one, other) => other.receiptNo - one.receiptNo)
  const valuesOf = (all: readonly (typeof receipts)[number][]) =>
    all.map(({ receiptNo, studentName, amount, receivedDate }) => [
      receiptNo,
      studentName,
      amount,
      receivedDate,
    ])
  expect(lastReceipts.map(({ receiptNo }) => receiptNo)).toEqual([10, 9, 8, 5, 4, 3])
  expect(valuesOf(lastReceipts as unknown as typeof receipts)).toEqual(valuesOf(valid.slice(0, 6)))
  expect(lastReceipts[0]).toMatchObject({
    voucherNo: '5Red1-202611',
    rollNo: 1,
    studentClass: '5',
    section: 'Red',
    amount: 700,
  })
})

it('the overview counts as many corrected receipts of the day as the receipts report has reversals', async () => {
  school.now = new Date('2026-11-20T09:00:00+05:00')
  const { today } = await readOverview()
  school.now = new Date('2026-11-21T09:00:00+05:00')
  const { body } = await desk.post('/finances/getReceipts/all/Main%20Campus', {
    fromDate: '2026-11-20',
    toDate: '2026-11-20',
  })
  const receipts = body['receipts'] as { kind: string }[]
  expect(today.corrected).toBe(receipts.filter(({ kind }) => kind === 'reversal').length)
  expect(today.corrected).toBe(1)
})

it('the overview shows if the next month has vouchers of a monthly run', async () => {
  expect((await readOverview()).nextMonth).toEqual({ year: 2026, month: 12, hasVouchers: false })
  expect((await readOverview(10)).nextMonth).toEqual({ year: 2026, month: 11, hasVouchers: true })
  // The admission vouchers of September are not monthly vouchers.
  expect((await readOverview(8)).nextMonth).toEqual({ year: 2026, month: 9, hasVouchers: false })
})

it('the overview shows the collected part of the month, never above what was billed, with classes that add up', async () => {
  covers('decisions 7.collected.share')

  const { month, byClass } = await readOverview()
  // 4,500 for each child; all that two of them paid went to October, and 1,000 of the third is an advance.
  expect(month).toEqual({
    year: 2026,
    month: 11,
    vouchers: 3,
    toPost: 0,
    unpaid: 2,
    billed: 13_500,
    received: 4500,
    arrears: 9000,
    advance: 1000,
  })
  expect(byClass).toEqual([
    { studentClass: 'Prep', billed: 4500, received: 4500, overdue: 0 },
    { studentClass: '5', billed: 9000, received: 0, overdue: 13_500 },
  ])
  const office = await school.as('office@main.test')
  const { body } = await office.post('/finances/getCollection/Main%20Campus', { month: '2026-11' })
  expect(body['classes']).toEqual([
    {
      studentClass: 'Prep',
      billed: 4500,
      notPosted: 0,
      onBilled: 4500,
      onArrears: 4500,
      inAdvance: 1000,
      received: 10_000,
    },
    {
      studentClass: '5',
      billed: 9000,
      notPosted: 0,
      onBilled: 0,
      onArrears: 4500,
      inAdvance: 0,
      received: 4500,
    },
  ])
})

it('the overview counts each debt once, split by the month it is for, and advances separately', async () => {
  const { dues } = await readOverview()
  expect(dues).toEqual({
    overdue: { students: 2, amount: 13_500, since: '2026-10-11' },
    ages: [
      { age: 'upTo30', amount: 9000 },
      { age: 'upTo60', amount: 4500 },
    ],
    notDue: [],
    long: { students: 0, amount: 0 },
    notPosted: 0,
    advance: 1000,
    top: [
      { rollNo: 3, studentName: 'Ayesha Khan', studentClass: '5', section: 'Red', months: 2, amount: 8700 },
      { rollNo: 1, studentName: 'Ayesha Khan', studentClass: '5', section: 'Red', months: 2, amount: 4800 },
    ],
  })
})

it('the overview has the receipts by day, by receiver and by month', async () => {
  const { byDay, byReceiver, months } = await readOverview()
  const { body } = await desk.post('/finances/getReceipts/all/Main%20Campus', { fromDate: '2026-11-01' })
  const receipts = body['receipts'] as { amount: number; receivedDate: string }[]
  const total = receipts.reduce((all, { amount }) => all + amount, 0)
  expect(byDay).toEqual([
    { date: '2026-11-01', total: 10_000 },
    { date: '2026-11-02', total: 1500 },
    { date: '2026-11-20', total: 300 },
    { date: '2026-11-21', total: 2700 },
  ])
  expect(byDay.reduce((all, day) => all + day.total, 0)).toBe(total)
  // Three admissions were received in September.
  expect(byReceiver).toMatchObject([
    { receivedBy: 'desk@main.test', today: 700, month: 12_500, year: 12_500 + 3 * 7500 },
    { receivedBy: 'office@main.test', today: 2000, month: 2000, year: 2000 },
  ])
  expect(months).toHaveLength(12)
  expect(months[0]).toEqual({ year: 2025, month: 12, billed: 0, received: 0, admitted: 0, left: 0 })
  expect(months.slice(-3)).toEqual([
    { year: 2026, month: 9, billed: 22_500, received: 22_500, admitted: 3, left: 0 },
    { year: 2026, month: 10, billed: 13_500, received: 0, admitted: 0, left: 0 },
    { year: 2026, month: 11, billed: 13_500, received: 14_500, admitted: 0, left: 1 },
  ])
})

it('the overview counts the active students, and the students who joined and left in the month', async () => {
  expect((await readOverview()).students).toEqual({ active: 2, incomplete: 0, admitted: 0, left: 1 })
  expect((await readOverview(9)).students).toEqual({ active: 2, incomplete: 0, admitted: 3, left: 0 })
})

it('the overview is open to read-only users of its campus only, and refuses a month that does not exist', async () => {
  expect((await readOverview(11, await school.as('viewer@main.test'))).month.vouchers).toBe(3)
  const city = await school.as('office@city.test')
  expect(await city.get('/finances/campusOverview/Main%20Campus/11')).toMatchObject({ status: 403 })
  expect((await city.get('/finances/campusOverview/City%20Campus/11')).body).toMatchObject({
    today: { count: 0, total: 0 },
    dues: { overdue: { amount: 0, since: null }, top: [] },
    students: { active: 0 },
    byClass: [],
  })
  expect(await desk.get('/finances/campusOverview/Main%20Campus/13')).toMatchObject({
    status: 400,
    body: { errors: [{ field: 'month', message: 'Choose a month from 1 to 12' }] },
  })
})

// This test is the last, because it changes the books.
it('the overview leaves replaced vouchers out, like the fee record and the net receivables', async () => {
  const { status } = await desk.post('/finances/generateVoucher/student/1', {
    fromDate: '2026-11-01',
    forceGenerate: true,
  })
  expect(status).toBe(200)
  const { month, dues, months } = await readOverview()
  const list = async (paid: string, body: object) => {
    const reply = await desk.post(`/finances/getAllVouchers/all/Main%20Campus/${paid}`, body)
    return reply.body['vouchers'] as { netReceivable: number; netBalance: number; arrears: number }[]
  }
  const [ofMonth, unpaid] = [await list('all', { fromDate: '2026-11-01' }), await list('unpaid', {})]
  expect(month.vouchers).toBe(3)
  expect(month.vouchers).toBe(ofMonth.length)
  const charged = ofMonth.reduce((all, { netReceivable, arrears }) => all + netReceivable - arrears, 0)
  expect([month.billed, months.at(-1)?.billed]).toEqual([charged, charged])
  expect(dues.top.map(({ amount }) => amount)).toEqual(
    unpaid.map(({ netBalance }) => netBalance).toSorted((one, other) => other - one),
  )
  // The replacement of November is due later than the voucher that it replaced.
  expect(dues).toMatchObject({
    overdue: { students: 2, amount: 9000 },
    notDue: [{ year: 2026, month: 11, amount: 4500 }],
  })
  expect((await readOverview(10)).nextMonth.hasVouchers).toBe(true)
})
