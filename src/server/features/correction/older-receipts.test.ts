import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { brokenLaws } from '#server/records/laws/book-laws.ts'
import { readAllRows } from '#test/every-row.ts'
import { openSchool, type Caller } from '#test/school.ts'
import { setUpTwoMonths, type PaidOctober, type TwoMonths } from '#test/two-months.ts'

const reason = { reason: 'Typed wrongly' }

/** The payments in October of one student for each test. */
const paidInOctober = {
  mistyped: { amount: 50_000 },
  inCash: { amount: 4500 },
  ofNovember: { amount: 4500 },
  withDraft: { amount: 4500 },
  wrong: { amount: 4500, how: { method: 'online', reference: 'TX 7' } },
  right: { amount: 1000, studentName: 'Bilal Khan' },
  explained: { amount: 5000 },
}

const school = await openSchool()
let desk: Caller
let admin: Caller
afterAll(async () => school[Symbol.asyncDispose]())
const call = (path: string, body: Record<string, unknown>, caller = desk) =>
  caller.post(path.replace('/:campus', '/Main%20Campus'), body)
const receive = (voucherNo: string, receivedAmount: number, extra: Record<string, unknown> = {}) =>
  call(`/finances/markIndividualVoucherAsPaid/:campus/${voucherNo}`, { receivedAmount, ...extra })
const correct = (receiptNo: number, body: Record<string, unknown>) =>
  call(`/finances/correctReceipt/:campus/${receiptNo}`, { ...reason, ...body })
const balanceOf = async (rollNo: number) =>
  (await desk.get(`/admissions/studentAccount/${rollNo}/Main%20Campus`)).body['balance']
const voucher = async (voucherNo: string) =>
  (await desk.get(`/finances/individualVoucherByVoucherId/Main%20Campus/${voucherNo}`)).body['voucher']
const lastReceiptNo = async (): Promise<number> =>
  (await school.db.selectFrom('receipts').select('receipt_no').execute()).length
const receiptsOf = (voucherNo: string) =>
  school.db
    .selectFrom('receipts')
    .select(['receipt_no', 'amount', 'reverses', 'received_on', 'method'])
    .where('voucher_no', '=', voucherNo)
    .orderBy('receipt_no')
    .execute()

async function twoMonths<Name extends string>(paid: Readonly<Record<Name, PaidOctober>>) {
  await school.reset()
  const { day, students } = await setUpTwoMonths(school, paid)
  ;({ desk, admin } = day)
  return students
}

describe('correcting a receipt of an earlier month', () => {
  let students: Readonly<Record<keyof typeof paidInOctober, TwoMonths>>

  beforeAll(async () => {
    students = await twoMonths(paidInOctober)
  })

  it('moves the difference to the latest voucher and shows the corrected amount in October', async () => {
    const { rollNo, receiptNo, october, november } = students.mistyped
    const last = await lastReceiptNo()
    expect(await balanceOf(rollNo)).toBe(-41_000)
    const { status, body } = await correct(receiptNo, { receivedAmount: 5000, expectedBalance: -41_000 })
    expect({ status, body }).toEqual({
      status: 200,
      body: { msg: 'Receipt corrected', receiptNo: last + 2, adjustmentNo: 1, balance: 4000 },
    })
    expect(await balanceOf(rollNo)).toBe(4000)
    expect(await voucher(october)).toMatchObject({
      receivedAmount: 5000,
      adjusted: -45_000,
      netBalance: -45_500,
    })
    expect(await voucher(november)).toMatchObject({
      arrears: -45_500,
      receivedAmount: 0,
      adjusted: 45_000,
      netBalance: 4000,
      feePaid: false,
    })
    expect(await receiptsOf(october)).toMatchObject([
      { amount: 5_000_000, received_on: '2026-10-20' },
      { amount: -5_000_000, reverses: receiptNo, received_on: '2026-10-20' },
      { amount: 500_000, reverses: null, received_on: '2026-10-20' },
    ])
    const { adjustments } = (await desk.get('/finances/adjustments/Main%20Campus')).body as {
      adjustments: unknown[]
    }
    expect(adjustments).toMatchObject([
      {
        adjustmentNo: 1,
        kind: 'receipt corrected',
        voucherNo: november,
        fromVoucherNo: october,
        amount: 45_000,
        receiptNo,
        enteredBy: 'desk@main.test',
        effectiveDate: '2026-11-22',
      },
    ])
    expect(await brokenLaws(school.db)).toEqual([])
    expect((await receive(november, 4000)).body).toMatchObject({ msg: 'Voucher Paid', balance: 0 })
    expect(await brokenLaws(school.db)).toEqual([])
  })

  it('changes the payment method alone without an adjustment, and refuses a correction without changes', async () => {
    const { rollNo, receiptNo, october } = students.inCash
    const last = await lastReceiptNo()
    const paymentMethod = { method: 'bank', reference: 'DS 9' }
    expect((await correct(receiptNo, { receivedAmount: 4500, ...paymentMethod })).body).toMatchObject({
      adjustmentNo: null,
      balance: 4500,
    })
    expect((await receiptsOf(october)).map(({ method }) => method)).toEqual(['cash', 'cash', 'bank'])
    const before = await readAllRows(school.db)
    expect((await correct(last + 2, { receivedAmount: 4500, ...paymentMethod })).body).toMatchObject({
      code: 'no-changes',
    })
    expect((await correct(receiptNo, { receivedAmount: 1 })).body).toMatchObject({
      code: 'receipt-reversed',
    })
    expect((await correct(last + 1, { receivedAmount: 1 })).body).toMatchObject({ code: 'no-receipts' })
    expect((await correct(999, { receivedAmount: 1 })).body).toMatchObject({ code: 'no-receipts' })
    expect((await correct(last + 2, { receivedAmount: 1, expectedBalance: 0 })).body).toMatchObject({
      code: 'balance-changed',
      balance: 4500,
    })
    expect((await correct(last + 2, { receivedAmount: 1, reason: '' })).body).toMatchObject({
      errors: [{ field: 'reason' }],
    })
    expect(await readAllRows(school.db)).toEqual(before)
    expect(await balanceOf(rollNo)).toBe(4500)
    expect(await brokenLaws(school.db)).toEqual([])
  })

  it('corrects a receipt of the latest voucher in place, even if the voucher has other receipts', async () => {
    const { rollNo, november } = students.ofNovember
    const { receiptNo } = (await receive(november, 1000)).body
    await receive(november, 700)
    expect((await correct(Number(receiptNo), { receivedAmount: 900 })).body).toMatchObject({
      adjustmentNo: null,
      balance: 2900,
    })
    expect((await receiptsOf(november)).map(({ amount }) => amount)).toEqual([
      100_000, 70_000, -100_000, 90_000,
    ])
    expect(await balanceOf(rollNo)).toBe(2900)
    expect(await brokenLaws(school.db)).toEqual([])
  })

  it('updates the arrears of vouchers that are not posted yet', async () => {
    const { rollNo, receiptNo } = students.withDraft
    await call(`/finances/generateVoucher/student/${rollNo}`, { fromDate: '2026-12-01' })
    expect(await balanceOf(rollNo)).toBe(4500)
    expect((await correct(receiptNo, { receivedAmount: 4000 })).body).toMatchObject({ balance: 5000 })
    expect(await voucher(`5Red${rollNo}-202612`)).toMatchObject({ arrears: 5000, netBalance: 9500 })
    expect(await balanceOf(rollNo)).toBe(5000)
    expect(await brokenLaws(school.db)).toEqual([])
  })

  it('moves a receipt to the student who paid it, with its day and method', async () => {
    const { wrong, right } = students
    expect(await balanceOf(right.rollNo)).toBe(8000)
    const move = (body: Record<string, unknown>) =>
      call(`/finances/moveReceipt/:campus/${wrong.receiptNo}`, { ...reason, ...body })
    expect((await move({ toRollNo: wrong.rollNo })).body).toMatchObject({ errors: [{ field: 'toRollNo' }] })
    expect((await move({ toRollNo: 99 })).body).toMatchObject({
      errors: [{ field: 'toRollNo', message: 'Student does not exist' }],
    })
    expect((await move({ toRollNo: right.rollNo })).body).toMatchObject({
      msg: 'Receipt moved',
      balance: 9000,
      otherBalance: 3500,
    })
    expect(await balanceOf(wrong.rollNo)).toBe(9000)
    expect(await balanceOf(right.rollNo)).toBe(3500)
    expect(await receiptsOf(right.november)).toMatchObject([
      { amount: 450_000, received_on: '2026-10-20', method: 'online' },
    ])
    expect(await brokenLaws(school.db)).toEqual([])
  })

  it('explains the moved amount on the account without counting it twice', async () => {
    const { rollNo, receiptNo, october, november } = students.explained
    await correct(receiptNo, { receivedAmount: 4500 })
    const { body } = await desk.get(`/admissions/studentAccount/${rollNo}/Main%20Campus`)
    const account = body['account'] as Record<string, unknown>[]
    expect(account.slice(-3)).toMatchObject([
      { kind: 'reversal', voucherNo: october, amount: 5000 },
      { kind: 'receipt', voucherNo: october, amount: -4500 },
      {
        kind: 'moved',
        voucherNo: november,
        other: october,
        amount: 0,
        balance: 4500,
        note: 'Receipt corrected: 500 owed here; Typed wrongly',
      },
    ])
  })
})

describe('receipts of an earlier month in a separate school', () => {
  it('are corrected on the current day if their month is closed, and the figures of the closing stay', async () => {
    const { paid } = await twoMonths({ paid: { amount: 5000 } })
    const { receiptNo, october } = paid
    const closed = await call('/finances/closeBooks/:campus', { until: '2026-10-31' }, admin)
    expect(closed.body).toMatchObject({ figures: { received: 12_500 } })
    expect((await correct(receiptNo, { receivedAmount: 4500 })).body).toMatchObject({ balance: 4500 })
    expect(await receiptsOf(october)).toMatchObject([
      { received_on: '2026-10-20' },
      { received_on: '2026-11-22' },
      { received_on: '2026-11-22' },
    ])
    expect(await brokenLaws(school.db)).toEqual([])
  })

  it('are owed again after the cheques were returned', async () => {
    const cheques: Record<string, PaidOctober> = {}
    for (let child = 1; child <= 3; child += 1) {
      const how = { method: 'cheque', reference: `7788${child} HBL` }
      cheques[`Child ${child}`] = { amount: 5000, how, studentName: `Child ${child}` }
    }
    const students = Object.values<TwoMonths>(await twoMonths(cheques))
    for (const { rollNo, receiptNo, october } of students) {
      const { body } = await call(`/finances/returnCheque/:campus/${receiptNo}`, { reason: 'No funds' })
      expect(body).toMatchObject({ msg: 'Cheque returned', balance: 9000 })
      expect(await voucher(october)).toMatchObject({ receivedAmount: 0, netBalance: -500 })
      expect(await balanceOf(rollNo)).toBe(9000)
    }
    const [first] = students
    expect((await call(`/finances/returnCheque/:campus/${first?.receiptNo}`, reason)).body).toMatchObject({
      code: 'receipt-reversed',
    })
    expect((await call(`/finances/returnCheque/:campus/1`, reason)).body).toMatchObject({ code: 'no-cheque' })
    const days = await receiptsOf(first?.october ?? '')
    expect(days.map(({ received_on }) => received_on)).toEqual(['2026-10-20', '2026-11-22'])
    expect(await brokenLaws(school.db)).toEqual([])
  })
})
