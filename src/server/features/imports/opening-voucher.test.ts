// An opening voucher in every call that uses a voucher (docs/decisions/0063-moving-in.md).

import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest'
import { campusPreview } from '#contract/voucher-run.ts'
import { brokenLaws } from '#server/records/laws/book-laws.ts'
import { checkNoOp } from '#test/every-row.ts'
import { bringIn } from '#test/moving-in.ts'
import { replyOf } from '#test/sample-calls.ts'
import { feesIn, openSchool, type Caller } from '#test/school.ts'
import { expectBalanced, getAccount } from '#test/student-accounts.ts'
import { refusedAs } from '#test/voucher-school.ts'

const main = 'Main%20Campus'
const school = await openSchool()
let desk: Caller

const goTo = async (day: string) => {
  school.now = new Date(`${day}T09:00:00+05:00`)
  desk = await school.as('desk@main.test')
}
beforeEach(async () => {
  await school.reset()
  await goTo('2026-11-03')
})
const obeysLaws = async () => expect(await brokenLaws(school.db)).toEqual([])
afterEach(obeysLaws)
afterAll(() => school[Symbol.asyncDispose]())

const pay = (voucherNo: string, receivedAmount: number, extra = {}) =>
  desk.post(`/finances/markIndividualVoucherAsPaid/${main}/${voucherNo}`, { receivedAmount, ...extra })
const ok = async (answer: ReturnType<Caller['post']>) => {
  const { status, body } = await answer
  expect([status, body]).toEqual([200, body])
  return body
}
const runNovember = async (day = '2026-11-05') => {
  await goTo(day)
  await ok(desk.post(`/finances/generateVoucher/campus/${main}`, { fromDate: '2026-11-01' }))
  await ok(desk.post(`/finances/postVouchers/${main}/11`))
}
const generate = (rollNo: number, fromDate: string, extra = {}) =>
  desk.post(`/finances/generateVoucher/student/${rollNo}`, { fromDate, ...extra })
const getLatest = (rollNo: number) =>
  school.db
    .selectFrom('latest_vouchers')
    .selectAll()
    .where('campus', '=', 'Main Campus')
    .where('roll_no', '=', rollNo)
    .executeTakeFirst()

describe('an opening balance of 7,500', () => {
  it('can be received at once, and the November run carries the rest', async () => {
    await bringIn(school, { rollNo: 1023, balance: 7500 })
    expect((await desk.get(`/finances/individualVoucher/${main}/1023`)).body).toMatchObject({
      voucher: {
        voucherNo: '5Red1023open',
        kind: 'opening',
        arrears: 7500,
        thisMonth: 0,
        netBalance: 7500,
        posted: true,
      },
    })
    await ok(pay('5Red1023open', 2500))
    expect(await getLatest(1023)).toMatchObject({ net_balance: 500_000, received: 250_000, fee_paid: false })
    await runNovember()
    expect(await getLatest(1023)).toMatchObject({
      voucher_no: '5Red1023-202611',
      chain_no: 2,
      arrears: 500_000,
      net_balance: 950_000,
    })
    const account = await expectBalanced(desk, desk, 1023)
    expect(account).toMatchObject([
      {
        kind: 'opening',
        date: '2026-10-31',
        who: 'admin@main.test',
        voucherNo: '5Red1023open',
        note: 'Opening balance as of 31 Oct 2026',
        amount: 7500,
        balance: 7500,
      },
      { kind: 'receipt', amount: -2500, balance: 5000 },
      { kind: 'carried', voucherNo: '5Red1023open', note: 'Balance of 5,000 carried forward' },
      { kind: 'voucher', amount: 4500, balance: 9500 },
    ])
    expect((await getAccount(desk, 1023)).unpaid).toMatchObject([
      { voucherNo: '5Red1023open', amount: 7500, unpaid: 5000 },
      { voucherNo: '5Red1023-202611', amount: 4500, unpaid: 4500 },
    ])
  })

  it('is corrected, waived and paid with the voucher that carries it', async () => {
    await bringIn(school, { rollNo: 1023, balance: 7500 })
    await ok(pay('5Red1023open', 2500))
    await ok(pay('5Red1023open', 2000, { editedBy: 'desk', reason: 'Miscounted' }))
    await ok(desk.post(`/finances/lowerDebt/${main}/1023`, { kind: 'waiver', amount: 500, reason: 'Agreed' }))
    await runNovember()
    await ok(pay('5Red1023-202611', 9500))
    const vouchers = await school.db.selectFrom('vouchers').selectAll().orderBy('chain_no').execute()
    expect(vouchers).toMatchObject([
      { voucher_no: '5Red1023open', fee_paid: true, carried_to: '5Red1023-202611', net_balance: 500_000 },
      { voucher_no: '5Red1023-202611', fee_paid: true, net_balance: 0 },
    ])
    await expectBalanced(desk, desk, 1023)
  })

  it('is never unposted, voided or replaced, and counts as the voucher of its month', async () => {
    await bringIn(school, { rollNo: 1023, balance: 7500 })
    const unposted = await checkNoOp(school.db, () => desk.post(`/finances/unpostVouchers/${main}/10`))
    expect(unposted).toMatchObject({ status: 404, body: { code: 'nothing-to-unpost' } })
    expect(
      await checkNoOp(school.db, () =>
        desk.post(`/finances/voidVoucher/${main}/5Red1023open`, { reason: 'By mistake' }),
      ),
    ).toMatchObject(
      refusedAs('voucher-not-voidable', { msg: 'This voucher cannot be voided: opening balance' }),
    )
    expect((await getAccount(desk, 1023)).vouchers).toMatchObject([{ amount: 7500, voidable: false }])
    const covered = refusedAs('voucher-exists', {
      msg: 'Voucher already exists for this month',
      voucherNo: '5Red1023open',
    })
    for (const extra of [{}, { forceGenerate: true }]) {
      expect(await checkNoOp(school.db, () => generate(1023, '2026-10-01', extra))).toMatchObject(covered)
    }
    expect(await desk.get(`/finances/studentVoucherPreview/${main}/1023/2026-10-01`)).toMatchObject(covered)
    const preview = await desk.get(`/finances/campusVoucherPreview/${main}/2026-10-01`)
    expect(replyOf(campusPreview, preview.body).skipped).toMatchObject([
      { rollNo: 1023, voucherNo: '5Red1023open', kind: 'opening' },
    ])
  })

  it('keeps its charges at 0: edited fees and an examination fee wait for the next voucher', async () => {
    await bringIn(school, { rollNo: 1023, balance: 7500 })
    const newFee = { monthlyFee: 6000, discount: 0, registrationFee: 0, admissionFee: 300, examinationFee: 0 }
    const edited = await ok(desk.post('/admissions/editAdmissionFee', { rollNo: 1023, newFee }))
    expect(edited['voucher']).toBeNull()
    await ok(desk.post('/finances/addAdditionalCharges', { rollNumber: 1023, examinationFee: 700 }))
    const info = await desk.get('/admissions/getStudentInfo/1023/Main%20Campus')
    expect(info.body).toMatchObject({
      data: {
        monthlyFeeData: { monthlyFee: 6000, admissionFee: 300, examinationFee: 700 },
        openVoucher: null,
      },
    })
    expect(await getLatest(1023)).toMatchObject({ amount: 0, net_balance: 750_000 })
    expect(await feesIn(school.db, 1023, '2026-11-01')).toMatchObject({ monthly_fee: 600_000 })
    await runNovember()
    expect(await getLatest(1023)).toMatchObject({ amount: 700_000, arrears: 750_000, net_balance: 1_450_000 })
  })
})

describe('an advance of 3,000', () => {
  it('is paid from the start and leaves 1,500 due in November', async () => {
    await bringIn(school, { rollNo: 1023, balance: -3000 })
    expect(await getLatest(1023)).toMatchObject({ fee_paid: true, net_balance: -300_000 })
    await runNovember()
    expect(await getLatest(1023)).toMatchObject({ arrears: -300_000, net_balance: 150_000, fee_paid: false })
    expect((await getAccount(desk, 1023)).unpaid).toMatchObject([
      { voucherNo: '5Red1023-202611', amount: 4500, unpaid: 1500 },
    ])
    await ok(pay('5Red1023-202611', 1500))
    await expectBalanced(desk, desk, 1023)
  })

  it('can be increased and paid back', async () => {
    await bringIn(school, { rollNo: 1023, balance: -3000 })
    await ok(desk.post(`/finances/receiveInAdvance/${main}/1023`, { receivedAmount: 500 }))
    await ok(desk.post(`/finances/refundAdvance/${main}/1023`, { amount: 3500, reason: 'Left the town' }))
    expect(await getLatest(1023)).toMatchObject({ net_balance: 0 })
    await expectBalanced(desk, desk, 1023)
  })
})
