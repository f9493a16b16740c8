import { anAdmission } from './builders.ts'
import { admit, type Answer, type Caller, type TestSchool } from './school.ts'

const campus = 'Main%20Campus'
const { studentData } = anAdmission()

async function orThrow(answer: Promise<Answer>): Promise<Answer> {
  const { status, body } = await answer
  if (status !== 200) throw new Error(`Call failed: ${status} ${JSON.stringify(body)}`)
  return answer
}

const receive = (desk: Caller, voucherNo: string, receivedAmount: number, more = {}) =>
  orThrow(
    desk.post(`/finances/markIndividualVoucherAsPaid/${campus}/${voucherNo}`, { receivedAmount, ...more }),
  )

async function newMonth(desk: Caller, fromDate: string, posts = true): Promise<void> {
  await orThrow(desk.post(`/finances/generateVoucher/campus/${campus}`, { fromDate }))
  if (posts) await orThrow(desk.post(`/finances/postVouchers/${campus}/${Number(fromDate.slice(5, 7))}`))
}

async function movePayments(desk: Caller): Promise<void> {
  await newMonth(desk, '2026-12-01')
  await receive(desk, '5Red1-202612', 2000)
  await receive(desk, '5Red1-202612', 500)
  await receive(desk, '5Red1-202612', 3000, { editedBy: 'desk', reason: 'Miscounted' })
  await receive(desk, '10Blue2-202612', 5000)
  await receive(desk, '1Pink3-202612', 100)
  await receive(desk, '1Pink3-202612', 0, { editedBy: 'desk' })
  await newMonth(desk, '2027-01-01', false)
  await orThrow(desk.post('/finances/addAdditionalCharges', { rollNumber: 1, examinationFee: 700 }))
  const newFee = { monthlyFee: 4000, discount: 0, registrationFee: 0, admissionFee: 50, examinationFee: 0 }
  await orThrow(desk.post('/admissions/editAdmissionFee', { rollNo: 3, newFee }))
  await orThrow(desk.post(`/finances/postVouchers/${campus}/1`))
  await orThrow(desk.post(`/finances/unpostVouchers/${campus}/1`))
  await orThrow(desk.post(`/finances/postVouchers/${campus}/1`))
  await receive(desk, '5Red1-202701', 1000)
  const replacement = { fromDate: '2027-01-01', forceGenerate: true }
  await orThrow(desk.post('/finances/generateVoucher/student/1', replacement))
  await receive(desk, '5Red1-202701-2', 200)
  await orThrow(desk.post('/finances/generateVoucher/student/3', { fromDate: '2027-02-01' }))
  await unpostedMonths(desk)
}

/** Generates two months without posting them, and receives payments on the voucher before them. */
async function unpostedMonths(desk: Caller): Promise<void> {
  await orThrow(desk.post('/finances/generateVoucher/student/2', { fromDate: '2027-02-01' }))
  await orThrow(desk.post('/finances/generateVoucher/student/2', { fromDate: '2027-03-01' }))
  await receive(desk, '10Blue2-202701', 500)
  await receive(desk, '10Blue2-202701', 400, { editedBy: 'desk', reason: 'Miscounted' })
}

async function moveStudents(desk: Caller): Promise<void> {
  const newFee = { monthlyFee: 4400, discount: 400 }
  await orThrow(desk.post('/admissions/changeStudentFee/3', { newFee }))
  await orThrow(desk.post('/admissions/changeStudentFee/3', { newFee: { monthlyFee: 4500, discount: 400 } }))
  const planned = { monthlyFee: 4700, discount: 400, feeChangeDate: '2027-02-01' }
  await orThrow(desk.post('/admissions/changeStudentFee/3', { newFee: planned }))
  await orThrow(
    desk.post('/admissions/editAdmission', { studentData: { ...studentData, rollNo: 3, section: 'Green' } }),
  )
  await orThrow(desk.post('/admissions/promoteClass', { campus: 'Main Campus', classToPromote: '5' }))
  await orThrow(desk.post(`/finances/markArrearsPaid/${campus}/3`, { receivedDate: '2026-11-20' }))
  await orThrow(desk.post('/admissions/removeStudent/3'))
  const graduation = {
    campus: 'Main Campus',
    classToPromote: '10',
    isGraduation: true,
    graduationDate: '2026-11-21',
  }
  await orThrow(desk.post('/admissions/promoteClass', graduation))
}

/** Admits a student who pays by cheque, online and (in advance) at the bank; then corrects the received amount. */
async function payInOtherWays(office: Caller): Promise<void> {
  const city = 'City%20Campus'
  const call = (path: string, payload: Record<string, unknown>) => orThrow(office.post(path, payload))
  const part = { receivedNow: 2000, method: 'cheque', reference: '778812 HBL', chequeDate: '2026-12-01' }
  await admit(office, { financialData: part })
  const rest = { receivedAmount: 5500, method: 'online', reference: 'TX 1' }
  await call(`/finances/markIndividualVoucherAsPaid/${city}/5Red1adm`, rest)
  const advance = { receivedAmount: 5000, method: 'bank', reference: 'DS 77' }
  await call(`/finances/receiveInAdvance/${city}/1`, advance)
  const correct = { editedBy: 'office', reason: 'Miscounted', receivedAmount: 7500 }
  await call(`/finances/markIndividualVoucherAsPaid/${city}/5Red1adm`, { ...correct, method: 'card' })
}

/** Closes a campus's books twice, reopens some days and closes them again; then corrects a receipt of a closed day. */
async function closeDays(school: TestSchool): Promise<void> {
  const admin = await school.as('admin@city.test')
  const call = (name: string, payload: Record<string, unknown>) =>
    orThrow(admin.post(`/finances/${name}/City%20Campus`, payload))
  const advance = { receivedAmount: 300, receivedDate: '2026-11-19' }
  await orThrow(admin.post('/finances/receiveInAdvance/City%20Campus/1', advance))
  await call('closeBooks', { until: '2026-10-31' })
  await call('closeBooks', { until: '2026-11-20' })
  await call('reopenBooks', { closedUntil: '2026-11-15', reason: 'A deposit of 19 Nov was missing' })
  await call('closeBooks', { until: '2026-11-20' })
  const correct = { editedBy: 'admin', reason: 'Miscounted', receivedAmount: 7800 }
  await orThrow(admin.post('/finances/markIndividualVoucherAsPaid/City%20Campus/5Red1adm', correct))
  await call('saveCampusRules', { backDays: 3 })
}

/**
 * Adjusts the balance of student 1 in every way, with a new student 4. Adjustment 1 is a write-off, 2 a waiver that 3
 * reverses, 4 a corrected receipt of an earlier month, 5 a refund, 6 and 7 a transfer to student 4.
 */
async function adjustBalances(desk: Caller): Promise<void> {
  await admit(desk)
  const call = (name: string, no: number, payload: Record<string, unknown> = {}) =>
    orThrow(desk.post(`/finances/${name}/${campus}/${no}`, { reason: 'Agreed', ...payload }))
  await call('lowerDebt', 1, { kind: 'write-off', amount: 500 })
  await call('lowerDebt', 1, { kind: 'waiver', amount: 300 })
  await call('takeBackAdjustment', 2)
  // Corrects the receipt of December, whose voucher was carried.
  await call('correctReceipt', 8, { receivedAmount: 2500 })
  const cheque = { method: 'cheque', reference: '778813 HBL' }
  const { body } = await receive(desk, '5Red1-202701-2', 100, cheque)
  await call('returnCheque', Number(body['receiptNo']))
  const wrong = await receive(desk, '5Red1-202701-2', 50)
  await call('moveReceipt', Number(wrong.body['receiptNo']), { toRollNo: 4 })
  await receive(desk, '5Red1-202701-2', 20_000)
  await call('refundAdvance', 1, { amount: 1000, method: 'bank', reference: 'TX 9' })
  await call('transferAdvance', 1, { amount: 2000, toRollNo: 4 })
}

/** Removes new students with every outcome: 5 leaves owing 4,000, 6 is written off, 7 gets an advance back. */
async function leaveWithOutcomes(desk: Caller): Promise<void> {
  for (const receivedNow of [3500, 0]) await admit(desk, { financialData: { receivedNow } })
  await admit(desk)
  await orThrow(desk.post(`/finances/receiveInAdvance/${campus}/7`, { receivedAmount: 600 }))
  for (const [rollNo, kind] of Object.entries({ 5: 'leaves owing', 6: 'written off', 7: 'paid back' })) {
    const outcome = { kind, reason: 'Moved to another city' }
    await orThrow(desk.post(`/admissions/removeStudent/${rollNo}`, { leave: true, outcome }))
  }
}

/** Makes requests for student 4: 1 is approved (adjustment 10), 2 declined, 3 withdrawn, 4 pending. Ends the rule. */
async function askForApprovals(school: TestSchool, desk: Caller): Promise<void> {
  const admin = await school.as('admin@main.test')
  const office = await school.as('office@main.test')
  const decide = (path: string, caller: Caller, payload = {}) =>
    orThrow(caller.post(`/finances/${path}`, payload))
  await decide(`saveCampusRules/${campus}`, admin, { approvalLimit: 50 })
  const ask = (amount: number) =>
    decide(`requestApproval/${campus}`, desk, {
      act: 'refundAdvance',
      params: { campus: 'Main Campus', rollNo: 4 },
      body: { amount, reason: 'Asked for by the father' },
    })
  for (const amount of [60, 70, 80]) await ask(amount)
  await decide(`approve/${campus}/1`, office)
  await decide(`decline/${campus}/2`, office, { note: 'One is enough' })
  await decide(`withdraw/${campus}/3`, desk)
  await ask(90)
  await decide(`saveCampusRules/${campus}`, admin)
}

/**
 * Closes the desk's drawer, 100 short, with a correction and a refund that the office reversed. The office accepts the
 * closing, corrects one of its receipts, deposits part of the safe and closes its drawer. Then the desk counts again.
 */
async function closeDrawers(school: TestSchool): Promise<void> {
  const desk = await school.as('desk@main.test')
  const office = await school.as('office@main.test')
  const call = async (caller: Caller, path: string, payload: Record<string, unknown> = {}) =>
    (await orThrow(caller.post(`/finances/${path}`, payload))).body
  const advance = async (more: Record<string, unknown>) =>
    Number((await call(desk, `receiveInAdvance/${campus}/4`, more))['receiptNo'])
  const countAgain = async (caller: Caller, counted: number) => {
    const { body } = await caller.post(`/finances/closeDrawer/${campus}`, { counted })
    if (body['code'] !== 'count-again') throw new Error(`Not to be counted again: ${JSON.stringify(body)}`)
  }
  const correct = (receiptNo: unknown, receivedAmount: number) =>
    call(office, `correctReceipt/${campus}/${String(receiptNo)}`, { receivedAmount, reason: 'Mistyped' })

  const cash = await advance({ receivedAmount: 700 })
  const cheque = await advance({ receivedAmount: 900, method: 'cheque', reference: '778814 HBL' })
  const corrected = await correct(cash, 600)
  const refund = await call(desk, `refundAdvance/${campus}/4`, { amount: 200, reason: 'Asked for' })
  await call(office, `takeBackAdjustment/${campus}/${String(refund['adjustmentNo'])}`, {
    reason: 'Not taken',
  })

  const { body: drawer } = await orThrow(desk.get(`/finances/drawer/${campus}`))
  const short = Number(drawer['expected']) - 100
  await countAgain(desk, short)
  const pieces = [{ value: 1, pieces: short }]
  const recount = { recount: true, remark: 'Change given twice' }
  await call(desk, `closeDrawer/${campus}`, { ...recount, pieces, floatKept: 2000 })
  await call(office, `acceptClosing/${campus}/1`)
  await correct(corrected['receiptNo'], 500)
  await call(office, `enterDeposit/${campus}`, {
    depositedDate: '2026-11-21',
    account: 'HBL 0123',
    slip: 'DS 4411',
    cash: 1000,
    cheques: [cheque],
  })
  await countAgain(office, 0)
  await call(office, `closeDrawer/${campus}`, { ...recount, counted: 0 })
  await advance({ receivedAmount: 300 })
  await countAgain(desk, 2200)
}

/** Erases the personal data of student 7, who owes nothing, a year after the departure. */
async function erasePersonalData(school: TestSchool): Promise<void> {
  const { now } = school
  school.now = new Date('2027-12-01T09:00:00+05:00')
  const admin = await school.as('admin@main.test')
  await orThrow(admin.post(`/finances/saveCampusRules/${campus}`, { keepYears: 1 }))
  await orThrow(admin.post(`/admissions/eraseRecords/${campus}`, { rollNos: [7] }))
  await orThrow(admin.post(`/finances/saveCampusRules/${campus}`))
  school.now = now
}

/**
 * Runs every operation on payments or students, in both campuses. Leaves seven students in Main Campus (1 in class 6, 4
 * in class 5, 2 graduated, others left), vouchers carried, re-priced, replaced and part-paid, and corrected receipts.
 */
export async function runEveryOperation(school: TestSchool): Promise<void> {
  const desk = await school.as('desk@main.test')
  await admit(desk)
  await admit(desk, { studentData: { studentClass: '10', section: 'Blue' } })
  await admit(desk, { studentData: { studentClass: '1', section: 'Pink' } })
  await movePayments(desk)
  await moveStudents(desk)
  await adjustBalances(desk)
  await leaveWithOutcomes(desk)
  await askForApprovals(school, desk)
  await closeDrawers(school)
  await payInOtherWays(await school.as('office@city.test'))
  await closeDays(school)
  await erasePersonalData(school)
}
