// Books that must always balance (decisions 3.books.balance): random lives of a campus through the real calls, then the laws asked of the rows.

import { bookLaws } from '#server/records/book-laws.ts'
import { receiptLaws } from '#server/records/receipt-laws.ts'
import { voucherLaws } from '#server/records/voucher-laws.ts'
import { anAdmission, type VoucherRow } from '#test/builders.ts'
import { covers } from '#test/covers.ts'
import { everyRow } from '#test/every-row.ts'
import { addMonths, firstOfMonth } from '#domain/calendar.ts'
import { openSchool, type Answer, type Caller, type TestSchool } from '#test/school.ts'
import * as fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { fullOrShort } from './full-or-short.ts'

const rupees = fc.oneof(
  fc.constantFrom(0, 0.01, 4500, 5000),
  fc.integer({ min: 0, max: 2_000_000 }).map((amount) => amount / 100),
)

const anAct = fc.oneof(
  {
    weight: 2,
    arbitrary: fc.record({
      act: fc.constant('admit' as const),
      monthlyFee: rupees,
      share: fc.constantFrom(0, 0.5, 1),
      once: rupees,
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      act: fc.constant('generate' as const),
      posts: fc.boolean(),
    }),
  },
  { weight: 1, arbitrary: fc.record({ act: fc.constant('post' as const), back: fc.nat(2) }) },
  { weight: 1, arbitrary: fc.record({ act: fc.constant('unpost' as const), back: fc.nat(2) }) },
  {
    weight: 5,
    arbitrary: fc.record({
      act: fc.constant('receive' as const),
      which: fc.nat(30),
      share: fc.constantFrom(0.3, 1, 1, 1.5),
      twice: fc.boolean(),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ act: fc.constant('correct' as const), which: fc.nat(30), amount: rupees }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      act: fc.constant('charge' as const),
      which: fc.nat(30),
      once: rupees,
      wholeClass: fc.boolean(),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      act: fc.constant('force' as const),
      which: fc.nat(30),
      /** Months after the last that was generated. */
      ahead: fc.constantFrom(-1, 0, 0, 0, 0, 1),
      forceGenerate: fc.constantFrom(true, true, true, false),
      twice: fc.boolean(),
      newFee: fc.option(rupees),
      /** Months from today on to that in which the new fee counts. */
      from: fc.constantFrom(-2, 0, 0, 1, 3),
    }),
  },
)
type Act = typeof anAct extends fc.Arbitrary<infer A> ? A : never

interface Life {
  readonly school: TestSchool
  readonly desk: Caller
  /** Months generated so far, the first of them the current one, November 2026; it is the one that takes charges. */
  months: number
}

/** So many that the month after the last, of which a single voucher may be, can still be posted. */
const lastMonths = 6
const monthOfRun = (months: number) => addMonths({ year: 2026, month: 11 }, months)
const dayOfRun = (months: number) => firstOfMonth(monthOfRun(months))

/** Whether money can be received on a voucher, or what was received corrected: no later one that stands is posted. */
const isInPlace = (row: VoucherRow, rows: readonly VoucherRow[]): boolean =>
  !rows.some(
    (later) =>
      later.roll_no === row.roll_no &&
      later.chain_no > row.chain_no &&
      later.posted &&
      later.replaced_by === null,
  )

async function pick({ school }: Life, which: number, mostly = isInPlace) {
  const rows = await school.db
    .selectFrom('vouchers')
    .selectAll()
    .orderBy('generated_at')
    .orderBy('voucher_no')
    .execute()
  // Mostly those of which something can be expected: what is older has mostly been taken over.
  const likely = rows.filter((row) => row.replaced_by === null && mostly(row, rows))
  return which % 4 === 0 ? rows.at(which % (rows.length || 1)) : likely.at(which % (likely.length || 1))
}

const isOpen = (row: VoucherRow, rows: readonly VoucherRow[]): boolean =>
  row.posted && !row.fee_paid && isInPlace(row, rows)

const receive = (life: Life, voucherNo: string, receivedAmount: number, more = {}) =>
  life.desk.post(`/finances/markIndividualVoucherAsPaid/Main%20Campus/${voucherNo}`, {
    receivedAmount,
    ...more,
  })

const postMonth = ({ desk }: Life, action: 'post' | 'unpost', months: number) =>
  desk.post(`/finances/${action}Vouchers/Main%20Campus/${monthOfRun(Math.max(0, months)).month}`)

const acts = {
  async admit({ desk }: Life, { monthlyFee, share, once }: Extract<Act, { act: 'admit' }>) {
    const discount = Math.floor(monthlyFee * 100 * share) / 100
    const financialData = {
      monthlyFee,
      discount,
      registrationFee: once,
      admissionFee: 0,
      feePeriod: '2026-10-01 to 2026-10-31',
    }
    return [await desk.post('/admissions/newAdmission', anAdmission({ financialData }))]
  },
  async generate(life: Life, { posts }: Extract<Act, { act: 'generate' }>) {
    if (life.months >= lastMonths) return []
    const fromDate = dayOfRun(life.months)
    const made = await life.desk.post('/finances/generateVoucher/campus/Main%20Campus', { fromDate })
    // Where each child was given one by itself there is nothing left to generate.
    if (made.status === 200 || made.body['code'] === 'voucher-exists') life.months += 1
    return posts ? [made, await postMonth(life, 'post', life.months - 1)] : [made]
  },
  post: async (life: Life, { back }: Extract<Act, { act: 'post' }>) => [
    await postMonth(life, 'post', life.months - 1 - back),
  ],
  unpost: async (life: Life, { back }: Extract<Act, { act: 'unpost' }>) => [
    await postMonth(life, 'unpost', life.months - 1 - back),
  ],
  async receive(life: Life, { which, share, twice }: Extract<Act, { act: 'receive' }>) {
    const voucher = await pick(life, which, isOpen)
    if (!voucher) return []
    const amount = Math.max(1, Math.round(voucher.net_balance * share)) / 100
    const once = receive(life, voucher.voucher_no, amount)
    return twice ? Promise.all([once, receive(life, voucher.voucher_no, amount)]) : [await once]
  },
  async correct(life: Life, { which, amount }: Extract<Act, { act: 'correct' }>) {
    const voucher = await pick(life, which)
    return voucher
      ? [await receive(life, voucher.voucher_no, amount, { editedBy: 'desk', reason: 'mistyped' })]
      : []
  },
  async charge(life: Life, { which, once, wholeClass }: Extract<Act, { act: 'charge' }>) {
    const voucher = await pick(life, which)
    if (!voucher) return []
    const target = wholeClass ? { ofClass: '5', section: 'Red' } : { rollNumber: voucher.roll_no }
    return [await life.desk.post('/finances/addAdditionalCharges', { ...target, examinationFee: once })]
  },
  async force(life: Life, act: Extract<Act, { act: 'force' }>) {
    const { which, ahead, forceGenerate, twice, newFee, from } = act
    const voucher = await pick(life, which)
    if (!voucher) return []
    const at = voucher.roll_no
    const changed =
      newFee === null
        ? []
        : [
            await life.desk.post(`/admissions/changeStudentFee/${at}`, {
              newFee: { monthlyFee: newFee, discount: 0, feeChangeDate: dayOfRun(from) },
            }),
          ]
    const form = { fromDate: dayOfRun(Math.min(lastMonths, life.months) - 1 + ahead), forceGenerate }
    const once = () => life.desk.post(`/finances/generateVoucher/student/${at}`, form)
    return [...changed, ...(await Promise.all(twice ? [once(), once()] : [once()]))]
  },
}

/** A life in which each act is done once, so that none is left to chance; the first child and then the second in the list. */
const wholeLife: readonly Act[] = [
  { act: 'generate', posts: true },
  { act: 'generate', posts: false },
  { act: 'receive', which: 1, share: 0.3, twice: false },
  { act: 'correct', which: 2, amount: 100 },
  { act: 'admit', monthlyFee: 4500, share: 0, once: 0 },
  { act: 'charge', which: 1, once: 250.5, wholeClass: true },
  {
    act: 'force',
    which: 1,
    ahead: 0,
    forceGenerate: true,
    twice: false,
    newFee: 4700,
    from: 1,
  },
  { act: 'post', back: 0 },
  { act: 'receive', which: 1, share: 1, twice: true },
]

const live = (life: Life, act: Act): Promise<Answer[]> =>
  // The act's name picks the function that takes it; the compiler cannot follow that through a union.
  (acts[act.act] as (life: Life, act: Act) => Promise<Answer[]>)(life, act)

/** Asked after every act; those of students and history take longer and are asked at the end of each life. */
const moneyLaws = { ...voucherLaws, ...receiptLaws }

/** What breaks the laws, in one question: asked one by one they would take longer than all that happens between. */
async function breakersOf(laws: Readonly<Record<string, string>>): Promise<unknown[]> {
  const requested = Object.entries(laws).map(
    ([law, breakers]) => sql`select ${law}::text as law, b.campus, b.key from (${sql.raw(breakers)}) b`,
  )
  const all = sql.join(requested, sql` union all `).$castTo<unknown>()
  return (await all.execute(school.db)).rows
}

let school: TestSchool
beforeAll(async () => {
  school = await openSchool()
})
afterAll(() => school[Symbol.asyncDispose]())

it('whatever the office does, the books balance after every act, and what is refused changes nothing', async () => {
  covers('decisions 3.receipts.numbers', 'decisions 3.receipts.sum', 'decisions 3.corrections.history')
  covers('decisions 3.books.balance', 'decisions 6.unposted.chain')

  const seen = new Map<string, number>()
  await fc.assert(
    fc.asyncProperty(fc.array(anAct, { minLength: 12, maxLength: 14 }), async (life) => {
      await school.reset()
      const alive: Life = { school, desk: await school.as('desk@main.test'), months: 0 }
      await acts.admit(alive, { act: 'admit', monthlyFee: 5000, share: 0, once: 1000 })
      let before = await everyRow(school.db)
      for (const act of life) {
        const answers = await live(alive, act)
        if (act.act === 'receive' && answers.some(({ status }) => status === 200)) {
          const moved = await school.db
            .selectFrom('changes')
            .select('change_no')
            .where('what', '=', 'arrears changed')
            .execute()
          if (moved.length > 0) seen.set('received before an unposted voucher', 1)
        }
        for (const { status } of answers) {
          expect([200, 404, 409, 400]).toContain(status)
          seen.set(`${act.act} ${status}`, (seen.get(`${act.act} ${status}`) ?? 0) + 1)
        }
        const after = await everyRow(school.db)
        const refused = answers.every(({ status }) => status !== 200)
        expect(refused ? after : before).toEqual(before)
        expect(refused ? [] : await breakersOf(moneyLaws)).toEqual([])
        before = after
      }
      expect(await breakersOf(bookLaws)).toEqual([])
    }),
    { numRuns: fullOrShort(24, 8), examples: [[[...wholeLife]]] },
  )
  // Lives in which nothing happens would prove nothing.
  expect([...seen.keys()]).toEqual(
    expect.arrayContaining([
      'admit 200',
      'generate 200',
      'receive 200',
      'correct 200',
      'force 200',
      'charge 200',
      'received before an unposted voucher',
    ]),
  )
}, 600_000)
