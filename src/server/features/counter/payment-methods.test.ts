import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { brokenLaws } from '#server/records/laws/book-laws.ts'
import { anAdmission } from '#test/builders.ts'
import { checkNoOp } from '#test/every-row.ts'
import { admit, generateAndPost, openSchool, type Caller, type TestSchool } from '#test/school.ts'

const november = '5Red1-202611'
const cheque = { method: 'cheque', reference: '778812 HBL', chequeDate: '2026-12-05' }

describe('the payment method', () => {
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
    await generateAndPost(desk, 'Main Campus', '2026-11-01')
  })

  const pay = (payload: Record<string, unknown>, voucherNo = november) =>
    desk.post(`/finances/markIndividualVoucherAsPaid/Main%20Campus/${voucherNo}`, payload)
  const listReceipts = () =>
    school.db
      .selectFrom('receipts')
      .select(['receipt_no', 'amount', 'method', 'reference', 'cheque_date'])
      .where('voucher_no', '=', november)
      .orderBy('receipt_no')
      .execute()

  it('is cash if it is not given, as by a client of the specification', async () => {
    const { status, body } = await pay({ receivedAmount: 4500, receivedBy: 'x', receivedDate: '2026-11-21' })
    expect({ status, body }).toEqual({
      status: 200,
      body: { msg: 'Voucher Paid', receiptNo: 2, balance: 0 },
    })
    expect(await listReceipts()).toEqual([
      { receipt_no: 2, amount: 450_000, method: 'cash', reference: '', cheque_date: null },
    ])
  })

  it('is stored with each receipt and shown on slip, list and account', async () => {
    await pay({ receivedAmount: 4000, ...cheque })
    await pay({ receivedAmount: 500, method: 'online', reference: ' TX 9 ' })
    const slip = await desk.get('/finances/receipt/Main%20Campus/2')
    expect(slip.body['receipt']).toMatchObject(cheque)
    const day = await desk.get('/finances/receiptsOfDay/Main%20Campus/2026-11-21')
    expect(day.body['mine']).toMatchObject([
      { receiptNo: 3, method: 'online', reference: 'TX 9', chequeDate: null },
      { receiptNo: 2, ...cheque },
      { receiptNo: 1, method: 'cash', reference: '' },
    ])
    const account = await desk.get('/admissions/studentAccount/1/Main%20Campus')
    const notes = JSON.stringify(account.body['account'])
    expect(notes).toContain('Cheque 778812 HBL')
    expect(notes).toContain('Online TX 9')
  })

  it('is copied to a reversal, and to the new receipt unless the clerk enters another method', async () => {
    await pay({ receivedAmount: 4000, ...cheque })
    await pay({ receivedAmount: 4500, editedBy: 'x', reason: 'Misread' })
    await pay({ receivedAmount: 4500, editedBy: 'x', reason: 'It was cash', method: 'cash' })
    const asCheque = { method: 'cheque', reference: '778812 HBL', cheque_date: '2026-12-05' }
    expect(await listReceipts()).toEqual([
      { receipt_no: 2, amount: 400_000, ...asCheque },
      { receipt_no: 3, amount: -400_000, ...asCheque },
      { receipt_no: 4, amount: 450_000, ...asCheque },
      { receipt_no: 5, amount: -450_000, ...asCheque },
      { receipt_no: 6, amount: 450_000, method: 'cash', reference: '', cheque_date: null },
    ])
    expect(await brokenLaws(school.db)).toEqual([])
  })

  it.each([
    ['a cheque without its number', { method: 'cheque' }, 'reference'],
    ['cash with a reference', { method: 'cash', reference: '12' }, 'reference'],
    ['an unknown method', { method: 'barter' }, 'method'],
    ['a reference of 121 letters', { method: 'bank', reference: 'x'.repeat(121) }, 'reference'],
    ['a card with the date of a cheque', { method: 'card', chequeDate: '2026-11-21' }, 'chequeDate'],
    ['a cheque of 2062', { ...cheque, chequeDate: '2062-11-21' }, 'chequeDate'],
  ])('is refused with an error at its field for %s', async (_, payment, field) => {
    expect(await checkNoOp(school.db, () => pay({ receivedAmount: 4500, ...payment }))).toMatchObject({
      status: 400,
      body: { code: 'invalid', errors: [{ field }] },
    })
  })

  it('cannot be changed to a cheque without its number by a correction', async () => {
    await pay({ receivedAmount: 4500 })
    const correction = { receivedAmount: 4500, editedBy: 'x', reason: 'Cheque', method: 'cheque' }
    expect(await checkNoOp(school.db, () => pay(correction))).toMatchObject({
      status: 400,
      body: { errors: [{ field: 'reference' }] },
    })
  })

  it('finds the valid receipts with the same reference', async () => {
    await admit(desk, { studentData: { studentName: 'Bilal Khan' } })
    const findByReference = async (reference: string, method = 'cheque') =>
      (await desk.post('/finances/receiptsByReference/Main%20Campus', { method, reference })).body['receipts']
    await pay({ receivedAmount: 4000, ...cheque })
    expect(await findByReference('778812 hbl')).toMatchObject([{ receiptNo: 3, rollNo: 1, amount: 4000 }])
    expect(await findByReference('778812 HBL', 'bank')).toEqual([])
    await pay({ receivedAmount: 0, editedBy: 'x', reason: 'Wrong child' })
    expect(await findByReference('778812 HBL')).toEqual([])
  })

  it('is stored for arrears that are marked as paid', async () => {
    const mark = (payload: object) => desk.post('/finances/markArrearsPaid/Main%20Campus/1', { ...payload })
    expect(await checkNoOp(school.db, () => mark({ method: 'cheque' }))).toMatchObject({ status: 400 })
    expect((await mark({ method: 'bank', reference: 'DS 1' })).status).toBe(200)
    expect(await listReceipts()).toMatchObject([{ method: 'bank', reference: 'DS 1' }])
  })
})

describe('an admission that is paid in part', () => {
  let school: TestSchool
  let desk: Caller

  beforeAll(async () => {
    school = await openSchool()
  })
  afterAll(async () => school[Symbol.asyncDispose]())
  beforeEach(async () => {
    await school.reset()
    desk = await school.as('desk@main.test')
  })

  const voucher = async (rollNo: number) =>
    (await desk.get(`/finances/individualVoucher/Main%20Campus/${rollNo}`)).body['voucher']

  it('leaves the rest open at the counter', async () => {
    const rollNo = await admit(desk, { financialData: { receivedNow: 2000, ...cheque } })
    expect(await voucher(rollNo)).toMatchObject({
      voucherNo: '5Red1adm',
      posted: true,
      feePaid: false,
      receivedAmount: 2000,
      netBalance: 5500,
    })
    const rest = await desk.post('/finances/markIndividualVoucherAsPaid/Main%20Campus/5Red1adm', {
      receivedAmount: 5500,
    })
    expect(rest.body).toMatchObject({ msg: 'Voucher Paid', receiptNo: 2, balance: 0 })
    expect(await brokenLaws(school.db)).toEqual([])
  })

  it('has no receipt if nothing is received at once', async () => {
    const rollNo = await admit(desk, { financialData: { receivedNow: 0 } })
    expect(await voucher(rollNo)).toMatchObject({ feePaid: false, netBalance: 7500 })
    expect(await school.db.selectFrom('receipts').selectAll().execute()).toEqual([])
    await generateAndPost(desk, 'Main Campus', '2026-12-01')
    expect(await voucher(rollNo)).toMatchObject({ arrears: 7500, netBalance: 12_000 })
    expect(await brokenLaws(school.db)).toEqual([])
  })

  it.each([
    ['more than the voucher', { receivedNow: 7500.01 }, 'financialData.receivedNow'],
    ['a negative amount', { receivedNow: -1 }, 'financialData.receivedNow'],
    ['a cheque without its number', { method: 'cheque' }, 'financialData.reference'],
  ])('is refused with an error at its field for %s', async (_, financialData, field) => {
    const answer = () => desk.post('/admissions/newAdmission', anAdmission({ financialData }))
    expect(await checkNoOp(school.db, answer)).toMatchObject({
      status: 400,
      body: { errors: [{ field }] },
    })
  })
})
