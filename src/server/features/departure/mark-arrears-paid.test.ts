import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { brokenLaws } from '#server/records/laws/book-laws.ts'
import { covers } from '#test/covers.ts'
import { checkNoOp } from '#test/every-row.ts'
import { admit, generateAndPost, openSchool, type Caller, type TestSchool } from '#test/school.ts'

describe('marking arrears as paid', () => {
  let school: TestSchool
  let desk: Caller
  let rollNo: number

  beforeAll(async () => {
    school = await openSchool()
  })
  afterAll(async () => school[Symbol.asyncDispose]())
  beforeEach(async () => {
    await school.reset()
    desk = await school.as('desk@main.test')
    rollNo = await admit(desk, { financialData: { feePeriod: '2026-10-01 to 2026-10-31' } })
  })

  const mark = (payload: Record<string, unknown> = {}, number = rollNo, caller = desk, headers = {}) =>
    caller.post(`/finances/markArrearsPaid/Main%20Campus/${number}`, payload, headers)
  const generate = (fromDate: string) =>
    desk.post('/finances/generateVoucher/campus/Main%20Campus', { fromDate })
  const vouchers = () =>
    school.db
      .selectFrom('vouchers')
      .select(['voucher_no', 'posted', 'received', 'net_balance', 'fee_paid'])
      .where('kind', '=', 'monthly')
      .orderBy('chain_no')
      .execute()
  const history = () =>
    school.db
      .selectFrom('changes')
      .select(['what', 'voucher_no', 'receipt_no', 'changed_by', 'before', 'after'])
      .where('roll_no', '=', rollNo)
      .where('voucher_no', '!=', '5Red1adm')
      .orderBy('change_no')
      .execute()

  it('writes a receipt for the whole balance, posts if necessary, and settles carried vouchers', async () => {
    covers('spec 8.removal.arrears-state', 'decisions 2.added-calls.mark-arrears')
    covers('decisions 3.removal.pending')

    await generateAndPost(desk, 'Main Campus', '2026-11-01')
    await desk.post(`/finances/markIndividualVoucherAsPaid/Main%20Campus/5Red1-202611`, {
      receivedAmount: 500.5,
    })
    await generate('2026-12-01')
    const { status, body } = await mark({ receivedBy: 'somebody else', receivedDate: '2026-11-20' })
    expect({ status, body }).toEqual({
      status: 200,
      body: { msg: 'Arrears marked as paid successfully', receiptNo: 3, amount: 8499.5 },
    })
    expect(await vouchers()).toEqual([
      { voucher_no: '5Red1-202611', posted: true, received: 50_050, net_balance: 399_950, fee_paid: true },
      { voucher_no: '5Red1-202612', posted: true, received: 849_950, net_balance: 0, fee_paid: true },
    ])
    const receipt = await school.db
      .selectFrom('receipts')
      .selectAll()
      .where('receipt_no', '=', 3)
      .executeTakeFirstOrThrow()
    expect(receipt).toMatchObject({
      voucher_no: '5Red1-202612',
      kind: 'receipt',
      amount: 849_950,
      received_on: '2026-11-20',
      received_by: 'desk@main.test',
    })
    expect((await history()).slice(1)).toEqual([
      {
        what: 'vouchers posted',
        voucher_no: '5Red1-202612',
        receipt_no: null,
        changed_by: 'desk@main.test',
        before: { posted: false },
        after: { posted: true },
      },
      {
        what: 'payment received',
        voucher_no: '5Red1-202612',
        receipt_no: 3,
        changed_by: 'desk@main.test',
        before: { received: 0, balance: 849_950 },
        after: { received: 849_950, balance: 0 },
      },
    ])
    expect(await brokenLaws(school.db)).toEqual([])
    expect((await desk.post(`/admissions/removeStudent/${rollNo}`)).status).toBe(200)
  })

  it('receives the rest of a posted voucher, dated today', async () => {
    await generateAndPost(desk, 'Main Campus', '2026-11-01')
    expect((await mark()).body).toMatchObject({ amount: 4500 })
    expect((await history()).map(({ what }) => what)).toEqual(['payment received'])
    const { body } = await desk.get('/finances/individualVoucher/Main%20Campus/1')
    expect(body['voucher']).toMatchObject({ receivedDate: '2026-11-21', netBalance: 0 })
  })

  it('accepts a payment from a student who has left', async () => {
    await generate('2026-11-01')
    await school.db.updateTable('students').set({ state: 'removed', left_on: '2026-11-20' }).execute()
    expect((await mark()).body).toMatchObject({ amount: 4500 })
    expect(await vouchers()).toMatchObject([{ posted: true, net_balance: 0, fee_paid: true }])
  })

  it('is refused if nothing is due: the voucher is paid, paid in advance, or missing', async () => {
    const nothingDue = { status: 409, body: { code: 'nothing-due', msg: 'Nothing is due' } }
    expect(await checkNoOp(school.db, () => mark())).toMatchObject(nothingDue)
    await generateAndPost(desk, 'Main Campus', '2026-11-01')
    await desk.post(`/finances/markIndividualVoucherAsPaid/Main%20Campus/5Red1-202611`, {
      receivedAmount: 5000,
    })
    expect(await checkNoOp(school.db, () => mark())).toMatchObject(nothingDue)
    await school.db.deleteFrom('receipts').execute()
    await school.db.deleteFrom('vouchers').execute()
    await school.db.updateTable('counters').set({ last: 0 }).where('counter', '=', 'receipt').execute()
    expect(await checkNoOp(school.db, () => mark())).toMatchObject(nothingDue)
  })

  it.each([
    ['a future date', { receivedDate: '2026-11-22' }],
    ['a date that does not exist', { receivedDate: '2026-02-30' }],
  ])('is refused with an error at its field for %s', async (_, payload) => {
    await generate('2026-11-01')
    expect(await checkNoOp(school.db, () => mark(payload))).toMatchObject({
      status: 400,
      body: { code: 'invalid', errors: [{ field: 'receivedDate' }] },
    })
  })

  it('is refused if the arrears have changed since the clerk saw them', async () => {
    await generate('2026-11-01')
    expect(await checkNoOp(school.db, () => mark({ expectedBalance: 4000 }))).toMatchObject({
      status: 409,
      body: { code: 'balance-changed', balance: 4500 },
    })
    expect((await mark({ expectedBalance: 4500 })).status).toBe(200)
  })

  it('is refused for an unknown student, for another campus and for the read role', async () => {
    await generate('2026-11-01')
    const viewer = await school.as('viewer@main.test')
    const city = await school.as('office@city.test')
    expect(await checkNoOp(school.db, () => mark({}, 999))).toMatchObject({
      status: 404,
      body: { msg: 'Student does not exist' },
    })
    expect(await checkNoOp(school.db, () => mark({}, rollNo, viewer))).toMatchObject({
      status: 403,
      body: { code: 'not-allowed' },
    })
    expect(await checkNoOp(school.db, () => mark({}, rollNo, city))).toMatchObject({
      status: 403,
      body: { code: 'other-campus' },
    })
  })

  it('writes one receipt for simultaneous requests, and sends a repeated request the same reply', async () => {
    await generate('2026-11-01')
    const answers = await Promise.all(Array.from({ length: 5 }, () => mark()))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    await generate('2026-12-01')
    const key = { 'idempotency-key': 'form-1' }
    const first = await mark({}, rollNo, desk, key)
    expect((await mark({}, rollNo, desk, key)).body).toEqual(first.body)
    expect(await vouchers()).toMatchObject([{ received: 450_000 }, { received: 450_000 }])
    expect(await brokenLaws(school.db)).toEqual([])
  })
})
