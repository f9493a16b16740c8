import { afterAll, beforeAll, expect, it } from 'vitest'
import { endpointList } from '#contract/endpoints.ts'
import { acts, type Act } from '#domain/approval.ts'
import { untouched } from '#test/every-row.ts'
import { admit, generateAndPost, openSchool, type Caller } from '#test/school.ts'

const campus = 'Main Campus'
const at = encodeURIComponent(campus)
const school = await openSchool()
let desk: Caller
let office: Caller
afterAll(() => school[Symbol.asyncDispose]())

// The desk received 1,000 of student 1 by cheque, receipt 3, and 5,000 of student 2, of which 500 are an advance.
beforeAll(async () => {
  desk = await school.as('desk@main.test')
  office = await school.as('office@main.test')
  const admin = await school.as('admin@main.test')
  for (const studentName of ['Ayesha Khan', 'Bilal Shah'])
    await admit(office, {
      studentData: { studentName },
      financialData: { feePeriod: '2026-10-01 to 2026-10-31' },
    })
  await generateAndPost(office, campus, '2026-11-01')
  const receive = (voucherNo: string, receivedAmount: number, how = {}) =>
    desk.post(`/finances/markIndividualVoucherAsPaid/${at}/${voucherNo}`, { receivedAmount, ...how })
  await receive('5Red1-202611', 1000, { method: 'cheque', reference: 'HBL 1', chequeDate: '2026-11-20' })
  await receive('5Red2-202611', 5000)
  await admin.post(`/finances/lowerDebt/${at}/1`, { kind: 'waiver', amount: 10, reason: 'Agreed' })
  await admin.post(`/finances/saveCampusRules/${at}`, { approvalLimit: 1_000_000, backDays: 3 })
})

const reason = 'Agreed'
const ofReceipt = { campus, receiptNo: 3 }
const [one, two] = [1, 2].map((rollNo) => ({ campus, rollNo }))
const newFee = { monthlyFee: 4400, discount: 0 }
const oneTime = { registrationFee: 0, admissionFee: 0, examinationFee: 0 }

/** Each act as the desk would do it to money that it received. */
const ofOwnMoney: Readonly<Record<Act, { readonly params: object; readonly body: object }>> = {
  receivePayment: {
    params: { campus, voucherId: '5Red1-202611' },
    body: { receivedAmount: 900, editedBy: 'desk', reason },
  },
  correctReceipt: { params: ofReceipt, body: { receivedAmount: 900, reason } },
  moveReceipt: { params: ofReceipt, body: { toRollNo: 2, reason } },
  returnCheque: { params: ofReceipt, body: { reason } },
  lowerDebt: { params: { ...one }, body: { kind: 'waiver', amount: 100, reason } },
  refundAdvance: { params: { ...two }, body: { amount: 100, reason } },
  transferAdvance: { params: { ...two }, body: { toRollNo: 1, amount: 100, reason } },
  takeBackAdjustment: { params: { campus, adjustmentNo: 1 }, body: { reason } },
  editFees: { params: {}, body: { rollNo: 1, newFee: { ...newFee, ...oneTime }, reason } },
  changeFee: { params: { rollNo: 1 }, body: { newFee, reason } },
  removeStudent: { params: { rollNo: 1 }, body: { leave: true, outcome: { kind: 'leaves owing', reason } } },
}

const send = (caller: Caller, act: Act) => {
  const { params, body } = ofOwnMoney[act]
  const path = endpointList.find(({ name }) => name === act)?.endpoint.path ?? ''
  const filled = Object.entries(params).reduce(
    (url, [name, value]) => url.replace(`:${name}`, encodeURIComponent(String(value))),
    path,
  )
  return caller.post(filled, body)
}

it.each(acts)('own money needs a second person: %s', async (act) => {
  await untouched(school.db, async () => {
    expect(await send(desk, act)).toMatchObject({
      status: 409,
      body: { code: 'approval-needed', why: 'own money' },
    })
  })
})

it.each(acts)('the money of another user needs no second person: %s', async (act) => {
  await untouched(school.db, async () => {
    const answer = await office.post(`/finances/requestApproval/${at}`, { act, ...ofOwnMoney[act] })
    expect(answer.body).toMatchObject({ code: 'no-approval-needed' })
  })
})

it('money stays own even if another user has corrected its receipt', async () => {
  const corrected = await send(office, 'correctReceipt')
  expect(corrected).toMatchObject({ status: 200, body: { msg: 'Receipt corrected' } })
  expect(await send(desk, 'lowerDebt')).toMatchObject({ body: { code: 'approval-needed', why: 'own money' } })
})

it('an advance is the money of those whose receipts made it, also once later vouchers lie above it', async () => {
  await office.post(`/finances/generateVoucher/student/2`, { fromDate: '2026-12-01' })
  for (const act of ['refundAdvance', 'transferAdvance'] as const)
    expect(await send(desk, act)).toMatchObject({ body: { code: 'approval-needed', why: 'own money' } })
  const leaves = { leave: true, removalDate: '2026-11-21', outcome: { kind: 'paid back', reason } }
  await office.post(`/finances/generateVoucher/student/2`, { fromDate: '2026-11-01' })
  expect(await desk.post('/admissions/removeStudent/2', leaves)).toMatchObject({
    body: { code: 'approval-needed', why: 'own money' },
  })
})

it('money stays own even if another user has moved or corrected its receipt, which stays in the drawer', async () => {
  const corrected = await school.db
    .selectFrom('receipts')
    .select('receipt_no')
    .where('kind', '=', 'receipt')
    .orderBy('receipt_no', 'desc')
    .executeTakeFirstOrThrow()
  expect(
    await desk.post(`/finances/correctReceipt/${at}/${corrected.receipt_no}`, { receivedAmount: 0, reason }),
  ).toMatchObject({ body: { code: 'approval-needed', why: 'own money' } })
})

it('the same request of another user is a request of its own', async () => {
  const admin = await school.as('admin@main.test')
  await admin.post(`/finances/saveCampusRules/${at}`, { approvalLimit: 10, backDays: 3 })
  const ask = (caller: Caller) =>
    caller.post(`/finances/requestApproval/${at}`, { act: 'lowerDebt', ...ofOwnMoney.lowerDebt })
  expect([await ask(desk), await ask(office), await ask(desk)]).toMatchObject([
    { body: { requestNo: 1 } },
    { body: { requestNo: 2 } },
    { body: { code: 'approval-requested', requestNo: 1 } },
  ])
})
