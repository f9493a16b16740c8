// Random books: an office's actions on the fees of a few students, through the real calls.

import * as fc from 'fast-check'
import { addDays, addMonths, dateAt, firstOfMonth, monthOf } from '#domain/calendar.ts'
import { departureOutcomes } from '#domain/departure-outcome.ts'
import { bringIn } from './moving-in.ts'
import { actionNames, performAction, type Action, type ActionName, type Office } from './office-acts.ts'
import { admit, type TestSchool } from './school.ts'

const choice = (weight: number, ...names: ActionName[]) => ({ weight, arbitrary: fc.constantFrom(...names) })
const anAction: fc.Arbitrary<Action> = fc.record({
  name: fc.oneof(choice(1, 'generate run', 'pay'), choice(3, ...actionNames)),
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

/** Some actions of one day, and the number of days since the last evening. */
const aDay = fc.record({
  daysLater: fc.constantFrom<number>(1, 1, 3, 16, 35),
  isEvening: fc.boolean(),
  actions: fc.array(anAction, { minLength: 1, maxLength: 4 }),
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
export type RandomBooks = typeof someBooks extends fc.Arbitrary<infer B> ? B : never

/** Admits a student of each class, and imports a student if there is an opening balance. */
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

/** Plays the books in an empty school; `eachEvening` runs after each day. Returns the actions that were not refused. */
export async function playBooks(
  school: TestSchool,
  { opening, days }: RandomBooks,
  eachEvening: (office: Office) => Promise<unknown>,
): Promise<readonly ActionName[]> {
  await school.reset()
  school.now = new Date('2026-09-05T09:00:00+05:00')
  let office = await newOffice(school)
  await open(office, opening)
  const done: ActionName[] = []
  for (const { daysLater, isEvening, actions } of days) {
    const today = addDays(dateAt(school.now), daysLater)
    // Sets a time near midnight, when the days of the school and of UTC differ.
    school.now = new Date(`${today}T${isEvening ? '23:10' : '00:05'}:00+05:00`)
    office = { ...(await newOffice(school)), seen: office.seen }
    for (const each of actions) if (await performAction(office, each)) done.push(each.name)
    await eachEvening(office)
  }
  return done
}
