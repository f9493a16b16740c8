import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { brokenLaws } from '#server/records/laws/book-laws.ts'
import { checkNoOp } from '#test/every-row.ts'
import { admit, generateAndPost, openSchool, type Caller, type TestSchool } from '#test/school.ts'

describe('receiving in advance', () => {
  let school: TestSchool
  let desk: Caller

  beforeAll(async () => {
    school = await openSchool()
  })
  afterAll(async () => school[Symbol.asyncDispose]())
  beforeEach(async () => {
    await school.reset()
    desk = await school.as('desk@main.test')
    await admit(desk, { financialData: { feePeriod: '2026-10-01 to 2026-10-31' } })
  })

  const payAhead = (payload: Record<string, unknown>, rollNo = 1, caller = desk) =>
    caller.post(`/finances/receiveInAdvance/Main%20Campus/${rollNo}`, payload)
  const pay = (voucherNo: string, receivedAmount: number, rest = {}) =>
    desk.post(`/finances/markIndividualVoucherAsPaid/Main%20Campus/${voucherNo}`, { receivedAmount, ...rest })
  const balances = async () => {
    const vouchers = await school.db
      .selectFrom('vouchers')
      .select(['voucher_no', 'arrears', 'net_balance', 'fee_paid'])
      .where('roll_no', '=', 1)
      .orderBy('chain_no')
      .execute()
    return vouchers.map((row) => [row.voucher_no, row.arrears / 100, row.net_balance / 100, row.fee_paid])
  }

  it('pays three months in advance: the next vouchers are paid on generation until the advance is used up', async () => {
    await generateAndPost(desk, 'Main Campus', '2026-11-01')
    await pay('5Red1-202611', 4500)
    const answer = await payAhead({
      receivedAmount: 13_500,
      method: 'bank',
      reference: 'DS 1',
      expectedBalance: 0,
    })
    expect(answer.body).toEqual({
      msg: 'Received in advance',
      receiptNo: 3,
      voucherNo: '5Red1-202611',
      balance: -13_500,
    })
    for (const month of ['2026-12-01', '2027-01-01', '2027-02-01', '2027-03-01']) {
      await generateAndPost(desk, 'Main Campus', month)
    }
    expect((await balances()).slice(1)).toEqual([
      ['5Red1-202611', 0, -13_500, true],
      ['5Red1-202612', -13_500, -9000, true],
      ['5Red1-202701', -9000, -4500, true],
      ['5Red1-202702', -4500, 0, true],
      ['5Red1-202703', 0, 4500, false],
    ])
    expect(await brokenLaws(school.db)).toEqual([])
  })

  it('lowers the arrears of unposted later vouchers in the same call', async () => {
    await desk.post('/finances/generateVoucher/campus/Main%20Campus', { fromDate: '2026-11-01' })
    await desk.post('/finances/generateVoucher/campus/Main%20Campus', { fromDate: '2026-12-01' })
    expect((await payAhead({ receivedAmount: 6000 })).body).toMatchObject({
      voucherNo: '5Red1adm',
      balance: -6000,
    })
    expect(await balances()).toEqual([
      ['5Red1adm', 0, -6000, true],
      ['5Red1-202611', -6000, -1500, true],
      ['5Red1-202612', -1500, 3000, false],
    ])
    expect(await brokenLaws(school.db)).toEqual([])
  })

  it('is refused while a posted voucher is due, and the refusal names that voucher', async () => {
    await generateAndPost(desk, 'Main Campus', '2026-11-01')
    expect(await checkNoOp(school.db, () => payAhead({ receivedAmount: 1000 }))).toMatchObject({
      status: 409,
      body: {
        code: 'pay-the-voucher',
        msg: 'This voucher is still to be paid',
        voucherNo: '5Red1-202611',
      },
    })
  })

  it('can be corrected like any receipt', async () => {
    await payAhead({ receivedAmount: 50_000 })
    const correction = { editedBy: 'x', reason: 'One zero too many' }
    expect((await pay('5Red1adm', 12_500, correction)).body).toMatchObject({ balance: -5000 })
    expect(await brokenLaws(school.db)).toEqual([])
  })

  it.each([
    ['an amount of 0', { receivedAmount: 0 }, 'receivedAmount'],
    ['no amount', {}, 'receivedAmount'],
    ['a future date', { receivedAmount: 1, receivedDate: '2026-11-22' }, 'receivedDate'],
    ['a cheque without its number', { receivedAmount: 1, method: 'cheque' }, 'reference'],
  ])('is refused with an error at its field for %s', async (_, payload, field) => {
    expect(await checkNoOp(school.db, () => payAhead(payload))).toMatchObject({
      status: 400,
      body: { errors: [{ field }] },
    })
  })

  it('is refused for a student who left, for an unknown student and for a changed balance', async () => {
    expect(
      await checkNoOp(school.db, () => payAhead({ receivedAmount: 1, expectedBalance: 5 })),
    ).toMatchObject({
      status: 409,
      body: { code: 'balance-changed', balance: 0 },
    })
    expect(await checkNoOp(school.db, () => payAhead({ receivedAmount: 1 }, 99))).toMatchObject({
      status: 404,
    })
    await desk.post('/admissions/removeStudent/1')
    expect(await checkNoOp(school.db, () => payAhead({ receivedAmount: 1 }))).toMatchObject({
      status: 409,
      body: { code: 'student-left' },
    })
  })

  it('is entered once for the same key, and twice for two simultaneous calls', async () => {
    const key = { 'idempotency-key': 'advance-1' }
    const path = '/finances/receiveInAdvance/Main%20Campus/1'
    const first = await desk.post(path, { receivedAmount: 500 }, key)
    const repeated = await desk.post(path, { receivedAmount: 500 }, key)
    expect(repeated.body).toEqual(first.body)
    const both = await Promise.all([payAhead({ receivedAmount: 100 }), payAhead({ receivedAmount: 200 })])
    expect(both.map(({ status }) => status)).toEqual([200, 200])
    expect(await balances()).toEqual([['5Red1adm', 0, -800, true]])
    expect(await brokenLaws(school.db)).toEqual([])
  })
})
