import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { receiptsOfVoucher } from '#contract/correction.ts'
import { findReceipt, receiptSlipsOfDay, receiptsOfDay } from '#contract/counter.ts'
import { checkNoOp } from '#test/every-row.ts'
import { replyOf } from '#test/sample-calls.ts'
import { admit, generateAndPost, openSchool, type Caller, type TestSchool } from '#test/school.ts'

const november = '5Red1-202611'

describe('receipt slips', () => {
  let school: TestSchool
  let desk: Caller
  let office: Caller

  beforeAll(async () => {
    school = await openSchool()
  })
  afterAll(async () => school[Symbol.asyncDispose]())
  beforeEach(async () => {
    await school.reset()
    desk = await school.as('desk@main.test')
    office = await school.as('office@main.test')
    await admit(desk, { financialData: { feePeriod: '2026-10-01 to 2026-10-31' } })
    await generateAndPost(desk, 'Main Campus', '2026-11-01')
  })

  const pay = async (receivedAmount: number, extra = {}, caller = desk) => {
    const path = `/finances/markIndividualVoucherAsPaid/Main%20Campus/${november}`
    expect((await caller.post(path, { receivedAmount, ...extra })).status).toBe(200)
  }
  const correct = (receivedAmount: number) =>
    pay(receivedAmount, { editedBy: 'x', reason: 'mistyped' }, office)
  const readSlip = async (receiptNo: number) => {
    const { body } = await desk.get(`/finances/receipt/Main%20Campus/${receiptNo}`)
    return replyOf(findReceipt, body).receipt
  }
  const readDay = async (whose: 'mine' | 'all', day = '2026-11-21') => {
    const { status, body } = await desk.get(`/finances/receiptSlips/Main%20Campus/${day}/${whose}`)
    expect(status).toBe(200)
    return replyOf(receiptSlipsOfDay, body)
  }
  const readBalances = async () => {
    const { receipts } = await readDay('all')
    return receipts.map(({ receiptNo, amount, balanceAfter }) => [receiptNo, amount, balanceAfter])
  }

  it('show the payer, the voucher, and the balance after the payment', async () => {
    await pay(1000.5, { receivedDate: '2026-11-20', reason: 'by uncle' })
    expect(await readSlip(2)).toEqual({
      receiptNo: 2,
      kind: 'receipt',
      reverses: null,
      reversedBy: null,
      voucherNo: november,
      feePeriod: '2026-11-01 to 2026-11-30',
      rollNo: 1,
      studentName: 'Ayesha Khan',
      fatherName: 'Imran Khan',
      studentClass: '5',
      section: 'Red',
      amount: 1000.5,
      balanceAfter: 3499.5,
      moved: null,
      receivedDate: '2026-11-20',
      receivedBy: 'desk@main.test',
      receivedByName: 'desk clerk',
      enteredAt: '2026-11-21T04:00:00.000Z',
      reason: 'by uncle',
      method: 'cash',
      reference: '',
      chequeDate: null,
    })
    expect(await readSlip(1)).toMatchObject({ voucherNo: '5Red1adm', amount: 7500, balanceAfter: 0 })
  })

  it('show the balance at the time of part payments, corrections and arrears marked as paid', async () => {
    await pay(1000)
    await pay(3000.5)
    await correct(700)
    await correct(0)
    const rows = [
      [1, 7500, 0],
      [2, 1000, 3500],
      [3, 3000.5, 499.5],
      [4, -1000, 1499.5],
      [5, -3000.5, 4500],
      [6, 700, 3800],
      [7, -700, 4500],
    ]
    expect(await readBalances()).toEqual(rows)
    const newFee = { monthlyFee: 6000, discount: 500, registrationFee: 0, admissionFee: 0, examinationFee: 0 }
    expect((await desk.post('/admissions/editAdmissionFee', { rollNo: 1, newFee })).status).toBe(200)
    expect((await desk.post('/finances/markArrearsPaid/Main%20Campus/1')).status).toBe(200)
    expect(await readBalances()).toEqual([...rows, [8, 5500, 0]])
    expect(await readSlip(3)).toMatchObject({ kind: 'receipt', reversedBy: 5 })
    expect(await readSlip(5)).toMatchObject({
      kind: 'reversal',
      reverses: 3,
      reversedBy: null,
      reason: 'mistyped',
    })
  })

  it('show an advance as a negative balance, even without history', async () => {
    await pay(1000)
    await pay(5000)
    const paid = [
      [1, 7500, 0],
      [2, 1000, 3500],
      [3, 5000, -1500],
    ]
    expect(await readBalances()).toEqual(paid)
    await school.db.deleteFrom('changes').execute()
    expect(await readBalances()).toEqual(paid)
  })

  it('show which later voucher took the difference of a correction', async () => {
    await pay(500)
    await generateAndPost(desk, 'Main Campus', '2026-12-01')
    const correctOne = (receiptNo: number, receivedAmount: number) =>
      desk.post(`/finances/correctReceipt/Main%20Campus/${receiptNo}`, { receivedAmount, reason: 'mistyped' })
    expect(await correctOne(2, 450)).toMatchObject({ status: 200, body: { receiptNo: 4, adjustmentNo: 1 } })
    expect(await correctOne(4, 700)).toMatchObject({ status: 200, body: { receiptNo: 6, adjustmentNo: 2 } })
    const surplus = { adjustmentNo: 1, voucherNo: '5Red1-202612', amount: 50 }
    const deficit = { adjustmentNo: 2, voucherNo: '5Red1-202612', amount: -250 }
    const { receipts } = await readDay('all')
    expect(receipts.map(({ receiptNo, moved }) => [receiptNo, moved])).toEqual([
      [1, null],
      [2, null],
      [3, surplus],
      [4, surplus],
      [5, deficit],
      [6, deficit],
    ])
  })

  it("list a day's slips of the caller or of the campus by number, or none", async () => {
    await pay(100, {}, office)
    await pay(200)
    await admit(await school.as('office@city.test'))
    const numbers = async (whose: 'mine' | 'all') =>
      (await readDay(whose)).receipts.map(({ receiptNo }) => receiptNo)
    expect(await numbers('mine')).toEqual([1, 3])
    expect(await numbers('all')).toEqual([1, 2, 3])
    expect(await readDay('all', '2026-11-20')).toEqual({
      msg: 'No receipts found',
      receipts: [],
      enteredForOtherDays: [],
      refunds: [],
    })
    expect(await checkNoOp(school.db, () => desk.get('/finances/receipt/Main%20Campus/99'))).toMatchObject({
      status: 404,
      body: { code: 'no-receipts', msg: 'No receipts found' },
    })
    expect((await desk.get('/finances/receipt/Main%20Campus/x')).status).toBe(400)
  })

  it("have the same fields in the lists of a voucher's receipts and of a clerk's receipts of the day", async () => {
    const url = '/finances/receiptsOfVoucher/Main%20Campus/'
    const voucherReceipts = async () => replyOf(receiptsOfVoucher, (await desk.get(`${url}${november}`)).body)
    expect(await voucherReceipts()).toEqual({
      msg: 'No receipts found',
      receipts: [],
    })
    await pay(1000)
    await correct(700)
    const { receipts } = await voucherReceipts()
    expect(receipts).toMatchObject([
      { receiptNo: 2, amount: 1000, reason: '', receivedByName: 'desk clerk', studentName: 'Ayesha Khan' },
      { receiptNo: 3, kind: 'reversal', reverses: 2, amount: -1000, reason: 'mistyped' },
      { receiptNo: 4, amount: 700, reason: 'mistyped', receivedByName: 'office clerk' },
    ])
    const day = await office.get('/finances/receiptsOfDay/Main%20Campus/2026-11-21')
    const withClass = { fatherName: 'Imran Khan', studentClass: '5', section: 'Red' }
    expect(replyOf(receiptsOfDay, day.body).mine).toEqual([
      { ...receipts[2], ...withClass },
      { ...receipts[1], ...withClass },
    ])
    expect(await desk.get(`${url}nothing`)).toMatchObject({ status: 404, body: { msg: 'No vouchers found' } })
  })
})
