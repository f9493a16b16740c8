import { afterAll, beforeEach, expect, it } from 'vitest'
import { exceptionList } from '#reports/exceptions.ts'
import { anAdmission } from '#test/builders.ts'
import { goToDay as go, septemberFeePeriod, type OfficeDay } from '#test/dated-payments.ts'
import { bringIn, bringInBalance, withdrawLastImport } from '#test/moving-in.ts'
import { getRows } from '#test/report-rows.ts'
import { admit, generateAndPost, openSchool, type Answer } from '#test/school.ts'
import { readXlsx } from '#test/xlsx.ts'

const campus = 'Main%20Campus'
const school = await openSchool()
let day: OfficeDay
const goToDay = async (date: string) => (day = await go(school, date))
beforeEach(async () => {
  await school.reset()
  await goToDay('2026-10-01')
})
afterAll(() => school[Symbol.asyncDispose]())

const ok = async (answer: Promise<Answer>): Promise<Answer> => {
  const { status, body } = await answer
  expect({ status, body }).toMatchObject({ status: 200 })
  return answer
}
const get = async (filters: Readonly<Record<string, string>> = {}) =>
  getRows(school, await school.as('viewer@main.test'), exceptionList, filters)
const lines = async (filters: Readonly<Record<string, string>> = {}) =>
  (await get(filters)).rows.map((row) => [
    row.kind,
    row.rollNo,
    row.number,
    row.date,
    row.owed / 100,
    row.reason,
  ])
const onDay = (date: string) => ({ fromDate: date, toDate: date })
const fees = { monthlyFee: 5000, discount: 500, registrationFee: 0, admissionFee: 0, examinationFee: 0 }
const editFees = (rollNo: number, changes: object) =>
  ok(day.desk.post('/admissions/editAdmissionFee', { rollNo, newFee: { ...fees, ...changes } }))

it('the exceptions list receipts that were corrected, moved, returned or back-dated, each once', async () => {
  await admit(day.desk, septemberFeePeriod)
  await admit(day.desk, septemberFeePeriod)
  await generateAndPost(day.desk, 'Main Campus', '2026-10-01')
  await goToDay('2026-10-10')
  await ok(day.pay('5Red1-202610', 1000))
  expect(await lines()).toEqual([])
  await goToDay('2026-10-11')
  await ok(day.correct('5Red1-202610', 900))
  expect(await lines()).toEqual([['receipt corrected', 1, 5, '2026-10-11', 100, 'Mistyped']])
  await goToDay('2026-10-12')
  await ok(day.desk.post(`/finances/moveReceipt/${campus}/5`, { toRollNo: 2, reason: 'Wrong child' }))
  expect(await lines(onDay('2026-10-12'))).toEqual([
    ['receipt moved', 2, 7, '2026-10-10', -900, 'Wrong child; from roll number 1'],
  ])
  await goToDay('2026-10-13')
  const cheque = { method: 'cheque', reference: '77 HBL', receivedDate: '2026-10-09' }
  await ok(day.pay('5Red1-202610', 700, cheque, day.admin))
  expect(await lines(onDay('2026-10-13'))).toEqual([['receipt back-dated', 1, 8, '2026-10-09', -700, '']])
  await goToDay('2026-10-14')
  await ok(day.desk.post(`/finances/returnCheque/${campus}/8`, { reason: 'No funds' }))
  expect(await lines(onDay('2026-10-14'))).toEqual([['cheque returned', 1, 9, '2026-10-14', 700, 'No funds']])
  expect((await lines({ exceptions: 'receipts' })).map(([kind]) => kind)).toEqual([
    'receipt corrected',
    'receipt moved',
    'cheque returned',
  ])
  // A correction of three receipts is one line, and one correction on the dashboard, which opens these lines.
  await goToDay('2026-10-15')
  await ok(day.pay('5Red2-202610', 100))
  await ok(day.pay('5Red2-202610', 200))
  await ok(day.correct('5Red2-202610', 1000))
  expect(await lines({ ...onDay('2026-10-15'), exceptions: 'receipts' })).toHaveLength(1)
  const overview = await day.desk.get(`/finances/campusOverview/${campus}/10?year=2026`)
  expect(overview.body).toMatchObject({ today: { corrected: 1 } })
})

it('the exceptions list adjustments, re-priced posted, replaced and voided vouchers, and closings', async () => {
  await admit(day.desk, septemberFeePeriod)
  await day.desk.post('/finances/generateVoucher/student/1', { fromDate: '2026-10-01' })
  await editFees(1, { monthlyFee: 5100 })
  // The voucher was not posted yet, so no family has a printed copy.
  expect(await lines()).toEqual([])
  await ok(day.desk.post(`/finances/postVouchers/${campus}/10`))
  await goToDay('2026-10-02')
  await editFees(1, { monthlyFee: 5200 })
  expect(await lines()).toEqual([['voucher re-priced', 1, null, '2026-10-02', 100, '']])
  await ok(day.desk.post(`/finances/unpostVouchers/${campus}/10`))
  await goToDay('2026-10-03')
  await editFees(1, { monthlyFee: 5300 })
  expect(await lines(onDay('2026-10-03'))).toEqual([])
  await ok(day.desk.post(`/finances/postVouchers/${campus}/10`))
  const waiver = { kind: 'waiver', amount: 250.5, reason: 'Agreed' }
  await ok(day.desk.post(`/finances/lowerDebt/${campus}/1`, waiver))
  await ok(day.desk.post(`/finances/takeBackAdjustment/${campus}/1`, { reason: 'Too early' }))
  expect(await lines(onDay('2026-10-03'))).toEqual([
    ['waiver', 1, 1, '2026-10-03', -250.5, 'Agreed'],
    ['waiver', 1, 2, '2026-10-03', 250.5, 'Takes back no. 1; Too early'],
  ])
  await goToDay('2026-10-04')
  const november = { fromDate: '2026-11-01' }
  await ok(day.desk.post('/finances/generateVoucher/student/1', november))
  await ok(day.desk.post('/finances/generateVoucher/student/1', { ...november, forceGenerate: true }))
  await goToDay('2026-10-05')
  await ok(day.desk.post(`/finances/voidVoucher/${campus}/5Red1-202611-2`, { reason: 'Left' }))
  expect(await lines({ ...onDay('2026-10-04'), toDate: '2026-10-05' })).toEqual([
    ['voucher replaced', 1, null, '2026-10-04', 0, 'Replaced by 5Red1-202611-2'],
    ['voucher voided', 1, null, '2026-10-05', -4800, 'Left'],
  ])
  await goToDay('2026-11-02')
  await ok(day.admin.post(`/finances/closeBooks/${campus}`, { until: '2026-10-31' }))
  await goToDay('2026-11-03')
  await ok(day.admin.post(`/finances/reopenBooks/${campus}`, { reason: 'A deposit was missing' }))
  expect(await lines({ fromDate: '2026-11-02' })).toEqual([
    ['books closed', null, 1, '2026-10-31', 0, ''],
    ['books reopened', null, 2, null, 0, 'A deposit was missing'],
  ])
})

it('the exceptions list discounts above half of the monthly fee, given at admission or by a change', async () => {
  await admit(day.desk, { financialData: { ...septemberFeePeriod.financialData, discount: 2500 } })
  await admit(day.desk, {
    financialData: { ...septemberFeePeriod.financialData, discount: 2500.5, receivedNow: 1000 },
  })
  await goToDay('2026-10-02')
  const change = (discount: number) =>
    ok(day.desk.post('/admissions/changeStudentFee/1', { newFee: { monthlyFee: 5000, discount } }))
  await change(2400)
  await change(4000)
  const discountLines = [
    ['large discount', 2, null, '2026-10-01', -2500.5, 'at admission, of a monthly fee of 5000'],
    ['large discount', 1, null, '2026-10-02', -4000, 'of a monthly fee of 5000'],
  ]
  expect(await lines()).toEqual(discountLines)
  // A lower discount later does not remove the line.
  const newFee = { ...anAdmission().financialData, discount: 0 }
  await ok(day.desk.post('/admissions/editAdmissionFee', { rollNo: 2, newFee }))
  expect((await lines()).filter(([kind]) => kind === 'large discount')).toEqual(discountLines)
})

it('the exceptions list imported advances on the day of the import until the import is withdrawn', async () => {
  await bringIn(school, { rollNo: 40, balance: 7500 })
  await bringIn(school, { rollNo: 41 })
  await goToDay('2026-11-02')
  await bringIn(school, { rollNo: 42, balance: -3000 })
  await goToDay('2026-11-03')
  await bringInBalance(school, 41, -200.5)
  expect((await get(onDay('2026-11-02'))).rows).toMatchObject([
    { kind: 'advance brought in', who: 'admin@main.test', voucherNo: '5Red42open', studentName: 'Ali Raza' },
  ])
  expect(await lines()).toEqual([
    ['advance brought in', 42, null, '2026-10-31', -3000, 'Import 3'],
    ['advance brought in', 41, null, '2026-10-31', -200.5, 'Import 4'],
  ])
  expect(await lines(onDay('2026-10-31'))).toEqual([])
  expect((await get({ exceptions: 'advance brought in' })).totals).toMatchObject({ count: 2 })
  await bringIn(school, { rollNo: 43, balance: -100 })
  expect(await lines()).toHaveLength(3)
  await withdrawLastImport(school)
  expect(await lines()).toHaveLength(2)
})

it('the exceptions are sorted by person, filtered by kind, and exported with sums by person and by kind', async () => {
  await admit(day.desk, septemberFeePeriod)
  await generateAndPost(day.desk, 'Main Campus', '2026-10-01')
  await goToDay('2026-10-02')
  const lowerDebt = (caller: OfficeDay['desk'], kind: string, amount: number) =>
    ok(caller.post(`/finances/lowerDebt/${campus}/1`, { kind, amount, reason: 'Agreed' }))
  await lowerDebt(day.desk, 'write-off', 300)
  await lowerDebt(day.admin, 'waiver', 200)
  expect((await get()).rows.map(({ whoName, kind }) => [whoName, kind])).toEqual([
    ['admin clerk', 'waiver'],
    ['desk clerk', 'write-off'],
  ])
  expect((await get({ exceptions: 'waiver' })).totals).toMatchObject({ count: 1, sums: { owed: -20_000 } })
  const { rawPayload } = await school.app.inject({
    method: 'POST',
    url: `/finances/exportExceptions/xlsx/${campus}`,
    headers: { cookie: (await school.as('viewer@main.test')).cookie },
    payload: {},
  })
  const [, persons, kinds] = await readXlsx(rawPayload)
  expect(persons?.rows.slice(-3)).toEqual([
    ['admin clerk', 1, 200],
    ['desk clerk', 1, 300],
    ['All', 2, 500],
  ])
  expect(kinds?.rows.slice(-3)).toEqual([
    ['Written off', 1, 300],
    ['Waived', 1, 200],
    ['All', 2, 500],
  ])
})
