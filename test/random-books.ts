// Random books: an office's acts on the fees of a few students, through the real calls; refused ones are left out.

import * as fc from 'fast-check'
import { addDays, addMonths, dateAt, firstOfMonth, monthOf } from '#domain/calendar.ts'
import { departureOutcomes } from '#domain/departure-outcome.ts'
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

/** Some acts of one day, and the days since the last evening. */
const aDay = fc.record({
  after: fc.constantFrom<number>(1, 1, 3, 16, 35),
  late: fc.boolean(),
  acts: fc.array(anAct, { minLength: 1, maxLength: 4 }),
})

/** The fourth student's opening balance in rupees; null if there are three students. */
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

/** Admits a student of each class, and brings one in if there is an opening balance. */
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

/** Plays the books in an empty school; `eachEvening` runs after each day. Returns the acts that were not refused. */
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
    // Sets a time near midnight, where the days of the school and of UTC differ.
    school.now = new Date(`${today}T${late ? '23:10' : '00:05'}:00+05:00`)
    office = { ...(await newOffice(school)), seen: office.seen }
    for (const each of acts) if (await performAct(office, each)) done.push(each.name)
    await eachEvening(office)
  }
  return done
}
