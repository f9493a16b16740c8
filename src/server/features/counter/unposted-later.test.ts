// An unposted voucher does not block payments (decisions 6.unposted): the posted voucher that it carries can be paid.

import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { brokenLaws } from '#server/records/laws/book-laws.ts'
import { covers } from '#test/covers.ts'
import { checkNoOp } from '#test/every-row.ts'
import { admit, generateAndPost, openSchool, type Caller, type TestSchool } from '#test/school.ts'
import { expectBalanced } from '#test/student-accounts.ts'

const november = '5Red1-202611'
const december = '5Red1-202612'
const january = '5Red1-202701'

describe('a month that is generated but not posted', () => {
  let school: TestSchool
  let desk: Caller

  beforeAll(async () => {
    school = await openSchool()
  })
  afterAll(async () => school[Symbol.asyncDispose]())
  beforeEach(async () => {
    await school.reset()
    desk = await school.as('desk@main.test')
    await admit(desk, { financialData: { feePeriod: '2026-10-01 to 2026-10-31' } })
    await generateAndPost(desk, 'Main Campus', '2026-11-01')
    await generate('2026-12-01')
  })

  const generate = (fromDate: string) =>
    desk.post('/finances/generateVoucher/campus/Main%20Campus', { fromDate })
  const post = (month: number) => desk.post(`/finances/postVouchers/Main%20Campus/${month}`)
  const unpost = (month: number) => desk.post(`/finances/unpostVouchers/Main%20Campus/${month}`)
  const pay = (voucherNo: string, receivedAmount: number, rest = {}) =>
    desk.post(`/finances/markIndividualVoucherAsPaid/Main%20Campus/${voucherNo}`, { receivedAmount, ...rest })
  const correct = (voucherNo: string, receivedAmount: number) =>
    pay(voucherNo, receivedAmount, { editedBy: 'desk', reason: 'Miscounted' })
  const atCounter = async () =>
    (await desk.get('/finances/individualVoucher/Main%20Campus/1')).body['voucher']
  const vouchers = () =>
    school.db
      .selectFrom('vouchers')
      .select(['voucher_no', 'arrears', 'net_balance', 'fee_paid', 'carried_to'])
      .where('kind', '=', 'monthly')
      .orderBy('chain_no')
      .execute()
  const arrearsHistory = () =>
    school.db
      .selectFrom('changes')
      .select(['voucher_no', 'changed_by', 'before', 'after'])
      .where('what', '=', 'arrears changed')
      .orderBy('change_no')
      .execute()
  const expectLawful = async () => {
    await expectBalanced(desk, desk, 1)
    expect(await brokenLaws(school.db)).toEqual([])
  }
  // After every test the account explains the balance and every book law holds.
  afterEach(expectLawful)

  it('keeps the earlier voucher payable', async () => {
    expect(await atCounter()).toMatchObject({
      voucherNo: november,
      netBalance: 4500,
      carriedTo: december,
      takenOverBy: null,
    })
  })

  it('has its arrears lowered by a payment on the earlier voucher, with history', async () => {
    covers('decisions 6.unposted.carried')

    expect((await pay(november, 4500, { expectedBalance: 4500 })).body).toEqual({
      msg: 'Voucher Paid',
      receiptNo: 2,
      balance: 0,
    })
    expect(await vouchers()).toEqual([
      { voucher_no: november, arrears: 0, net_balance: 0, fee_paid: true, carried_to: null },
      { voucher_no: december, arrears: 0, net_balance: 450_000, fee_paid: false, carried_to: null },
    ])
    expect(await arrearsHistory()).toEqual([
      {
        voucher_no: december,
        changed_by: 'desk@main.test',
        before: { arrears: 450_000, balance: 900_000 },
        after: { arrears: 0, balance: 450_000, receivedOnVoucher: november },
      },
    ])
    expect(await atCounter()).toMatchObject({ voucherNo: december, posted: false })
  })

  it('updates a chain of unposted vouchers after a part payment', async () => {
    covers('decisions 6.unposted.chain')

    await generate('2027-01-01')
    expect((await pay(november, 1000)).body).toMatchObject({ msg: 'Part payment received', balance: 3500 })
    expect(await vouchers()).toEqual([
      { voucher_no: november, arrears: 0, net_balance: 350_000, fee_paid: false, carried_to: december },
      { voucher_no: december, arrears: 350_000, net_balance: 800_000, fee_paid: false, carried_to: january },
      { voucher_no: january, arrears: 800_000, net_balance: 1_250_000, fee_paid: false, carried_to: null },
    ])
    expect((await arrearsHistory()).map(({ voucher_no: voucherNo }) => voucherNo)).toEqual([
      december,
      january,
    ])
  })

  it('is paid by an advance that covers it', async () => {
    await generate('2027-01-01')
    expect((await pay(november, 10_000)).body).toMatchObject({ msg: 'Voucher Paid', balance: -5500 })
    expect(await vouchers()).toMatchObject([
      { fee_paid: true, carried_to: null },
      { arrears: -550_000, net_balance: -100_000, fee_paid: true, carried_to: null },
      { arrears: -100_000, net_balance: 350_000, fee_paid: false, carried_to: null },
    ])
  })

  it('allows the receipt on the earlier voucher to be corrected up or down', async () => {
    await pay(november, 4500)
    expect(await correct(november, 500)).toMatchObject({ status: 200, body: { balance: 4000 } })
    expect(await vouchers()).toMatchObject([
      { net_balance: 400_000, fee_paid: false, carried_to: december },
      { arrears: 400_000, net_balance: 850_000, fee_paid: false },
    ])
    expect(await correct(november, 5000)).toMatchObject({ status: 200, body: { balance: -500 } })
    expect(await vouchers()).toMatchObject([
      { fee_paid: true, carried_to: null },
      { arrears: -50_000, net_balance: 400_000 },
    ])
  })

  it('receives payments while it is posted, and no longer when it is unposted', async () => {
    covers('decisions 6.unposted.posted')

    await post(12)
    expect(await atCounter()).toMatchObject({ voucherNo: december, netBalance: 9000 })
    expect(await checkNoOp(school.db, () => pay(november, 1))).toMatchObject({
      status: 409,
      body: { code: 'voucher-carried', msg: 'Voucher carried forward', carriedTo: december },
    })
    expect(await checkNoOp(school.db, () => correct(november, 1))).toMatchObject({
      status: 409,
      body: { code: 'voucher-not-latest', takenOverBy: december },
    })
    await unpost(12)
    expect(await pay(november, 4500)).toMatchObject({ status: 200 })
  })

  it('does not stop a later posted voucher from taking over', async () => {
    await generate('2027-01-01')
    await post(1)
    expect(await pay(november, 1)).toMatchObject({ status: 409, body: { carriedTo: january } })
    expect(await atCounter()).toMatchObject({ voucherNo: january, netBalance: 13_500 })
    expect(await pay(january, 13_500)).toMatchObject({ status: 200 })
    expect(await vouchers()).toMatchObject([{ fee_paid: true }, { fee_paid: true }, { fee_paid: true }])
  })

  it('keeps the amounts of a replaced voucher, and updates its replacement', async () => {
    const replacement = { fromDate: '2026-12-01', forceGenerate: true }
    await desk.post('/finances/generateVoucher/student/1', replacement)
    await pay(november, 1500)
    expect(await vouchers()).toMatchObject([
      { net_balance: 300_000, carried_to: `${december}-2` },
      { voucher_no: december, arrears: 450_000 },
      { voucher_no: `${december}-2`, arrears: 300_000, net_balance: 750_000 },
    ])
  })

  it('accepts simultaneous part payments up to the balance', async () => {
    const answers = await Promise.all([1000, 1500, 2000].map((amount) => pay(november, amount)))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(await vouchers()).toMatchObject([
      { net_balance: 0, fee_paid: true },
      { arrears: 0, net_balance: 450_000 },
    ])
  })

  it('refuses a payment based on the balance before another payment', async () => {
    await pay(november, 1000, { expectedBalance: 4500 })
    const late = () => pay(november, 1000, { expectedBalance: 4500 })
    expect(await checkNoOp(school.db, late)).toMatchObject({
      status: 409,
      body: { code: 'balance-changed', balance: 3500 },
    })
  })

  it('is settled by one payment of a departing student, posted or not', async () => {
    expect(await desk.post('/finances/markArrearsPaid/Main%20Campus/1', {})).toMatchObject({
      status: 200,
      body: { amount: 9000 },
    })
    expect(await vouchers()).toMatchObject([{ fee_paid: true, carried_to: december }, { fee_paid: true }])
  })
})
