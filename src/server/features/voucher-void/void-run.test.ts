import { afterAll, beforeEach, expect, it } from 'vitest'
import { generateForStudent } from '#contract/voucher-run.ts'
import { voidRunPreview, voucherRuns } from '#contract/voucher-void.ts'
import { brokenLaws } from '#server/records/laws/book-laws.ts'
import { checkNoOp } from '#test/every-row.ts'
import { replyOf } from '#test/sample-calls.ts'
import { admit, openSchool, type Caller } from '#test/school.ts'

const october = { financialData: { feePeriod: '2026-10-01 to 2026-10-31' } }
const school = await openSchool()
afterAll(() => school[Symbol.asyncDispose]())

let desk: Caller
beforeEach(async () => {
  await school.reset()
  desk = await school.as('desk@main.test')
})

const campus = 'Main%20Campus'
const generate = (fromDate = '2026-11-01', extra = {}) =>
  desk.post(`/finances/generateVoucher/campus/${campus}`, { fromDate, ...extra })
const campusPreview = async (day = '2026-11-01') =>
  (await desk.get(`/finances/campusVoucherPreview/${campus}/${day}`)).body
const force = async (rollNo: number, extra = {}) => {
  const path = `/finances/generateVoucher/student/${rollNo}`
  const { body } = await desk.post(path, { fromDate: '2026-11-01', forceGenerate: true, ...extra })
  return replyOf(generateForStudent, body).voucher.voucherNo
}
const preview = async (runNo = 1) =>
  replyOf(voidRunPreview, (await desk.get(`/finances/voidRunPreview/${campus}/${runNo}`)).body)
const runs = async () => replyOf(voucherRuns, (await desk.get(`/finances/voucherRuns/${campus}`)).body).runs
const voidRun = (expectedCount: number, expectedAmount: number, { runNo = 1, caller = desk } = {}) =>
  caller.post(`/finances/voidRun/${campus}/${runNo}`, {
    reason: 'Wrong due date',
    expectedCount,
    expectedAmount,
  })
const voidVoucher = (voucherNo: string, extra = {}) =>
  desk.post(`/finances/voidVoucher/${campus}/${voucherNo}`, { reason: 'Wrong class', ...extra })
const pay = (voucherNo: string, receivedAmount: number) =>
  desk.post(`/finances/markIndividualVoucherAsPaid/${campus}/${voucherNo}`, { receivedAmount })
const post = (month = 11) => desk.post(`/finances/postVouchers/${campus}/${month}`)
const listVouchers = () =>
  school.db.selectFrom('vouchers').selectAll().orderBy('roll_no').orderBy('chain_no').execute()
const listValidVouchers = async () =>
  (await listVouchers()).filter((row) => !row.voided && row.replaced_by === null && row.kind === 'monthly')
const readFees = () => school.db.selectFrom('fees').selectAll().orderBy('roll_no').execute()

it('one call voids all vouchers of a run except the vouchers that were replaced since', async () => {
  for (let rollNo = 1; rollNo <= 12; rollNo += 1) await admit(desk, october)
  expect((await generate('2026-11-01', { dueDate: '2026-12-10' })).body).toMatchObject({ generated: 12 })
  await post()
  const replacements = [await force(3), await force(10), await force(12)]

  const seen = await preview()
  expect(seen).toMatchObject({ count: 9, amount: 9 * 4500, posted: 9, kept: [] })
  expect(seen.replaced.map(({ voucherNo, replacedBy }) => [voucherNo, replacedBy])).toEqual([
    ['5Red3-202611', replacements[0]],
    ['5Red10-202611', replacements[1]],
    ['5Red12-202611', replacements[2]],
  ])
  expect(await voidRun(9, 9 * 4500)).toMatchObject({
    status: 200,
    body: { msg: 'Run voided', count: 9, amount: 9 * 4500 },
  })
  expect((await listValidVouchers()).map((row) => row.voucher_no)).toEqual(replacements)
  expect(await brokenLaws(school.db)).toEqual([])

  expect((await generate('2026-11-01', { dueDate: '2026-11-20' })).body).toMatchObject({ generated: 9 })
  expect((await listValidVouchers()).map((row) => row.voucher_no)).toContain('5Red1-202611-2')
  const [newest, , , , first] = await runs()
  expect(newest).toMatchObject({ runNo: 5, vouchers: 9, amount: 9 * 4500, voidedAt: null })
  expect(first).toMatchObject({
    runNo: 1,
    vouchers: 0,
    voided: 9,
    replaced: 3,
    voidReason: 'Wrong due date',
  })
  expect(await brokenLaws(school.db)).toEqual([])
})

it('voiding a run restores arrears, pending fees, balances and the preview of a new run', async () => {
  for (let rollNo = 1; rollNo <= 6; rollNo += 1) await admit(desk, october)
  await generate()
  await post()
  await pay('5Red2-202611', 1000)
  await pay('5Red3-202611', 5000)
  await desk.post(`/finances/addAdditionalCharges`, {
    examinationFee: 700,
    studentClass: '5',
    section: 'Red',
  })
  const before = await campusPreview('2026-12-01')
  const rows = await listVouchers()
  const pendingFees = await readFees()
  await generate('2026-12-01')
  const { count, amount } = await preview(2)
  expect((await voidRun(count, amount, { runNo: 2 })).status).toBe(200)

  expect(await campusPreview('2026-12-01')).toEqual(before)
  expect((await listVouchers()).filter((row) => !row.voided)).toEqual(rows)
  expect(await readFees()).toEqual(pendingFees)
  expect(await brokenLaws(school.db)).toEqual([])
  // The vouchers of November are open again.
  expect((await pay('5Red1-202611', 4500)).status).toBe(200)
})

it('a run is not voided if a voucher is carried or has a receipt, even a reversed one, and the reply names these', async () => {
  for (let rollNo = 1; rollNo <= 4; rollNo += 1) await admit(desk, october)
  await generate()
  await post()
  await pay('5Red2-202611', 100)
  await pay('5Red3-202611', 100)
  await desk.post(`/finances/markIndividualVoucherAsPaid/${campus}/5Red3-202611`, {
    receivedAmount: 0,
    editedBy: 'desk',
    reason: 'Wrong child',
  })
  await desk.post('/finances/generateVoucher/student/4', { fromDate: '2026-12-01' })
  const kept = [
    { voucherNo: '5Red2-202611', reason: 'has receipts' },
    { voucherNo: '5Red3-202611', reason: 'has receipts' },
    { voucherNo: '5Red4-202611', reason: 'a later voucher carries it' },
  ]
  expect(await preview()).toMatchObject({ count: 4, kept })
  await checkNoOp(school.db, async () => {
    expect(await voidRun(4, 18_000)).toMatchObject({
      status: 409,
      body: { code: 'run-not-voidable', vouchers: kept },
    })
  })
})

it('voiding a run is refused with outdated sums, for an unknown run, and a second time', async () => {
  await admit(desk, october)
  await generate()
  await checkNoOp(school.db, async () => {
    expect(await voidRun(2, 4500)).toMatchObject({
      status: 409,
      body: { code: 'run-changed', count: 1, amount: 4500 },
    })
    expect(await voidRun(1, 4500, { runNo: 7 })).toMatchObject({ status: 404, body: { code: 'run-unknown' } })
    const blank = { reason: ' ', expectedCount: 1, expectedAmount: 4500 }
    expect(await desk.post(`/finances/voidRun/${campus}/1`, blank)).toMatchObject({
      status: 400,
      body: { errors: [{ field: 'reason' }] },
    })
  })
  expect((await voidRun(1, 4500)).status).toBe(200)
  expect(await voidRun(0, 0)).toMatchObject({ status: 409, body: { code: 'nothing-to-void' } })
})

it('a voided voucher keeps its number, its one-time fees are pending again, and the older voucher is open', async () => {
  await admit(desk, october)
  await desk.post(`/finances/addAdditionalCharges`, { examinationFee: 300, rollNumber: 1 })
  await generate()
  await desk.post('/finances/generateVoucher/student/1', { fromDate: '2026-12-01' })
  school.now = new Date(school.now.getTime() + 60_000)
  expect(await voidVoucher('5Red1-202611')).toMatchObject({
    status: 409,
    body: { code: 'voucher-not-voidable', reason: 'a later voucher carries it' },
  })
  expect(await voidVoucher('5Red1adm')).toMatchObject({ body: { reason: 'admission' } })
  expect(await voidVoucher('5Red1-202612', { expectedBalance: 1 })).toMatchObject({
    body: { code: 'balance-changed' },
  })
  expect((await voidVoucher('5Red1-202612', { expectedBalance: 9300 })).body).toMatchObject({ balance: 0 })
  school.now = new Date(school.now.getTime() + 60_000)
  expect((await voidVoucher('5RED1-202611')).body).toMatchObject({ balance: 0 })
  expect((await readFees())[0]).toMatchObject({ examination_fee: 30_000 })
  expect(await voidVoucher('5Red1-202611')).toMatchObject({ status: 409, body: { reason: 'voided' } })
  await post()
  expect(await pay('5Red1-202611', 100)).toMatchObject({ status: 409, body: { code: 'voucher-voided' } })

  const { body } = await desk.get(`/admissions/studentAccount/1/${campus}`)
  expect(body).toMatchObject({ balance: 0, unpaid: [] })
  expect((body['account'] as { kind: string }[]).filter(({ kind }) => kind === 'voided')).toMatchObject([
    { voucherNo: '5Red1-202612', note: 'Wrong class', whoName: 'desk clerk', amount: -4500, balance: null },
    { voucherNo: '5Red1-202611', note: 'Wrong class', amount: -4800, balance: null },
  ])
  await generate()
  expect((await listValidVouchers()).map((row) => [row.voucher_no, row.chain_no])).toEqual([
    ['5Red1-202611-2', 4],
  ])
  expect(await brokenLaws(school.db)).toEqual([])
})

it('if a void and a payment arrive at the same time, only one succeeds', async () => {
  await admit(desk, october)
  await admit(desk, october)
  await generate()
  await post()
  const office = await school.as('office@main.test')
  const single = await Promise.all([voidVoucher('5Red1-202611'), pay('5Red1-202611', 100)])
  expect(single.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 409])
  const { count, amount } = await preview()
  const run = await Promise.all([voidRun(count, amount, { caller: office }), pay('5Red2-202611', 100)])
  expect(run.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(1)
  expect(await brokenLaws(school.db)).toEqual([])
})

it('the unpaid vouchers of a run can get another due date, with a history entry', async () => {
  for (let rollNo = 1; rollNo <= 3; rollNo += 1) await admit(desk, october)
  await generate()
  await post()
  await pay('5Red1-202611', 4500)
  const redate = (dueDate: string) =>
    desk.post(`/finances/redateRun/${campus}/1`, { dueDate, reason: 'School closed' })
  expect((await runs())[0]).toMatchObject({ dueDate: '2026-12-01', vouchers: 3, unpaid: 2, unpaidPosted: 2 })
  await checkNoOp(school.db, async () => {
    expect(await redate('2026-11-20')).toMatchObject({
      status: 400,
      body: { errors: [{ field: 'dueDate' }] },
    })
    expect(await redate('2026-12-01')).toMatchObject({ status: 409, body: { code: 'no-changes' } })
  })
  expect(await redate('2026-12-15')).toMatchObject({ status: 200, body: { count: 2, posted: 2 } })
  expect((await listValidVouchers()).map((row) => row.due_date)).toEqual([
    '2026-12-01',
    '2026-12-15',
    '2026-12-15',
  ])
  const changes = await school.db
    .selectFrom('changes')
    .select(['before', 'after'])
    .where('what', '=', 'due date changed')
    .execute()
  expect(changes).toMatchObject([
    {
      before: { dueDate: '2026-12-01' },
      after: { dueDate: '2026-12-15', runNo: 1, count: 2, reason: 'School closed' },
    },
  ])
  expect(await brokenLaws(school.db)).toEqual([])
})

it('the list of runs can be paged by the number of a run', async () => {
  await admit(desk, october)
  for (const month of ['2026-11-01', '2026-12-01', '2027-01-01']) await generate(month)
  const { body } = await desk.get(`/finances/voucherRuns/${campus}?before=3`)
  expect(replyOf(voucherRuns, body).runs.map(({ runNo }) => runNo)).toEqual([2, 1])
})
