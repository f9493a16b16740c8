import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { brokenLaws } from '#server/records/laws/book-laws.ts'
import { admit, feesIn, generateAndPost, openSchool, type Caller } from '#test/school.ts'

const otherFees = { discount: 1000, registrationFee: 100, admissionFee: 0, examinationFee: 300 }
const school = await openSchool()

describe("editing a student's fees while others work", () => {
  let desk: Caller
  let rollNo: number
  let november: string

  afterAll(async () => school[Symbol.asyncDispose]())
  beforeEach(async () => {
    await school.reset()
    desk = await school.as('desk@main.test')
    rollNo = await admit(desk, { financialData: { feePeriod: '2026-10-01 to 2026-10-31' } })
    november = `5Red${rollNo}-202611`
  })

  const edit = (monthlyFee: number) =>
    desk.post('/admissions/editAdmissionFee', { rollNo, newFee: { ...otherFees, monthlyFee } })
  const pay = (voucherNo: string, receivedAmount: number) =>
    desk.post(`/finances/markIndividualVoucherAsPaid/Main%20Campus/${voucherNo}`, { receivedAmount })

  it('neither loses nor double-counts a simultaneous payment', async () => {
    await generateAndPost(desk, 'Main Campus', '2026-11-01')
    const answers = await Promise.all([
      ...Array.from({ length: 4 }, (_, index) => edit(6000 + index)),
      ...Array.from({ length: 4 }, () => pay(november, 100)),
    ])
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
    const voucher = await school.db
      .selectFrom('vouchers')
      .select(['received', 'monthly_fee', 'net_balance'])
      .where('voucher_no', '=', november)
      .executeTakeFirstOrThrow()
    expect(voucher.received).toBe(40_000)
    expect(voucher.net_balance).toBe(voucher.monthly_fee - 100_000)
    expect(await feesIn(school.db, rollNo, '2026-11-01')).toMatchObject({ monthly_fee: voucher.monthly_fee })
    expect(await brokenLaws(school.db)).toEqual([])
  })
})
