import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest'
import { brokenLaws } from '#server/records/laws/book-laws.ts'
import { checkNoOp } from '#test/every-row.ts'
import { admit, generateAndPost, openSchool, type Caller } from '#test/school.ts'
import { getAccount } from '#test/student-accounts.ts'

const campus = 'Main%20Campus'
const november = '5Red1-202611'
const school = await openSchool()
let desk: Caller
/** The student owes 9,000 for November. */
beforeEach(async () => {
  await school.reset()
  school.now = new Date('2026-11-21T09:00:00+05:00')
  desk = await school.as('desk@main.test')
  await admit(desk, {
    studentData: { admissionDate: '2026-04-01' },
    financialData: { monthlyFee: 9000, discount: 0, feePeriod: '2026-10-01 to 2026-10-31' },
  })
  await generateAndPost(desk, 'Main Campus', '2026-11-01')
})
afterEach(async () => {
  const broken = await brokenLaws(school.db)
  if (broken.length > 0) throw new Error(`Broken laws: ${JSON.stringify(broken)}`)
})
afterAll(() => school[Symbol.asyncDispose]())

const pay = (receivedAmount: number, voucherNo = november) =>
  desk.post(`/finances/markIndividualVoucherAsPaid/${campus}/${voucherNo}`, { receivedAmount })
const remove = (outcome?: Record<string, unknown>, extra = {}) =>
  desk.post('/admissions/removeStudent/1', {
    removalDate: '2026-11-21',
    ...(outcome && { outcome }),
    ...extra,
  })
const reason = 'Moved to Karachi'
const writtenOff = { kind: 'written off', reason }
const leavesOwing = { kind: 'leaves owing', reason }
const voucher = async (voucherNo = november) =>
  (await desk.get(`/finances/individualVoucherByVoucherId/${campus}/${voucherNo}`)).body['voucher']
const adjustments = () => school.db.selectFrom('adjustments').selectAll().orderBy('adjustment_no').execute()
const readDepartureEntry = () =>
  school.db
    .selectFrom('changes')
    .select(['what', 'before', 'after'])
    .where('what', 'in', ['student removed', 'student graduated'])
    .executeTakeFirstOrThrow()
const listUnpaidOfRemoved = async () => {
  const range = { studentClass: 'all', section: 'all', fromDate: '2026-01-01', toDate: '2027-12-31' }
  return (await desk.post(`/finances/getAllVouchers/removed/${campus}/unpaid`, range)).body['vouchers']
}
const sumReceived = async () => {
  const receipts = await school.db.selectFrom('receipts').select('amount').execute()
  return receipts.reduce((total, { amount }) => total + amount, 0)
}

describe('a student who leaves owing', () => {
  it('can have the unpaid rest written off, so that only the paid part counts as received', async () => {
    const before = await sumReceived()
    await pay(5000)
    expect((await remove(writtenOff, { expectedBalance: 4000 })).body).toEqual({
      msg: 'Student removed successfully',
      state: 'removed',
      adjustmentNo: 1,
    })
    expect(await voucher()).toMatchObject({
      receivedAmount: 5000,
      adjusted: -4000,
      netBalance: 0,
      feePaid: true,
    })
    expect((await sumReceived()) - before).toBe(500_000)
    expect(await adjustments()).toMatchObject([{ kind: 'write-off', amount: -400_000, reason }])
    expect(await readDepartureEntry()).toEqual({
      what: 'student removed',
      before: { state: 'active' },
      after: {
        state: 'removed',
        removalDate: '2026-11-21',
        outcome: 'written off',
        reason,
        balance: 0,
        adjustmentNo: 1,
      },
    })
    expect(await listUnpaidOfRemoved()).toEqual([])
    const account = await getAccount(desk, 1)
    expect(account).toMatchObject({ balance: 0, leftOwing: null })
    expect(account.account.at(-1)).toMatchObject({ kind: 'adjusted', amount: -4000, balance: 0 })
  })

  it('is refused without an outcome, may leave the debt unpaid with a reason, and can pay at the counter later', async () => {
    expect(await checkNoOp(school.db, () => remove())).toMatchObject({
      status: 409,
      body: { code: 'fees-pending', msg: 'Fee payment is pending', arrears: 9000 },
    })
    expect((await remove(leavesOwing, { expectedBalance: 9000 })).body).toEqual({
      msg: 'Student removed successfully',
      state: 'removed',
    })
    expect(await adjustments()).toEqual([])
    expect((await readDepartureEntry()).after).toEqual({
      state: 'removed',
      removalDate: '2026-11-21',
      outcome: 'leaves owing',
      reason,
      balance: 900_000,
    })
    expect(await listUnpaidOfRemoved()).toMatchObject([{ voucherNo: november, netBalance: 9000 }])
    expect(await getAccount(desk, 1)).toMatchObject({
      balance: 9000,
      leftOwing: { amount: 9000, reason },
    })

    expect((await pay(2500)).status).toBe(200)
    expect(await listUnpaidOfRemoved()).toMatchObject([{ voucherNo: november, netBalance: 6500 }])
    expect(await brokenLaws(school.db)).toEqual([])
    expect((await pay(6500)).status).toBe(200)
    expect(await listUnpaidOfRemoved()).toEqual([])
    expect(await getAccount(desk, 1)).toMatchObject({ balance: 0, leftOwing: { amount: 9000, reason } })
  })

  it('can have the rest written off after a later part payment', async () => {
    await remove(leavesOwing)
    await pay(5000)
    const body = { kind: 'write-off', amount: 4000, reason }
    expect((await desk.post(`/finances/lowerDebt/${campus}/1`, body)).body).toMatchObject({ balance: 0 })
  })

  it('owes only the months up to the departure, because later vouchers are voided first', async () => {
    await desk.post(`/finances/generateVoucher/campus/${campus}`, { fromDate: '2026-12-01' })
    expect(await checkNoOp(school.db, () => remove(writtenOff, { expectedBalance: 18_000 }))).toMatchObject({
      status: 409,
      body: { code: 'balance-changed', balance: 9000 },
    })
    expect((await remove(writtenOff, { expectedBalance: 9000 })).status).toBe(200)
    expect(await adjustments()).toMatchObject([{ amount: -900_000, voucher_no: november }])
  })
})

describe("a voucher of the leaver's month that is not posted yet", () => {
  beforeEach(async () => {
    await pay(9000)
    await desk.post(`/finances/generateVoucher/campus/${campus}`, { fromDate: '2026-12-01' })
    school.now = new Date('2026-12-05T09:00:00+05:00')
    desk = await school.as('desk@main.test')
  })
  const inDecember = { removalDate: '2026-12-05' }

  it.each([
    ['written off', { adjusted: -9000, netBalance: 0, feePaid: true, posted: true }],
    ['leaves owing', { adjusted: 0, netBalance: 9000, feePaid: false, posted: true }],
  ])('is posted and included in the debt if the outcome is "%s"', async (kind, after) => {
    expect((await remove({ kind, reason }, inDecember)).status).toBe(200)
    expect(await voucher('5Red1-202612')).toMatchObject(after)
    const lines = await school.db
      .selectFrom('changes')
      .select(['what', 'before', 'after'])
      .where('voucher_no', '=', '5Red1-202612')
      .where('what', '=', 'vouchers posted')
      .execute()
    expect(lines).toEqual([{ what: 'vouchers posted', before: { posted: false }, after: { posted: true } }])
  })

  it('is posted and deducted from an advance before the rest is paid back', async () => {
    await desk.post(`/finances/receiveInAdvance/${campus}/1`, { receivedAmount: 10_000 })
    expect((await remove({ kind: 'paid back', reason }, inDecember)).status).toBe(200)
    expect(await adjustments()).toMatchObject([
      { kind: 'refund', amount: 100_000, voucher_no: '5Red1-202612', method: 'cash' },
    ])
    expect(await voucher('5Red1-202612')).toMatchObject({ netBalance: 0, posted: true })
  })
})

describe('a student who leaves with an advance', () => {
  const paidBack = { kind: 'paid back', reason, method: 'online', reference: 'TX 9' }
  beforeEach(() => pay(9500))

  it('is paid back the whole advance by a numbered refund with its payment method', async () => {
    expect((await remove(paidBack, { expectedBalance: -500 })).body).toMatchObject({ adjustmentNo: 1 })
    expect(await adjustments()).toMatchObject([
      { kind: 'refund', amount: 50_000, method: 'online', reference: 'TX 9', reason },
    ])
    expect(await getAccount(desk, 1)).toMatchObject({ balance: 0 })
  })

  it('is refused for a wrong outcome, and may leave without a refund', async () => {
    for (const [input, outcome, status, body] of [
      ['a debt outcome', writtenOff, 409, { code: 'nothing-due' }],
      ['a cheque without number', { ...paidBack, method: 'cheque', reference: '' }, 400, field('reference')],
      ['no reason', { ...paidBack, reason: ' ' }, 400, field('reason')],
      ['another kind', { kind: 'gift', reason }, 400, field('kind')],
      ['a method of a debt', { ...writtenOff, method: 'cash' }, 400, field('method')],
    ] as const) {
      const { status: actualStatus, body: refused } = await checkNoOp(school.db, () => remove(outcome))
      expect({ input, status: actualStatus, body: refused }).toMatchObject({ input, status, body })
    }
    expect((await remove()).status).toBe(200)
    expect(await getAccount(desk, 1)).toMatchObject({ balance: -500, leftOwing: null })
  })

  it('is refused if a debt is to be paid back', async () => {
    await desk.post('/finances/correctReceipt/Main%20Campus/2', { receivedAmount: 0, reason })
    expect(await checkNoOp(school.db, () => remove(paidBack))).toMatchObject({
      status: 409,
      body: { code: 'no-advance' },
    })
  })
})

it('a removal at the same time as payments loses no payment and writes off exactly the rest of the debt', async () => {
  const [first, whole, rest, second] = await Promise.all([
    pay(5000),
    remove(writtenOff, { expectedBalance: 9000 }),
    remove(writtenOff, { expectedBalance: 4000 }),
    pay(4000),
  ])
  const received = (first.status === 200 ? 5000 : 0) + (second.status === 200 ? 4000 : 0)
  const removed = [whole, rest].filter(({ status }) => status === 200)
  expect(removed.length).toBeLessThanOrEqual(1)
  const written = (await adjustments()).reduce((total, { amount }) => total + amount / 100, 0)
  expect(written === 0).toBe(removed.length === 0)
  const { balance, studentData } = await getAccount(desk, 1)
  expect(balance).toBe(9000 - received + written)
  expect(studentData.state).toBe(removed.length === 1 ? 'removed' : 'active')
})

function field(name: string) {
  return { code: 'invalid', errors: [{ field: `outcome.${name}` }] }
}
