// Books that must always balance (decisions §3): random lives of a campus through the real calls, then the laws asked of the rows.

import { bookLaws } from '#test/book-laws.ts'
import { anAdmission } from '#test/builders.ts'
import { everyRow } from '#test/every-row.ts'
import { openSchool, type Answer, type Caller, type TestSchool } from '#test/school.ts'
import * as fc from 'fast-check'
import { sql } from 'kysely'
import { expect, it } from 'vitest'

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
  { weight: 3, arbitrary: fc.record({ act: fc.constant('generate' as const), posts: fc.boolean() }) },
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
    weight: 1,
    arbitrary: fc.record({ act: fc.constant('charge' as const), which: fc.nat(30), once: rupees }),
  },
)
type Act = typeof anAct extends fc.Arbitrary<infer A> ? A : never

interface Life {
  readonly school: TestSchool
  readonly desk: Caller
  /** Months generated so far, the first of them June 2026: a month number means a month near today. */
  months: number
}

const monthOfRun = (months: number) => ({
  year: 2026 + Math.floor((months + 5) / 12),
  month: ((months + 5) % 12) + 1,
})

async function pick({ school }: Life, which: number) {
  const rows = await school.db
    .selectFrom('vouchers')
    .selectAll()
    .orderBy('generated_at')
    .orderBy('voucher_no')
    .execute()
  // Mostly the latest ones: what is older has mostly been taken over.
  const latest = rows.filter((row) => row.carried_to === null)
  return which % 3 === 0 ? rows.at(which % (rows.length || 1)) : latest.at(which % (latest.length || 1))
}

const receive = (life: Life, voucherNo: string, receivedAmount: number, more = {}) =>
  life.desk.post(`/finances/markIndividualVoucherAsPaid/Main%20Campus/${voucherNo}`, {
    receivedAmount,
    ...more,
  })

const postMonth = ({ desk }: Life, verb: 'post' | 'unpost', months: number) =>
  desk.post(`/finances/${verb}Vouchers/Main%20Campus/${monthOfRun(Math.max(0, months)).month}`)

const acts = {
  async admit({ desk }: Life, { monthlyFee, share, once }: Extract<Act, { act: 'admit' }>) {
    const discount = Math.floor(monthlyFee * 100 * share) / 100
    const financialData = {
      monthlyFee,
      discount,
      registrationFee: once,
      admissionFee: 0,
      feePeriod: '2026-05-01 to 2026-05-31',
    }
    return [await desk.post('/admissions/newAdmission', anAdmission({ financialData }))]
  },
  async generate(life: Life, { posts }: Extract<Act, { act: 'generate' }>) {
    if (life.months > 10) return []
    const { year, month } = monthOfRun(life.months)
    const fromDate = `${year}-${String(month).padStart(2, '0')}-01`
    const made = await life.desk.post('/finances/generateVoucher/campus/Main%20Campus', { fromDate })
    if (made.status !== 200) return [made]
    life.months += 1
    return posts ? [made, await postMonth(life, 'post', life.months - 1)] : [made]
  },
  post: async (life: Life, { back }: Extract<Act, { act: 'post' }>) => [
    await postMonth(life, 'post', life.months - 1 - back),
  ],
  unpost: async (life: Life, { back }: Extract<Act, { act: 'unpost' }>) => [
    await postMonth(life, 'unpost', life.months - 1 - back),
  ],
  async receive(life: Life, { which, share, twice }: Extract<Act, { act: 'receive' }>) {
    const voucher = await pick(life, which)
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
  async charge(life: Life, { which, once }: Extract<Act, { act: 'charge' }>) {
    const voucher = await pick(life, which)
    if (!voucher) return []
    await life.school.db
      .updateTable('fees')
      .set({ examination_fee: Math.round(once * 100) })
      .where('roll_no', '=', voucher.roll_no)
      .execute()
    return []
  },
}

const live = (life: Life, act: Act): Promise<Answer[]> =>
  // The act's name picks the function that takes it; the compiler cannot follow that through a union.
  (acts[act.act] as (life: Life, act: Act) => Promise<Answer[]>)(life, act)

// A law of the counter only: a correction may say that money came in on a voucher that was born paid.
const { 'nobody pays more than once after everything is paid': _, ...booksInAnyLife } = bookLaws

/** What the calls keep beyond the books themselves. */
const laws: Readonly<Record<string, string>> = {
  ...booksInAnyLife,
  'replaced vouchers apart, amounts minus receipts are the balance of the latest voucher': `
    select v.roll_no from vouchers v group by v.campus, v.roll_no
    having sum(v.amount) filter (where v.replaced_by is null)
      - coalesce((select sum(r.amount) from receipts r where r.campus = v.campus and r.roll_no = v.roll_no), 0)
      <> (array_agg(v.net_balance order by v.chain_no desc))[1]`,
  'amounts are the sums of their parts': `
    select voucher_no from vouchers where net_balance <> arrears + amount - received
      or amount <> monthly_fee + examination_fee + fine + registration_fee + admission_fee - discount`,
  'receipt numbers run from 1 without a gap': `
    select campus from receipts group by campus having max(receipt_no) <> count(*) or min(receipt_no) <> 1`,
  'money came in on posted vouchers only': `
    select v.voucher_no from vouchers v where not v.posted and exists (
      select from receipts r where r.campus = v.campus and r.voucher_no = v.voucher_no)`,
  'every receipt stands in the history, with what it made of the balance': `
    select r.receipt_no from receipts r where r.kind = 'receipt' and not exists (
      select from changes c where c.campus = r.campus and c.receipt_no = r.receipt_no
        and c.voucher_no = r.voucher_no and c.before ? 'balance' and c.after ? 'balance')`,
  'nobody has two vouchers for a month': `
    select roll_no from vouchers where replaced_by is null group by campus, roll_no, year, month having count(*) > 1`,
}

async function lawsBrokenIn({ db }: TestSchool): Promise<string[]> {
  const broken: string[] = []
  for (const [law, breaches] of Object.entries(laws)) {
    const { rows } = await sql.raw(breaches).execute(db)
    if (rows.length > 0) broken.push(`${law}: ${JSON.stringify(rows)}`)
  }
  return broken
}

it('whatever the office does, the books balance after every act, and what is refused changes nothing', async () => {
  await using school = await openSchool()
  const seen = new Map<string, number>()
  await fc.assert(
    fc.asyncProperty(fc.array(anAct, { minLength: 12, maxLength: 14 }), async (life) => {
      await school.reset()
      const alive: Life = { school, desk: await school.as('desk@main.test'), months: 0 }
      await acts.admit(alive, { act: 'admit', monthlyFee: 5000, share: 0, once: 1000 })
      for (const act of life) {
        const before = await everyRow(school.db)
        const answers = await live(alive, act)
        for (const { status } of answers) {
          expect([200, 404, 409, 400]).toContain(status)
          seen.set(`${act.act} ${status}`, (seen.get(`${act.act} ${status}`) ?? 0) + 1)
        }
        const refused = answers.length > 0 && answers.every(({ status }) => status !== 200)
        expect(refused ? await everyRow(school.db) : before).toEqual(before)
        expect(await lawsBrokenIn(school)).toEqual([])
      }
    }),
    // A slow machine lives fewer lives.
    { numRuns: 15, interruptAfterTimeLimit: 120_000 },
  )
  // Lives in which nothing happens would prove nothing.
  expect([...seen.keys()]).toEqual(
    expect.arrayContaining(['admit 200', 'generate 200', 'receive 200', 'correct 200']),
  )
}, 180_000)

it('the laws notice books that were tampered with', async () => {
  await using school = await openSchool()
  const desk = await school.as('desk@main.test')
  const life: Life = { school, desk, months: 0 }
  await acts.admit(life, { act: 'admit', monthlyFee: 5000, share: 0, once: 1000 })
  await acts.generate(life, { act: 'generate', posts: true })
  await receive(life, '5Red1-202606', 5000)
  expect(await lawsBrokenIn(school)).toEqual([])
  await school.db.updateTable('vouchers').set({ arrears: -1 }).where('kind', '=', 'monthly').execute()
  expect(await lawsBrokenIn(school)).toEqual([
    'amounts minus receipts are the balance of the latest voucher: [{"roll_no":1}]',
    'arrears are what the voucher before left: [{"voucher_no":"5Red1-202606"}]',
    'replaced vouchers apart, amounts minus receipts are the balance of the latest voucher: [{"roll_no":1}]',
  ])
})
