import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { brokenLaws } from '#server/records/laws/book-laws.ts'
import { checkNoOp } from '#test/every-row.ts'
import { admit, generateAndPost, openSchool, type Caller } from '#test/school.ts'
import { getAccount } from '#test/student-accounts.ts'

const campus = 'Main%20Campus'
const school = await openSchool()
let desk: Caller
/** Fills class 10: students 1 and 4 owe 4,500, 2 owes nothing, 3 paid 500 in advance. All have a December voucher. */
async function fillClass() {
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
const graduate = (extra = {}) =>
  desk.post('/admissions/promoteClass', {
    campus: 'Main Campus',
    classToPromote: '10',
    isGraduation: true,
    graduationDate: '2026-11-21',
    ...extra,
  })
const preview = async (day = '') =>
  (await desk.get(`/admissions/promotionPreview/${campus}/10?graduationDate=${day}`)).body['graduation']
const reason = 'Left after the examination'
const outcome = (rollNo: number, kind: string, expectedBalance: number, extra = {}) => ({
  rollNo,
  kind,
  reason,
  expectedBalance,
  ...extra,
})
const allValid = [
  outcome(1, 'written off', 4500),
  outcome(3, 'paid back', -500, { method: 'bank', reference: 'TX 9' }),
  outcome(4, 'leaves owing', 4500),
]
const listEntries = () =>
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
  beforeAll(fillClass)
  afterAll(expectLaws)

  describe('the preview of a graduation', () => {
    it('lists the balances of students without later months, and the vouchers to be voided', async () => {
      const student = { studentClass: '10', section: 'Red', fatherName: 'Imran Khan' }
      const november = (rollNo: number) => ({
        voucherNo: `10Red${rollNo}-202611`,
        posted: true,
        notPosted: 0,
      })
      const graduation = await preview()
      expect(graduation).toEqual({
        balances: [
          { rollNo: 1, studentName: 'Ayesha Khan', ...student, balance: 4500, ...november(1) },
          { rollNo: 3, studentName: 'Sana Malik', ...student, balance: -500, ...november(3) },
          { rollNo: 4, studentName: 'Dua Noor', ...student, balance: 4500, ...november(4) },
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

    it('shows the unposted part of a balance', async () => {
      const { balances } = (await preview('2026-12-01')) as { balances: object[] }
      const draft = { voucherNo: '10Red1-202612', posted: false }
      expect(balances[0]).toMatchObject({ ...draft, balance: 9000, notPosted: 4500 })
    })

    it('includes more vouchers to be voided on an earlier day', async () => {
      const { balances, voided } = (await preview('2026-10-31')) as { balances: object[]; voided: object[] }
      // The vouchers with a receipt are kept.
      expect(balances).toMatchObject([{ rollNo: 3, balance: -500 }])
      expect(voided).toHaveLength(6)
    })
  })

  describe('the check of refused outcomes', () => {
    it.each([
      ['a student of another class', [...allValid, outcome(9, 'written off', 1)], 'outcomes.3.rollNo'],
      ['the same student twice', [...allValid, outcome(1, 'written off', 4500)], 'outcomes.3.rollNo'],
      ['no reason', [{ ...allValid[0], reason: '' }], 'outcomes.0.reason'],
      [
        'a cheque without number',
        [allValid[0], { ...allValid[1], method: 'cheque', reference: '' }, allValid[2]],
        'outcomes.1.reference',
      ],
      ['a method of a debt', [{ ...allValid[0], method: 'cash' }, allValid[2]], 'outcomes.0.method'],
    ])('names the field for %s', async (_, outcomes, field) => {
      expect(await checkNoOp(school.db, () => graduate({ outcomes }))).toMatchObject({
        status: 400,
        body: { errors: [{ field }] },
      })
    })

    it('refuses a last outcome that does not fit its balance', async () => {
      const outcomes = [allValid[0], allValid[2], outcome(3, 'leaves owing', -500)]
      expect(await checkNoOp(school.db, () => graduate({ outcomes }))).toMatchObject({
        status: 409,
        body: { code: 'nothing-due' },
      })
    })

    it('refuses outcomes with a promotion', async () => {
      const promotion = { classToPromote: '9', isGraduation: false, outcomes: [] }
      expect(await checkNoOp(school.db, () => graduate(promotion))).toMatchObject({
        status: 400,
        body: { errors: [{ field: 'outcomes' }] },
      })
    })

    // This test is the last, because it makes a payment.
    it('names each student whose balance has changed, or who owes and has no outcome', async () => {
      await pay(1, 1000)
      expect(await checkNoOp(school.db, () => graduate({ outcomes: allValid.slice(0, 2) }))).toMatchObject({
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
  beforeEach(fillClass)
  afterEach(expectLaws)

  it('applies the outcome of each graduate in one transaction', async () => {
    expect(await graduate({ outcomes: allValid })).toEqual(
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
    const rows = await school.db.selectFrom('adjustments').selectAll().orderBy('adjustment_no').execute()
    expect(rows).toMatchObject([
      { kind: 'write-off', roll_no: 1, amount: -450_000, reason },
      { kind: 'refund', roll_no: 3, amount: 50_000, method: 'bank', reference: 'TX 9' },
    ])
    const departure = { state: 'graduated', removalDate: '2026-11-21' }
    expect(await listEntries()).toEqual([
      { roll_no: 1, after: { ...departure, outcome: 'written off', reason, balance: 0, adjustmentNo: 1 } },
      { roll_no: 2, after: departure },
      { roll_no: 3, after: { ...departure, outcome: 'paid back', reason, balance: 0, adjustmentNo: 2 } },
      { roll_no: 4, after: { ...departure, outcome: 'leaves owing', reason, balance: 450_000 } },
    ])
    expect(await getAccount(desk, 4)).toMatchObject({ balance: 4500, leftOwing: { amount: 4500, reason } })
    expect((await pay(4, 4500)).status).toBe(200)
  })

  it('without outcomes voids the later months and leaves every balance unchanged', async () => {
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

  it('is refused if a simultaneous payment changes a balance, or else the payment is refused', async () => {
    const [graduated, paid] = await Promise.all([graduate({ outcomes: allValid }), pay(1, 4500)])
    const answers = { graduated: graduated.body['code'] ?? 'done', paid: paid.body['code'] ?? 'done' }
    expect([
      { graduated: 'done', paid: 'voucher-already-paid' },
      { graduated: 'balances-changed', paid: 'done' },
    ]).toContainEqual(answers)
  })
})
