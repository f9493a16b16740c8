// Random books: what an office does with the fees of a few students, through the real calls; what the portal refuses is left
// out.

import { addDays, addMonths, dateAt, firstOfMonth, monthOf } from '#domain/calendar.ts'
import { departureOutcomes } from '#domain/departure-outcome.ts'
import * as fc from 'fast-check'
import { bringIn } from './moving-in.ts'
import { actNames, performAct, type Act, type ActName, type Office } from './office-acts.ts'
import { admit, type TestSchool } from './school.ts'

const named = (weight: number, ...names: ActName[]) => ({ weight, arbitrary: fc.constantFrom(...names) })
const anAct: fc.Arbitrary<Act> = fc.record({
  name: fc.oneof(named(1, 'bill', 'pay'), named(3, ...actNames)),
  rollNo: fc.integer({ min: 1, max: 4 }),
  amount: fc.integer({ min: 1, max: 900_000 }).map((paisa) => paisa / 100),
  share: fc.constantFrom(0.4, 1, 1.6),
  ahead: fc.constantFrom(-3, -1, 0, 0, 0, 1, 1, 2),
  dueDay: fc.constantFrom('10', '28'),
  posts: fc.boolean(),
  method: fc.constantFrom('cash', 'cash', 'cheque', 'bank', 'online', 'card'),
  daysBack: fc.constantFrom(0, 0, 0, 4, 40),
  studentClass: fc.constantFrom('4', '5', '10'),
  section: fc.constantFrom('Red', 'Blue'),
  outcome: fc.constantFrom(...departureOutcomes),
})

/** Some acts of one day, and how many days after the evening before. */
const aDay = fc.record({
  after: fc.constantFrom<number>(1, 1, 3, 16, 35),
  late: fc.boolean(),
  acts: fc.array(anAct, { minLength: 1, maxLength: 4 }),
})

/** The balance that the fourth student brings, in rupees; null where there are three. */
const anOpening = fc.option(
  fc.oneof(
    fc.constant(0),
    fc.integer({ min: -900_000, max: 900_000 }).map((paisa) => paisa / 100),
  ),
)

export const someBooks = fc.record({
  opening: anOpening,
  days: fc.array(aDay, { minLength: 3, maxLength: 5 }),
})
export type SomeBooks = typeof someBooks extends fc.Arbitrary<infer B> ? B : never

/** Acts with the values that matter; the others are the plainest. */
const act = (name: ActName, of: Partial<Act> = {}): Act => ({
  name,
  rollNo: 1,
  amount: 1250.5,
  share: 0.4,
  ahead: 0,
  dueDay: '10',
  posts: true,
  method: 'cash',
  daysBack: 0,
  studentClass: '5',
  section: 'Red',
  outcome: 'written off',
  ...of,
})

const day = (after: number, ...acts: readonly Act[]) => ({ after, late: after > 10, acts: [...acts] })

/** Books in which every kind of act succeeds, so that none depends on chance. */
export const everyAct: readonly SomeBooks[] = [
  {
    opening: -4000.5,
    days: [
      day(
        1,
        act('bill', { dueDay: '28' }),
        act('pay', { method: 'cheque' }),
        act('bill one', { rollNo: 2, ahead: 1 }),
      ),
      day(
        3,
        act('move', { rollNo: 2, studentClass: '4', section: 'Blue' }),
        act('return cheque'),
        act('pay', { rollNo: 3, share: 1.6, method: 'bank', daysBack: 1 }),
        act('transfer', { rollNo: 3 }),
        act('close'),
        act('reopen', { daysBack: 4 }),
      ),
      day(
        33,
        act('bill one', { rollNo: 4, ahead: 1 }),
        act('bill', { posts: false }),
        act('edit fees', { posts: false }),
        act('re-date'),
        act('change fee', { rollNo: 2, ahead: 1, share: 1.6 }),
        act('take back', { rollNo: 3 }),
        act('refund', { rollNo: 3, method: 'online' }),
      ),
      day(
        80,
        act('post', { ahead: -2 }),
        act('edit fees', { amount: 2000 }),
        act('pay', { share: 1, method: 'cheque', daysBack: 5 }),
        act('refund', { rollNo: 3 }),
        act('leave', { rollNo: 3, outcome: 'paid back' }),
        act('close', { daysBack: 4 }),
        act('correct receipt', { rollNo: 2, share: 0.4 }),
        act('change fee', { rollNo: 2, amount: 3200.5 }),
        act('change fee', { rollNo: 2, ahead: 1, amount: 100, share: 1 }),
      ),
      day(
        1,
        act('re-date', { dueDay: '28' }),
        act('charge', { rollNo: 2 }),
        act('mark paid', { rollNo: 2 }),
        act('pay', { rollNo: 4 }),
        act('bill one', { rollNo: 2, ahead: 1 }),
        act('post', { ahead: 1 }),
        act('edit fees', { rollNo: 2 }),
        act('pay', { rollNo: 2 }),
        act('edit fees', { rollNo: 2, posts: false }),
        act('edit fees', { rollNo: 2 }),
        act('move', { dueDay: '28' }),
      ),
    ],
  },
  {
    opening: 2500,
    days: [
      day(
        1,
        act('edit fees', { rollNo: 3, amount: 2500, share: 1.6 }),
        act('edit fees', { rollNo: 3, amount: 2500, share: 1 }),
        act('bill'),
        act('bill one', { rollNo: 4, ahead: -2 }),
        act('post', { ahead: -2 }),
        act('pay', { rollNo: 4, method: 'online' }),
      ),
      day(
        3,
        act('pay', { rollNo: 4, share: 1 }),
        act('advance', { rollNo: 4, method: 'card' }),
        act('bill one', { ahead: 1 }),
        act('change fee', { ahead: 1, amount: 3100 }),
        act('replace'),
        act('void'),
        act('bill', { ahead: 1, posts: false }),
        act('void run'),
        act('promote'),
      ),
      day(
        31,
        act('bill', { dueDay: '28' }),
        act('unpost'),
        act('move receipt', { rollNo: 4 }),
        act('correct', { rollNo: 2, amount: 99 }),
      ),
      day(
        16,
        act('post'),
        act('waive'),
        act('write off', { rollNo: 2 }),
        act('close'),
        act('graduate', { rollNo: 3, outcome: 'leaves owing' }),
      ),
      day(
        1,
        act('reopen', { daysBack: 4 }),
        act('leave', { rollNo: 4, daysBack: 1 }),
        act('replace', { rollNo: 2 }),
        act('edit fees', { amount: 500 }),
        act('edit fees', { amount: 900, posts: false }),
      ),
    ],
  },
  {
    opening: null,
    days: [
      // A paid month is owed again beneath a later one, as its cheque comes back.
      day(
        1,
        act('bill'),
        act('pay', { share: 1, method: 'cheque' }),
        act('bill one', { ahead: 1 }),
        act('post', { ahead: 1 }),
        act('return cheque'),
      ),
      // A month is paid before the one before it is generated.
      day(
        1,
        act('bill one', { rollNo: 2, ahead: 2 }),
        act('post', { ahead: 2 }),
        act('pay', { rollNo: 2, share: 1 }),
        act('bill one', { rollNo: 2, ahead: 1 }),
        act('post', { ahead: 1 }),
        act('correct receipt', { rollNo: 2, share: 1, method: 'bank' }),
      ),
    ],
  },
]

/** Admits a student of each class, and brings one in where there is an opening balance. */
async function open({ school, desk }: Office, opening: number | null): Promise<void> {
  for (const [studentClass, discount] of Object.entries({ 4: 0, 5: 500, 10: 3000 })) {
    const month = addMonths(monthOf(dateAt(school.now)), -1)
    const feePeriod = `${firstOfMonth(month)} to ${addDays(firstOfMonth(month), 27)}`
    await admit(desk, {
      studentData: {
        studentClass,
        section: discount === 0 ? 'Blue' : 'Red',
        studentName: `Child ${studentClass}`,
      },
      financialData: { feePeriod, discount, receivedNow: 3000 },
    })
  }
  if (opening !== null)
    await bringIn(school, { balance: opening, asOf: '2026-08-31', record: { religion: '' } })
}

const newOffice = async (school: TestSchool): Promise<Office> => ({
  school,
  desk: await school.as('desk@main.test'),
  admin: await school.as('admin@main.test'),
  seen: [],
})

/** Plays the books in an empty school and calls `eachEvening` after the acts of each day. Returns the acts that were not refused. */
export async function playBooks(
  school: TestSchool,
  { opening, days }: SomeBooks,
  eachEvening: (office: Office) => Promise<unknown>,
): Promise<readonly ActName[]> {
  await school.reset()
  school.now = new Date('2026-09-05T09:00:00+05:00')
  let office = await newOffice(school)
  await open(office, opening)
  const done: ActName[] = []
  for (const { after, late, acts } of days) {
    const today = addDays(dateAt(school.now), after)
    // Near midnight, where the days of the school and of UTC differ.
    school.now = new Date(`${today}T${late ? '23:10' : '00:05'}:00+05:00`)
    office = { ...(await newOffice(school)), seen: office.seen }
    for (const each of acts) if (await performAct(office, each)) done.push(each.name)
    await eachEvening(office)
  }
  return done
}
