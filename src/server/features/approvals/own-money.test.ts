import { afterAll, beforeAll, expect, it } from 'vitest'
import { endpointList } from '#contract/endpoints.ts'
import { acts, type Act } from '#domain/approval.ts'
import { checkNoOp } from '#test/every-row.ts'
import { admit, generateAndPost, openSchool, type Caller } from '#test/school.ts'

const campus = 'Main Campus'
const campusPath = encodeURIComponent(campus)
const school = await openSchool()
let desk: Caller
let office: Caller
afterAll(() => school[Symbol.asyncDispose]())

// The desk received a cheque of 1,000 from student 1 (receipt 3), and 5,000 from student 2 with an advance of 500.
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
  const receive = (voucherNo: string, receivedAmount: number, rest = {}) =>
    desk.post(`/finances/markIndividualVoucherAsPaid/${campusPath}/${voucherNo}`, { receivedAmount, ...rest })
  await receive('5Red1-202611', 1000, { method: 'cheque', reference: 'HBL 1', chequeDate: '2026-11-20' })
  await receive('5Red2-202611', 5000)
  await admin.post(`/finances/lowerDebt/${campusPath}/1`, { kind: 'waiver', amount: 10, reason: 'Agreed' })
  await admin.post(`/finances/saveCampusRules/${campusPath}`, { approvalLimit: 1_000_000, backDays: 3 })
})

const reason = 'Agreed'
const receipt3 = { campus, receiptNo: 3 }
const [student1, student2] = [1, 2].map((rollNo) => ({ campus, rollNo }))
const newFee = { monthlyFee: 4400, discount: 0 }
const oneTimeFees = { registrationFee: 0, admissionFee: 0, examinationFee: 0 }

/** The input of each act on money that the desk received. */
const inputs: Readonly<Record<Act, { readonly params: object; readonly body: object }>> = {
  receivePayment: {
    params: { campus, voucherId: '5Red1-202611' },
    body: { receivedAmount: 900, editedBy: 'desk', reason },
  },
  correctReceipt: { params: receipt3, body: { receivedAmount: 900, reason } },
  moveReceipt: { params: receipt3, body: { toRollNo: 2, reason } },
  returnCheque: { params: receipt3, body: { reason } },
  lowerDebt: { params: { ...student1 }, body: { kind: 'waiver', amount: 100, reason } },
  refundAdvance: { params: { ...student2 }, body: { amount: 100, reason } },
  transferAdvance: { params: { ...student2 }, body: { toRollNo: 1, amount: 100, reason } },
  takeBackAdjustment: { params: { campus, adjustmentNo: 1 }, body: { reason } },
  editFees: { params: {}, body: { rollNo: 1, newFee: { ...newFee, ...oneTimeFees }, reason } },
  changeFee: { params: { rollNo: 1 }, body: { newFee, reason } },
  removeStudent: { params: { rollNo: 1 }, body: { leave: true, outcome: { kind: 'leaves owing', reason } } },
}

const send = (caller: Caller, act: Act) => {
  const { params, body } = inputs[act]
  const path = endpointList.find(({ name }) => name === act)?.endpoint.path ?? ''
  const filled = Object.entries(params).reduce(
    (url, [name, value]) => url.replace(`:${name}`, encodeURIComponent(String(value))),
    path,
  )
  return caller.post(filled, body)
}

it.each(acts)('an act on money that the caller received needs a second person: %s', async (act) => {
  await checkNoOp(school.db, async () => {
    expect(await send(desk, act)).toMatchObject({
      status: 409,
      body: { code: 'approval-needed', why: 'own money' },
    })
  })
})

it.each(acts)('an act on money that another user received needs no second person: %s', async (act) => {
  await checkNoOp(school.db, async () => {
    const answer = await office.post(`/finances/requestApproval/${campusPath}`, { act, ...inputs[act] })
    expect(answer.body).toMatchObject({ code: 'no-approval-needed' })
  })
})

it('money still belongs to its first receiver after another user has corrected the receipt', async () => {
  const corrected = await send(office, 'correctReceipt')
  expect(corrected).toMatchObject({ status: 200, body: { msg: 'Receipt corrected' } })
  expect(await send(desk, 'lowerDebt')).toMatchObject({ body: { code: 'approval-needed', why: 'own money' } })
})

it('an advance belongs to the users whose receipts made it, even after later vouchers', async () => {
  await office.post(`/finances/generateVoucher/student/2`, { fromDate: '2026-12-01' })
  for (const act of ['refundAdvance', 'transferAdvance'] as const)
    expect(await send(desk, act)).toMatchObject({ body: { code: 'approval-needed', why: 'own money' } })
  const leaves = { leave: true, removalDate: '2026-11-21', outcome: { kind: 'paid back', reason } }
  await office.post(`/finances/generateVoucher/student/2`, { fromDate: '2026-11-01' })
  expect(await desk.post('/admissions/removeStudent/2', leaves)).toMatchObject({
    body: { code: 'approval-needed', why: 'own money' },
  })
})

it('the receiver of the money needs approval to correct a receipt that another user has already corrected', async () => {
  const { receipt_no: receiptNo } = await school.db
    .selectFrom('receipts')
    .select('receipt_no')
    .where('kind', '=', 'receipt')
    .orderBy('receipt_no', 'desc')
    .executeTakeFirstOrThrow()
  expect(
    await desk.post(`/finances/correctReceipt/${campusPath}/${receiptNo}`, { receivedAmount: 0, reason }),
  ).toMatchObject({ body: { code: 'approval-needed', why: 'own money' } })
})

it('the same request by another user is a separate request', async () => {
  const admin = await school.as('admin@main.test')
  await admin.post(`/finances/saveCampusRules/${campusPath}`, { approvalLimit: 10, backDays: 3 })
  const sendRequest = (caller: Caller) =>
    caller.post(`/finances/requestApproval/${campusPath}`, { act: 'lowerDebt', ...inputs.lowerDebt })
  expect([await sendRequest(desk), await sendRequest(office), await sendRequest(desk)]).toMatchObject([
    { body: { requestNo: 1 } },
    { body: { requestNo: 2 } },
    { body: { code: 'approval-requested', requestNo: 1 } },
  ])
})
