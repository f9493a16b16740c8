import { afterAll, beforeEach, expect, it } from 'vitest'
import { brokenLaws } from '#server/records/laws/book-laws.ts'
import { covers } from '#test/covers.ts'
import { checkNoOp } from '#test/every-row.ts'
import { admit, generateAndPost, openSchool, type Caller } from '#test/school.ts'

const campus = 'Main%20Campus'
const school = await openSchool()
let desk: Caller
beforeEach(async () => {
  await school.reset()
  desk = await school.as('desk@main.test')
  await admit(desk, { financialData: { feePeriod: '2026-10-01 to 2026-10-31' } })
  await generateAndPost(desk, 'Main Campus', '2026-11-01')
  await desk.post(`/finances/generateVoucher/campus/${campus}`, { fromDate: '2026-12-01' })
})
afterAll(() => school[Symbol.asyncDispose]())

const validVouchers = () =>
  school.db
    .selectFrom('vouchers')
    .select(['voucher_no', 'net_balance', 'fee_paid'])
    .where('kind', '=', 'monthly')
    .where('voided', '=', false)
    .execute()

it('the removal of a student previews and voids the later months before it checks the debt', async () => {
  await desk.post(`/finances/markIndividualVoucherAsPaid/${campus}/5Red1-202611`, { receivedAmount: 4500 })
  await desk.post('/finances/generateVoucher/student/1', { fromDate: '2027-01-01' })
  const check = (day: string) => desk.get(`/admissions/checkStudentRemoval/1/${campus}?removalDate=${day}`)
  expect((await check('2026-11-21')).body).toMatchObject({
    data: {
      feesCleared: true,
      arrears: 0,
      voided: [
        { voucherNo: '5Red1-202701', year: 2027, month: 1, amount: 4500 },
        { voucherNo: '5Red1-202612', year: 2026, month: 12 },
      ],
      voucher: { voucherNo: '5Red1-202611' },
    },
  })
  expect(
    await desk.post('/admissions/removeStudent/1', { removalDate: '2026-11-21', leave: true }),
  ).toMatchObject({
    status: 200,
    body: { msg: 'Student removed successfully' },
  })
  expect((await validVouchers()).map((row) => row.voucher_no)).toEqual(['5Red1-202611'])
  expect(await brokenLaws(school.db)).toEqual([])
})

it('the check of a removal shows the unposted part of the debt without the later months', async () => {
  covers('decisions 7.draft.departure')

  const check = async (day: string) =>
    (await desk.get(`/admissions/checkStudentRemoval/1/${campus}?removalDate=${day}`)).body['data']
  expect(await check('2026-11-21')).toMatchObject({ arrears: 4500, notPosted: 0 })
  expect(await check('2026-12-01')).toMatchObject({ arrears: 9000, notPosted: 4500 })
})

it('the request for approval shows the posted balance before the removal and the balance after it', async () => {
  const admin = await school.as('admin@main.test')
  await admin.post(`/finances/saveCampusRules/${campus}`, { approvalLimit: 1000, backDays: 3 })
  await desk.post(`/finances/unpostVouchers/${campus}/11`)
  const body = { leave: true, outcome: { kind: 'leaves owing', reason: 'Went abroad' } }
  await desk.post(`/finances/requestApproval/${campus}`, {
    act: 'removeStudent',
    params: { rollNo: 1 },
    body,
  })
  const { requests } = (await admin.get(`/finances/approvals/${campus}`)).body
  expect(requests).toMatchObject([{ amount: 4500, balanceBefore: 0, balanceAfter: 4500 }])
  expect((await admin.post(`/finances/approve/${campus}/1`, {})).status).toBe(200)
  const account = (await desk.get(`/admissions/studentAccount/1/${campus}`)).body
  expect(account).toMatchObject({ studentData: { state: 'removed' }, balance: 4500 })
  expect(await brokenLaws(school.db)).toEqual([])
})

it('arrears that are marked as paid exclude the later months of a leaver, which are voided first', async () => {
  const mark = (extra = {}) =>
    desk.post(`/finances/markArrearsPaid/${campus}/1`, { expectedBalance: 4500, ...extra })
  expect(await checkNoOp(school.db, () => mark())).toMatchObject({
    status: 409,
    body: { code: 'balance-changed', balance: 9000 },
  })
  expect(await mark({ removalDate: '2026-11-21' })).toMatchObject({ status: 200, body: { amount: 4500 } })
  expect(await validVouchers()).toMatchObject([
    { voucher_no: '5Red1-202611', net_balance: 0, fee_paid: true },
  ])
  expect(await brokenLaws(school.db)).toEqual([])
})
