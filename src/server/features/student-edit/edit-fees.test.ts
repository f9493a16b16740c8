import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { brokenLaws } from '#server/records/laws/book-laws.ts'
import { covers } from '#test/covers.ts'
import { checkNoOp } from '#test/every-row.ts'
import { admit, feesIn, generateAndPost, openSchool, type Caller, type TestSchool } from '#test/school.ts'

const free = { monthlyFee: 0, discount: 0, registrationFee: 0, admissionFee: 0, examinationFee: 0 }
const newFee = {
  monthlyFee: 6000,
  discount: 1000,
  registrationFee: 100,
  admissionFee: 0,
  examinationFee: 300,
}

describe("editing a student's fees", () => {
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
    november = `5Red${rollNo}-202611`
  })

  const edit = (fee: Record<string, unknown> = newFee, extra: Record<string, unknown> = {}, caller = desk) =>
    caller.post('/admissions/editAdmissionFee', { rollNo, newFee: fee, ...extra })
  const pay = (voucherNo: string, receivedAmount: number) =>
    desk.post(`/finances/markIndividualVoucherAsPaid/Main%20Campus/${voucherNo}`, { receivedAmount })
  const info = async () => (await desk.get(`/admissions/getStudentInfo/${rollNo}/Main%20Campus`)).body['data']
  const readFees = () => feesIn(school.db, rollNo, '2026-11-01')
  const history = () =>
    school.db
      .selectFrom('changes')
      .select(['what', 'voucher_no', 'changed_by', 'before', 'after'])
      .where('roll_no', '=', rollNo)
      .where('what', 'not in', ['student admitted', 'payment received'])
      .orderBy('change_no')
      .execute()

  it('re-prices an unpaid latest voucher and does not change pending one-time fees', async () => {
    covers('spec 6.recorded.editor', 'spec 7.admissions.edit-fee', 'decisions 2.identity.user')
    covers('decisions 2.values.computed', 'decisions 3.fees.edit')

    await generateAndPost(desk, 'Main Campus', '2026-11-01')
    await school.db.updateTable('fees').set({ examination_fee: 70_000 }).execute()
    expect(await info()).toMatchObject({ openVoucher: { voucherNo: november, netBalance: 4500 } })

    const { status, body } = await edit({ ...newFee, netMonthlyFee: 1, editedBy: 'x', editedOn: 'today' })
    expect({ status, body }).toMatchObject({
      status: 200,
      body: {
        msg: 'Voucher edited successfully',
        voucher: {
          voucherNo: november,
          monthlyFee: 6000,
          discount: 1000,
          netMonthlyFee: 5000,
          registrationFee: 100,
          examinationFee: 300,
          thisMonth: 5400,
          netBalance: 5400,
          feePaid: false,
        },
      },
    })
    expect(await readFees()).toMatchObject({
      monthly_fee: 600_000,
      discount: 100_000,
      registration_fee: 0,
      examination_fee: 70_000,
    })
    expect(await info()).toMatchObject({
      monthlyFeeData: { ...newFee, netMonthlyFee: 5000 },
      openVoucher: { netBalance: 5400 },
    })
    expect(await history()).toEqual([
      {
        what: 'fees changed',
        voucher_no: null,
        changed_by: 'desk@main.test',
        before: { monthlyFee: 500_000, discount: 50_000 },
        after: { monthlyFee: 600_000, discount: 100_000, feeChangeDate: '2026-11-21' },
      },
      {
        what: 'voucher re-priced',
        voucher_no: november,
        changed_by: 'desk@main.test',
        before: {
          monthlyFee: 500_000,
          discount: 50_000,
          registrationFee: 0,
          examinationFee: 0,
          amount: 450_000,
          balance: 450_000,
        },
        after: {
          monthlyFee: 600_000,
          discount: 100_000,
          registrationFee: 10_000,
          examinationFee: 30_000,
          amount: 540_000,
          balance: 540_000,
        },
      },
    ])
  })

  it.each([
    ['the latest voucher is paid', async () => {}],
    [
      'there is no voucher',
      async () => {
        await school.db.deleteFrom('receipts').execute()
        await school.db.deleteFrom('vouchers').execute()
        await school.db.deleteFrom('changes').execute()
        await school.db.deleteFrom('book_hashes').execute()
        await school.db.updateTable('counters').set({ last: 0 }).where('counter', '=', 'receipt').execute()
      },
    ],
  ])('sets the pending one-time fees, without adding to them, if %s', async (_, arrange) => {
    covers('decisions 3.fees.edit')

    await arrange()
    await school.db.updateTable('fees').set({ examination_fee: 70_000, admission_fee: 5 }).execute()
    const answer = await edit()
    expect(answer).toMatchObject({
      status: 200,
      body: { msg: 'Voucher edited successfully', voucher: null },
    })
    expect(await readFees()).toMatchObject({
      monthly_fee: 600_000,
      discount: 100_000,
      registration_fee: 10_000,
      admission_fee: 0,
      examination_fee: 30_000,
    })
    expect(await info()).toMatchObject({ monthlyFeeData: newFee, openVoucher: null })
    expect(await history()).toMatchObject([
      {
        what: 'fees changed',
        before: { monthlyFee: 500_000, registrationFee: 0, admissionFee: 5, examinationFee: 70_000 },
        after: { monthlyFee: 600_000, registrationFee: 10_000, admissionFee: 0, examinationFee: 30_000 },
      },
    ])
    await generateAndPost(desk, 'Main Campus', '2026-11-01')
    expect(await info()).toMatchObject({ openVoucher: { thisMonth: 5400 } })
    expect(await brokenLaws(school.db)).toEqual([])
  })

  it('marks a voucher with no balance left as paid, together with the vouchers that it carries', async () => {
    await generateAndPost(desk, 'Main Campus', '2026-11-01')
    await generateAndPost(desk, 'Main Campus', '2026-12-01')
    const december = `5Red${rollNo}-202612`
    await pay(december, 4600)
    const { body } = await edit(free, { expectedBalance: 4400 })
    expect(body['voucher']).toMatchObject({ voucherNo: december, netBalance: -100, feePaid: true })
    const vouchers = await school.db
      .selectFrom('vouchers')
      .select(['voucher_no', 'fee_paid'])
      .where('kind', '=', 'monthly')
      .orderBy('chain_no')
      .execute()
    expect(vouchers).toEqual([
      { voucher_no: november, fee_paid: true },
      { voucher_no: december, fee_paid: true },
    ])
    expect((await history()).at(-1)).toMatchObject({
      before: { amount: 450_000, balance: 440_000 },
      after: { amount: 0, balance: -10_000 },
    })
    expect(await brokenLaws(school.db)).toEqual([])
    expect(await pay(december, 1)).toMatchObject({ status: 409, body: { msg: 'Voucher already paid' } })
  })

  it('sets the fee from the month of the edited voucher on, also for a voucher that replaces it', async () => {
    covers('decisions 3.fees.edit')

    await generateAndPost(desk, 'Main Campus', '2026-11-01')
    school.now = new Date('2026-12-05T09:00:00+05:00')
    desk = await school.as('desk@main.test')
    await desk.post(`/admissions/changeStudentFee/${rollNo}`, { newFee: { monthlyFee: 6000, discount: 0 } })
    const forceGenerate = async () => {
      const payload = { fromDate: '2026-11-01', forceGenerate: true }
      return (await desk.post(`/finances/generateVoucher/student/${rollNo}`, payload)).body
    }
    // The form shows the fee of December; only the voucher of November has another fee.
    expect((await edit({ ...free, monthlyFee: 6000 })).body).toMatchObject({
      voucher: { netMonthlyFee: 6000 },
    })
    expect(await forceGenerate()).toMatchObject({ voucher: { monthlyFee: 6000, discount: 0 } })
    expect((await edit({ ...free, monthlyFee: 6000, discount: 300 })).status).toBe(200)
    expect(await forceGenerate()).toMatchObject({ voucher: { monthlyFee: 6000, discount: 300 } })
    expect(await feesIn(school.db, rollNo, '2027-01-01')).toMatchObject({ discount: 30_000 })
    expect(await feesIn(school.db, rollNo, '2026-10-01')).toMatchObject({ monthly_fee: 500_000 })
    expect(await brokenLaws(school.db)).toEqual([])
  })

  it('writes no history if the fees stay the same', async () => {
    await generateAndPost(desk, 'Main Campus', '2026-11-01')
    const sameFees = { ...free, monthlyFee: 5000, discount: 500 }
    expect((await checkNoOp(school.db, () => edit(sameFees))).body).toMatchObject({
      msg: 'Voucher edited successfully',
      voucher: { voucherNo: november, netBalance: 4500 },
    })
  })
})
