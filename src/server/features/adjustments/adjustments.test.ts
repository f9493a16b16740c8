import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { brokenLaws } from '#server/records/laws/book-laws.ts'
import { covers } from '#test/covers.ts'
import { readAllRows } from '#test/every-row.ts'
import { admit, generateAndPost, openSchool, type Caller, type TestSchool } from '#test/school.ts'

describe('adjusting a balance', () => {
  let school: TestSchool
  let desk: Caller
  let rollNo: number
  let november: string

  beforeAll(async () => {
    school = await openSchool()
  })
  afterAll(async () => school[Symbol.asyncDispose]())
  /** The student owes 4,500 for November. */
  beforeEach(async () => {
    await school.reset()
    desk = await school.as('desk@main.test')
    rollNo = await admit(desk, { financialData: { feePeriod: '2026-10-01 to 2026-10-31' } })
    await generateAndPost(desk, 'Main Campus', '2026-11-01')
    november = `5Red${rollNo}-202611`
  })

  const call = (name: string, number: number, body: Record<string, unknown>) =>
    desk.post(`/finances/${name}/Main%20Campus/${number}`, { reason: 'Agreed with the principal', ...body })
  const lowerDebt = (kind: string, amount: number, extra = {}) =>
    call('lowerDebt', rollNo, { kind, amount, ...extra })
  const receive = (voucherNo: string, receivedAmount: number) =>
    desk.post(`/finances/markIndividualVoucherAsPaid/Main%20Campus/${voucherNo}`, { receivedAmount })
  const receiveInAdvance = (number: number, receivedAmount: number) =>
    desk.post(`/finances/receiveInAdvance/Main%20Campus/${number}`, { receivedAmount })
  const balanceOf = async (number: number) =>
    (await desk.get(`/admissions/studentAccount/${number}/Main%20Campus`)).body['balance']
  const listAll = async () => (await desk.get('/finances/adjustments/Main%20Campus')).body['adjustments']
  const expectNothingWritten = async (work: () => Promise<unknown>) => {
    const before = await readAllRows(school.db)
    const answer = await work()
    expect(await readAllRows(school.db)).toEqual(before)
    return answer
  }
  const expectLawful = async () => expect(await brokenLaws(school.db)).toEqual([])

  it('marks the voucher as paid without a receipt if a part is written off and the rest is waived', async () => {
    expect((await lowerDebt('write-off', 4000, { expectedBalance: 4500 })).body).toEqual({
      msg: 'Written off',
      adjustmentNo: 1,
      balance: 500,
    })
    expect((await lowerDebt('waiver', 500)).body).toEqual({ msg: 'Waived', adjustmentNo: 2, balance: 0 })
    const { voucher } = (await desk.get(`/finances/individualVoucherByVoucherId/Main%20Campus/${november}`))
      .body
    expect(voucher).toMatchObject({ receivedAmount: 0, adjusted: -4500, netBalance: 0, feePaid: true })
    expect((await receive(november, 1)).body).toMatchObject({ code: 'voucher-already-paid' })
    const account = (await desk.get(`/admissions/studentAccount/${rollNo}/Main%20Campus`)).body
    expect(account['unpaid']).toEqual([])
    expect(account['account']).toMatchObject([
      {},
      {},
      { kind: 'voucher', balance: 4500 },
      { kind: 'adjusted', amount: -4000, balance: 500, note: 'Written off; Agreed with the principal' },
      { kind: 'adjusted', amount: -500, balance: 0, adjustmentNo: 2 },
    ])
    await expectLawful()
  })

  it('refuses a wrong amount, reason or kind with an error at its field, an outdated balance, and an account that owes nothing', async () => {
    for (const [input, body, error] of [
      [
        'more than is owed',
        { amount: 4500.01 },
        { field: 'amount', message: 'At most 4,500, which is owed' },
      ],
      ['zero', { amount: 0 }, { field: 'amount', message: 'The amount must be more than 0' }],
      ['no reason', { amount: 100, reason: ' ' }, { field: 'reason' }],
      ['wrong kind', { amount: 100, kind: 'gift' }, { field: 'kind', message: 'Choose write-off or waiver' }],
    ] as const) {
      const answer = await expectNothingWritten(() => lowerDebt('write-off', 1, body))
      expect({ input, answer }).toMatchObject({ input, answer: { status: 400, body: { errors: [error] } } })
    }
    expect(await expectNothingWritten(() => lowerDebt('waiver', 1, { expectedBalance: 1 }))).toMatchObject({
      body: { code: 'balance-changed', balance: 4500 },
    })
    await receive(november, 4500)
    expect(await expectNothingWritten(() => lowerDebt('waiver', 1))).toMatchObject({
      body: { code: 'nothing-due' },
    })
    expect(await expectNothingWritten(() => call('refundAdvance', rollNo, { amount: 1 }))).toMatchObject({
      body: { code: 'no-advance' },
    })
    expect(
      await expectNothingWritten(() => call('lowerDebt', 99, { kind: 'waiver', amount: 1 })),
    ).toMatchObject({
      status: 404,
      body: { code: 'student-unknown' },
    })
  })

  it('ignores a draft: its charges are not owed, and an advance that the draft would use can be paid back', async () => {
    covers('decisions 7.draft.advance')

    await desk.post(`/finances/generateVoucher/student/${rollNo}`, { fromDate: '2026-12-01' })
    expect((await lowerDebt('write-off', 9000)).body).toMatchObject({
      errors: [{ message: 'At most 4,500, which is owed' }],
    })
    expect((await lowerDebt('write-off', 4500)).body).toMatchObject({ balance: 0 })
    expect(await balanceOf(rollNo)).toBe(0)
    await receiveInAdvance(rollNo, 10_000)
    expect((await call('refundAdvance', rollNo, { amount: 10_000.01 })).body).toMatchObject({
      errors: [{ message: 'At most 10,000, which was paid in advance' }],
    })
    expect((await call('refundAdvance', rollNo, { amount: 8000 })).body).toMatchObject({ balance: -2000 })
    const draft = await school.db
      .selectFrom('vouchers')
      .select(['arrears', 'net_balance', 'fee_paid'])
      .where('voucher_no', '=', `5Red${rollNo}-202612`)
      .executeTakeFirstOrThrow()
    expect(draft).toEqual({ arrears: -200_000, net_balance: 250_000, fee_paid: false })
    await expectLawful()
  })

  it('pays an advance back and records the payment method', async () => {
    await receive(november, 10_000)
    expect((await call('refundAdvance', rollNo, { amount: 5500, method: 'cheque' })).body).toMatchObject({
      errors: [{ field: 'reference' }],
    })
    const cheque = { amount: 5000, method: 'cheque', reference: '1192 MCB' }
    expect((await call('refundAdvance', rollNo, cheque)).body).toEqual({
      msg: 'Paid back',
      adjustmentNo: 1,
      balance: -500,
    })
    expect((await desk.get('/finances/adjustment/Main%20Campus/1')).body['adjustment']).toMatchObject({
      kind: 'refund',
      amount: 5000,
      method: 'cheque',
      reference: '1192 MCB',
      enteredByName: 'desk clerk',
    })
    const sheet = (await desk.get('/finances/receiptSlips/Main%20Campus/2026-11-21/all')).body
    expect(sheet['refunds']).toEqual([{ method: 'cheque', amount: 5000 }])
    await expectLawful()
  })

  it('transfers an advance to a brother by one adjustment for each student', async () => {
    const brother = await admit(desk, { studentData: { studentName: 'Bilal Khan' } })
    await receive(november, 6500)
    const transferTo = (toRollNo: number) => call('transferAdvance', rollNo, { toRollNo, amount: 2000 })
    expect((await transferTo(rollNo)).body).toMatchObject({
      errors: [{ field: 'toRollNo', message: 'Choose another student' }],
    })
    expect((await transferTo(brother)).body).toEqual({
      msg: 'Transferred',
      adjustmentNo: 1,
      balance: 0,
      otherNo: 2,
      otherBalance: -2000,
    })
    expect(await listAll()).toMatchObject([
      { adjustmentNo: 2, rollNo: brother, amount: -2000, otherNo: 1, otherRollNo: rollNo },
      { adjustmentNo: 1, rollNo, amount: 2000, otherNo: 2, otherRollNo: brother },
    ])
    await expectLawful()
    expect((await call('takeBackAdjustment', 2, {})).body).toMatchObject({ adjustmentNo: 3, balance: 0 })
    expect([await balanceOf(rollNo), await balanceOf(brother)]).toEqual([-2000, 0])
    await expectLawful()
  })

  it('reverses a write-off once, when the family pays after all', async () => {
    await lowerDebt('write-off', 4500)
    await generateAndPost(desk, 'Main Campus', '2026-12-01')
    expect((await call('takeBackAdjustment', 1, {})).body).toEqual({
      msg: 'Adjustment taken back',
      adjustmentNo: 2,
      balance: 9000,
    })
    expect(await listAll()).toMatchObject([
      { adjustmentNo: 2, reverses: 1, amount: 4500, voucherNo: `5Red${rollNo}-202612` },
      { adjustmentNo: 1, reversedBy: 2 },
    ])
    for (const number of [1, 2]) {
      expect(await expectNothingWritten(() => call('takeBackAdjustment', number, {}))).toMatchObject({
        status: 409,
        body: { code: 'adjustment-taken-back' },
      })
    }
    expect(await expectNothingWritten(() => call('takeBackAdjustment', 7, {}))).toMatchObject({ status: 404 })
    await expectLawful()
  })

  it('prevents an adjusted voucher from being voided, and carries its adjustment to the voucher that replaces it', async () => {
    await lowerDebt('waiver', 500)
    expect(
      await expectNothingWritten(() =>
        desk.post(`/finances/voidVoucher/Main%20Campus/${november}`, { reason: 'Generated by mistake' }),
      ),
    ).toMatchObject({ body: { code: 'voucher-not-voidable', reason: 'has adjustments' } })
    const replacement = { fromDate: '2026-11-01', forceGenerate: true }
    await desk.post(`/finances/generateVoucher/student/${rollNo}`, replacement)
    expect(await balanceOf(rollNo)).toBe(4000)
    await expectLawful()
  })

  it('is included in the figures of a closing, which add up', async () => {
    await lowerDebt('write-off', 1500)
    school.now = new Date('2026-12-01T09:00:00+05:00')
    const admin = await school.as('admin@main.test')
    const { figures } = (
      await admin.post('/finances/closeBooks/Main%20Campus', { until: '2026-11-30', expectedClosing: 3000 })
    ).body
    expect(figures).toMatchObject({
      opening: 0,
      charged: 12_000,
      adjusted: -1500,
      received: 7500,
      closing: 3000,
    })
    await expectLawful()
  })

  it('numbers the adjustments without a gap when thirty waivers arrive at once', async () => {
    const all = await Promise.all(Array.from({ length: 30 }, () => lowerDebt('waiver', 100)))
    expect(all.map(({ status }) => status)).toEqual(Array.from({ length: 30 }, () => 200))
    expect(await balanceOf(rollNo)).toBe(1500)
    await expectLawful()
  })
})
