import { classes, sections } from '#domain/school.ts'
import { netBalance, outstandingNow } from '#domain/voucher-amounts.ts'
import { sum } from '#domain/money.ts'
import { voucherList, type VoucherRow } from '#reports/voucher-list.ts'
import { anAdmission } from '#test/builders.ts'
import { covers } from '#test/covers.ts'
import { getRows } from '#test/report-rows.ts'
import { admit, openSchool, type Caller, type TestSchool } from '#test/school.ts'
import * as fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'

// Random schools whose students change class and section while they owe, some of it on vouchers that are not posted.

const months = ['2026-10', '2026-11', '2026-12', '2027-01'] as const
const someClasses = ['4', '5', '6'] as const
const someSections = ['Red', 'Blue'] as const

const anAction = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      act: fc.constant('bill' as const),
      /** Not in the order of the issue dates, so that a later voucher can lie before the dates of the report. */
      dueDay: fc.constantFrom('10', '28'),
      posts: fc.boolean(),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      act: fc.constant('move' as const),
      which: fc.nat(2),
      studentClass: fc.constantFrom(...someClasses),
      section: fc.constantFrom(...someSections),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      act: fc.constant('receive' as const),
      which: fc.nat(2),
      share: fc.constantFrom(0.4, 1, 1.6),
    }),
  },
  { weight: 1, arbitrary: fc.record({ act: fc.constant('leave' as const), which: fc.nat(2) }) },
)
type Action = typeof anAction extends fc.Arbitrary<infer A> ? A : never

let school: TestSchool
let desk: Caller
let billed = 0

beforeAll(async () => {
  school = await openSchool()
})
afterAll(() => school[Symbol.asyncDispose]())

async function openWithStudents(): Promise<void> {
  await school.reset()
  desk = await school.as('desk@main.test')
  billed = 0
  for (const studentClass of someClasses) {
    await admit(desk, {
      studentData: { studentClass },
      financialData: { feePeriod: '2026-09-01 to 2026-09-30' },
    })
  }
}

async function bill({ dueDay, posts }: Extract<Action, { act: 'bill' }>): Promise<void> {
  const month = months[billed]
  if (!month) return
  billed += 1
  const dates = { fromDate: `${month}-01`, issueDate: `${month}-05`, dueDate: `${month}-${dueDay}` }
  await desk.post('/finances/generateVoucher/campus/Main%20Campus', dates)
  if (posts) await desk.post(`/finances/postVouchers/Main%20Campus/${Number(month.slice(5))}`)
}

async function move({ which, studentClass, section }: Extract<Action, { act: 'move' }>): Promise<void> {
  const { studentData } = anAdmission({ studentData: { studentClass, section } })
  await desk.post('/admissions/editAdmission', { studentData: { ...studentData, rollNo: which + 1 } })
}

/** Receives on the student's last posted voucher. */
async function receive({ which, share }: Extract<Action, { act: 'receive' }>): Promise<void> {
  const voucher = await school.db
    .selectFrom('vouchers')
    .select(['voucher_no', 'net_balance'])
    .where('roll_no', '=', which + 1)
    .where('posted', '=', true)
    .orderBy('chain_no', 'desc')
    .executeTakeFirstOrThrow()
  const receivedAmount = Math.round(voucher.net_balance * share) / 100
  await desk.post(`/finances/markIndividualVoucherAsPaid/Main%20Campus/${voucher.voucher_no}`, {
    receivedAmount,
  })
}

async function perform(action: Action): Promise<void> {
  if (action.act === 'bill') return bill(action)
  if (action.act === 'move') return move(action)
  if (action.act === 'receive') return receive(action)
  await school.db
    .updateTable('students')
    .set({ state: 'removed', left_on: '2026-11-21' })
    .where('roll_no', '=', action.which + 1)
    .execute()
}

const aQuery = fc.record(
  {
    type: fc.constantFrom('all', 'all', 'admitted', 'removed'),
    fromDate: fc.constantFrom('2026-10-01', '2026-11-01'),
    toDate: fc.constantFrom('2026-11-20', '2026-12-15', '2027-01-31'),
    toDateOf: fc.constantFrom('issueDate', 'dueDate'),
    unposted: fc.constant('leftOut'),
  },
  { requiredKeys: [] },
)
type Query = Readonly<Record<string, string>>

const rowsOf = async (query: Query): Promise<readonly VoucherRow[]> =>
  (await getRows(school, desk, voucherList, query)).rows

const numbersOf = (rows: readonly VoucherRow[]): string[] => rows.map(({ voucherNo }) => voucherNo).toSorted()

/** The rows of each class, or of each section; one after the other, as a session reads one report at a time. */
async function inParts(query: Query, by: 'studentClass' | 'section') {
  const parts: (readonly VoucherRow[])[] = []
  for (const part of by === 'section' ? sections : classes) parts.push(await rowsOf({ ...query, [by]: part }))
  return parts
}

async function expectPartsToAddUp(query: Query): Promise<void> {
  const debts = await rowsOf({ ...query, paidStatus: 'unpaid' })
  const all = await rowsOf({ ...query, paidStatus: 'all' })
  expect(new Set(debts.map(({ rollNo }) => rollNo)).size).toBe(debts.length)
  for (const by of ['studentClass', 'section'] as const) {
    const parts = await inParts({ ...query, paidStatus: 'unpaid' }, by)
    expect(numbersOf(parts.flat())).toEqual(numbersOf(debts))
    expect(sum(...parts.flat().map(netBalance))).toBe(sum(...debts.map(netBalance)))
    const monthsByVoucher = (rows: readonly VoucherRow[]) =>
      Object.fromEntries(rows.map(({ voucherNo, monthsOwed }) => [voucherNo, monthsOwed]))
    expect(monthsByVoucher(parts.flat())).toEqual(monthsByVoucher(debts))
    const dues = (await inParts({ ...query, paidStatus: 'all' }, by)).map(outstandingNow)
    expect(sum(...dues)).toBe(outstandingNow(all))
  }
  // One at a time is the same debt: what a class owes is in one of its sections.
  const ofClass5 = await rowsOf({ ...query, paidStatus: 'unpaid', studentClass: '5' })
  const inSections = await inParts({ ...query, paidStatus: 'unpaid', studentClass: '5' }, 'section')
  expect(numbersOf(inSections.flat())).toEqual(numbersOf(ofClass5))
}

it('the classes, and the sections, add up to the campus and list each debt once, whatever the school', async () => {
  covers('decisions 3.reports.debt-once')

  await fc.assert(
    fc.asyncProperty(
      fc.array(anAction, { minLength: 4, maxLength: 10 }),
      fc.array(aQuery, { minLength: 1, maxLength: 2 }),
      async (actions, queries) => {
        await openWithStudents()
        for (const action of actions) await perform(action)
        for (const query of queries) await expectPartsToAddUp(query)
      },
    ),
    {
      numRuns: 6,
      examples: [
        [
          [
            { act: 'bill', dueDay: '28', posts: true },
            { act: 'move', which: 0, studentClass: '5', section: 'Blue' },
            { act: 'bill', dueDay: '10', posts: true },
            { act: 'move', which: 0, studentClass: '6', section: 'Red' },
            { act: 'bill', dueDay: '28', posts: false },
            { act: 'receive', which: 1, share: 0.4 },
            { act: 'leave', which: 2 },
          ],
          [
            {},
            { fromDate: '2026-10-01', toDate: '2026-11-20', toDateOf: 'dueDate' },
            { unposted: 'leftOut' },
          ],
        ],
      ],
    },
  )
})
