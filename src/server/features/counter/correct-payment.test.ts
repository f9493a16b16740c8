import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { covers } from '#test/covers.ts'
import { admit, generateAndPost, openSchool, type Caller, type TestSchool } from '#test/school.ts'

const pay = (caller: Caller, voucherNo: string, payload: Record<string, unknown>, headers = {}) =>
  caller.post(
    `/finances/markIndividualVoucherAsPaid/Main%20Campus/${encodeURIComponent(voucherNo)}`,
    payload,
    headers,
  )

const voucherOf = async (caller: Caller, voucherNo: string) =>
  (await caller.get(`/finances/individualVoucherByVoucherId/Main%20Campus/${voucherNo}`)).body['voucher']

describe('correcting a payment', () => {
  let school: TestSchool
  let desk: Caller
  let rollNo: number
  let november: string

  beforeAll(async () => {
    school = await openSchool()
  })
  afterAll(async () => school[Symbol.asyncDispose]())
  beforeEach(async () => {
    await school.reset()
    desk = await school.as('desk@main.test')
    rollNo = await admit(desk, { financialData: { feePeriod: '2026-10-01 to 2026-10-31' } })
    await generateAndPost(desk, 'Main Campus', '2026-11-01')
    november = `5Red${rollNo}-202611`
  })

  it('reverses what was received and enters the right amount', async () => {
    covers('spec 6.recorded.editor', 'spec 7.finances.correct', 'decisions 3.corrections.edit-receipt')

    await pay(desk, november, { receivedAmount: 4500 })
    const office = await school.as('office@main.test')
    const corrected = await pay(office, november, {
      receivedAmount: 450,
      editedBy: 'x',
      reason: 'one zero too many',
    })
    expect(corrected.body).toMatchObject({ msg: 'Part payment received', balance: 4050, receiptNo: 4 })
    const rows = await school.db
      .selectFrom('receipts')
      .select(['receipt_no', 'kind', 'amount', 'reverses', 'reason'])
      .where('voucher_no', '=', november)
      .orderBy('receipt_no')
      .execute()
    expect(rows).toEqual([
      { receipt_no: 2, kind: 'receipt', amount: 450_000, reverses: null, reason: '' },
      { receipt_no: 3, kind: 'reversal', amount: -450_000, reverses: 2, reason: 'one zero too many' },
      { receipt_no: 4, kind: 'receipt', amount: 45_000, reverses: null, reason: 'one zero too many' },
    ])
    expect(await voucherOf(desk, november)).toMatchObject({
      feePaid: false,
      receivedAmount: 450,
      editedBy: 'office@main.test',
    })
  })

  it('reopens the voucher that the latest voucher carries', async () => {
    covers('decisions 3.corrections.latest-only')

    await generateAndPost(desk, 'Main Campus', '2026-12-01')
    const december = `5Red${rollNo}-202612`
    await pay(desk, december, { receivedAmount: 9000 })
    expect(await pay(desk, november, { receivedAmount: 1, editedBy: 'x' })).toMatchObject({
      status: 409,
      body: { code: 'voucher-not-latest', takenOverBy: december },
    })
    await pay(desk, december, { receivedAmount: 0, editedBy: 'x' })
    expect(await voucherOf(desk, december)).toMatchObject({ feePaid: false, netBalance: 9000 })
    expect(await voucherOf(desk, november)).toMatchObject({ feePaid: false })
  })
})
