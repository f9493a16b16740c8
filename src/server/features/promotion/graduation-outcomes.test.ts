import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { brokenLaws } from '#server/records/laws/book-laws.ts'
import { untouched } from '#test/every-row.ts'
import { admit, generateAndPost, openSchool, type Caller } from '#test/school.ts'
import { getAccount } from '#test/student-accounts.ts'

const campus = 'Main%20Campus'
const school = await openSchool()
let desk: Caller
/** Fills class 10: 1 owes 4,500, 2 owes nothing, 3 paid 500 in advance, 4 owes 4,500. All have a voucher of December. */
async function fill() {
  await school.reset()
  desk = await school.as('desk@main.test')
  for (const studentName of ['Ayesha Khan', 'Bilal Ahmed', 'Sana Malik', 'Dua Noor']) {
    await admit(desk, {
      studentData: { studentName, studentClass: '10', admissionDate: '2026-04-01' },
      financialData: { feePeriod: '2026-10-01 to 2026-10-31' },
    })
  }
  await generateAndPost(desk, 'Main Campus', '2026-11-01')
  await desk.post(`/finances/generateVoucher/campus/${campus}`, { fromDate: '2026-12-01' })
  await pay(2, 4500)
  await pay(3, 5000)
}
async function expectLaws() {
  const broken = await brokenLaws(school.db)
  if (broken.length > 0) throw new Error(`Broken laws: ${JSON.stringify(broken)}`)
}
afterAll(() => school[Symbol.asyncDispose]())

const pay = (rollNo: number, receivedAmount: number) =>
  desk.post(`/finances/markIndividualVoucherAsPaid/${campus}/10Red${rollNo}-202611`, { receivedAmount })
const graduate = (more = {}) =>
  desk.post('/admissions/promoteClass', {
    campus: 'Main Campus',
    classToPromote: '10',
    isGraduation: true,
    graduationDate: '2026-11-21',
    ...more,
  })
const preview = async (day = '') =>
  (await desk.get(`/admissions/promotionPreview/${campus}/10?graduationDate=${day}`)).body['graduation']
const reason = 'Left after the examination'
const given = (rollNo: number, kind: string, expectedBalance: number, more = {}) => ({
  rollNo,
  kind,
  reason,
  expectedBalance,
  ...more,
})
const all = [
  given(1, 'written off', 4500),
  given(3, 'paid back', -500, { method: 'bank', reference: 'TX 9' }),
  given(4, 'leaves owing', 4500),
]
const lines = () =>
  school.db
    .selectFrom('changes')
    .select(['roll_no', 'after'])
    .where('what', '=', 'student graduated')
    .orderBy('roll_no')
    .execute()
const validVouchers = () =>
  school.db
    .selectFrom('vouchers')
    .select(['voucher_no', 'net_balance', 'fee_paid'])
    .where('kind', '=', 'monthly')
    .where('voided', '=', false)
    .orderBy('voucher_no')
    .execute()

describe('before a graduation', () => {
  // Only the last of these tests changes anything.
  beforeAll(fill)
  afterAll(expectLaws)

  describe('the preview of a graduation', () => {
    it('lists the students who owe or paid in advance without the months after it, and the vouchers to be voided', async () => {
      const named = { studentClass: '10', section: 'Red', fatherName: 'Imran Khan' }
      const november = (rollNo: number) => ({
        voucherNo: `10Red${rollNo}-202611`,
        posted: true,
        notPosted: 0,
      })
      const graduation = await preview()
      expect(graduation).toEqual({
        balances: [
          { rollNo: 1, studentName: 'Ayesha Khan', ...named, balance: 4500, ...november(1) },
          { rollNo: 3, studentName: 'Sana Malik', ...named, balance: -500, ...november(3) },
          { rollNo: 4, studentName: 'Dua Noor', ...named, balance: 4500, ...november(4) },
        ],
        voided: [1, 2, 3, 4].map((rollNo) => ({
          rollNo,
          voucherNo: `10Red${rollNo}-202612`,
          year: 2026,
          month: 12,
          amount: 4500,
          posted: false,
        })),
      })
    })

    it('says how much of a balance is not posted', async () => {
      const { balances } = (await preview('2026-12-01')) as { balances: object[] }
      const draft = { voucherNo: '10Red1-202612', posted: false }
      expect(balances[0]).toMatchObject({ ...draft, balance: 9000, notPosted: 4500 })
    })

    it('voids more on an earlier day', async () => {
      const { balances, voided } = (await preview('2026-10-31')) as { balances: object[]; voided: object[] }
      // The vouchers with a receipt are kept.
      expect(balances).toMatchObject([{ rollNo: 3, balance: -500 }])
      expect(voided).toHaveLength(6)
    })
  })

  describe('the check of outcomes, after which nobody graduates,', () => {
    it.each([
      ['a student of another class', [...all, given(9, 'written off', 1)], 'outcomes.3.rollNo'],
      ['the same student twice', [...all, given(1, 'written off', 4500)], 'outcomes.3.rollNo'],
      ['no reason', [{ ...all[0], reason: '' }], 'outcomes.0.reason'],
      [
        'a cheque without number',
        [all[0], { ...all[1], method: 'cheque', reference: '' }, all[2]],
        'outcomes.1.reference',
      ],
      ['a method of a debt', [{ ...all[0], method: 'cash' }, all[2]], 'outcomes.0.method'],
    ])('names the field for %s', async (_, outcomes, field) => {
      expect(await untouched(school.db, () => graduate({ outcomes }))).toMatchObject({
        status: 400,
        body: { errors: [{ field }] },
      })
    })

    it('refuses a last outcome that does not fit its balance', async () => {
      const outcomes = [all[0], all[2], given(3, 'leaves owing', -500)]
      expect(await untouched(school.db, () => graduate({ outcomes }))).toMatchObject({
        status: 409,
        body: { code: 'nothing-due' },
      })
    })

    it('refuses outcomes with a promotion', async () => {
      const promotion = { classToPromote: '9', isGraduation: false, outcomes: [] }
      expect(await untouched(school.db, () => graduate(promotion))).toMatchObject({
        status: 400,
        body: { errors: [{ field: 'outcomes' }] },
      })
    })

    // This test is the last, because it pays.
    it('names each student whose balance has changed, or who owes and has none', async () => {
      await pay(1, 1000)
      expect(await untouched(school.db, () => graduate({ outcomes: all.slice(0, 2) }))).toMatchObject({
        status: 409,
        body: {
          code: 'balances-changed',
          msg: 'Balances have changed. Please check again.',
          students: [
            { rollNo: 1, studentName: 'Ayesha Khan', balance: 3500 },
            { rollNo: 4, studentName: 'Dua Noor', balance: 4500 },
          ],
        },
      })
    })
  })
})

describe('a graduation', () => {
  beforeEach(fill)
  afterEach(expectLaws)

  it('gives each graduate an outcome, in one transaction', async () => {
    expect(await graduate({ outcomes: all })).toEqual(
      expect.objectContaining({
        status: 200,
        body: { msg: 'Class graduated successfully', promoted: 4, skipped: 0 },
      }),
    )
    expect(await validVouchers()).toMatchObject([
      { voucher_no: '10Red1-202611', net_balance: 0, fee_paid: true },
      { voucher_no: '10Red2-202611', net_balance: 0 },
      { voucher_no: '10Red3-202611', net_balance: 0 },
      { voucher_no: '10Red4-202611', net_balance: 450_000, fee_paid: false },
    ])
    const made = await school.db.selectFrom('adjustments').selectAll().orderBy('adjustment_no').execute()
    expect(made).toMatchObject([
      { kind: 'write-off', roll_no: 1, amount: -450_000, reason },
      { kind: 'refund', roll_no: 3, amount: 50_000, method: 'bank', reference: 'TX 9' },
    ])
    const left = { state: 'graduated', removalDate: '2026-11-21' }
    expect(await lines()).toEqual([
      { roll_no: 1, after: { ...left, outcome: 'written off', reason, balance: 0, adjustmentNo: 1 } },
      { roll_no: 2, after: left },
      { roll_no: 3, after: { ...left, outcome: 'paid back', reason, balance: 0, adjustmentNo: 2 } },
      { roll_no: 4, after: { ...left, outcome: 'leaves owing', reason, balance: 450_000 } },
    ])
    expect(await getAccount(desk, 4)).toMatchObject({ balance: 4500, leftOwing: { amount: 4500, reason } })
    expect((await pay(4, 4500)).status).toBe(200)
  })

  it('graduates without outcomes as before, voids the later months and leaves every balance', async () => {
    expect((await graduate()).body).toEqual({
      msg: 'Class graduated successfully',
      promoted: 4,
      skipped: 0,
    })
    expect((await validVouchers()).map(({ voucher_no, net_balance }) => [voucher_no, net_balance])).toEqual([
      ['10Red1-202611', 450_000],
      ['10Red2-202611', 0],
      ['10Red3-202611', -50_000],
      ['10Red4-202611', 450_000],
    ])
    const voidings = await school.db
      .selectFrom('changes')
      .select('after')
      .where('what', '=', 'voucher voided')
      .execute()
    expect(voidings).toHaveLength(4)
    expect(voidings[0]?.after).toMatchObject({ reason: 'Graduated on 21 Nov 2026' })
    expect(await getAccount(desk, 4)).toMatchObject({ balance: 4500, leftOwing: null })
  })

  it('refuses a balance that a payment has just changed, or wins over the payment', async () => {
    const [graduated, paid] = await Promise.all([graduate({ outcomes: all }), pay(1, 4500)])
    const answers = { graduated: graduated.body['code'] ?? 'done', paid: paid.body['code'] ?? 'done' }
    expect([
      { graduated: 'done', paid: 'voucher-already-paid' },
      { graduated: 'balances-changed', paid: 'done' },
    ]).toContainEqual(answers)
  })
})
