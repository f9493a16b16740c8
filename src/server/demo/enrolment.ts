import { addDays, addYears, type CalendarDate } from '#domain/calendar.ts'
import type { MonthlyFee } from '#domain/fee.ts'
import { classes, type SchoolClass } from '#domain/school.ts'
import type { DemoCampus } from './campuses.ts'
import { childrenOf, type Child } from './children.ts'
import { monthlyFee } from './fee-plan.ts'
import { newRandom, type Random } from './random.ts'
import { dayBetween, openDay, type MonthNumber, type SchoolYear } from './school-year.ts'

const firstRollNo = 1001

export interface Departure {
  readonly month: MonthNumber
  readonly on: CalendarDate
  readonly state: 'removed' | 'graduated'
}

/** A child with the numbers and dates of the register. */
export interface Enrolled extends Child {
  readonly rollNo: number
  readonly admissionDate: CalendarDate
  readonly admissionClass: SchoolClass
  readonly dateOfBirth: CalendarDate
  readonly promotedOn: CalendarDate | null
  /** The month of the admission; null if it was before the three months. */
  readonly newIn: MonthNumber | null
  readonly departure: Departure | null
  readonly fees: MonthlyFee
}

/** The admission of a child, relative to today, so that the order of the roll numbers is the same on every day. */
type AdmissionTime =
  | { readonly newIn: MonthNumber; readonly share: number }
  | { readonly newIn: null; readonly yearsAgo: number; readonly dayOfYear: number }

/** The number of days from the beginning of the school year to the last admission before the three months. */
const lastDayOfThisYear = 85

function drawAdmission(random: Random, child: Child): AdmissionTime {
  const month = random.oneOf([0, 1, 2])
  const share = random.next()
  const firstLevel = random.chance(0.5) ? random.between(0, 2) : random.between(0, 12)
  const day = random.chance(0.8) ? random.between(-25, 40) : random.between(-25, 300)
  if (random.chance(0.04)) return { newIn: month, share }
  const yearsAgo = Math.max(0, child.level - firstLevel)
  return { newIn: null, yearsAgo, dayOfYear: yearsAgo === 0 ? Math.min(day, lastDayOfThisYear) : day }
}

const order = (when: AdmissionTime): number =>
  when.newIn === null ? when.dayOfYear - when.yearsAgo * 365 : 1000 * (when.newIn + 1) + when.share

function admissionDate(when: AdmissionTime, year: SchoolYear): CalendarDate {
  if (when.newIn === null) {
    const date = addDays(addYears(year.began, -when.yearsAgo), when.dayOfYear)
    return openDay(date, addDays(date, 1))
  }
  const { first, until } = year.months[when.newIn]
  return dayBetween(first, until, when.share)
}

function admissionClass(when: AdmissionTime, child: Child): SchoolClass {
  if (when.newIn !== null || when.yearsAgo === 0) return child.studentClass
  if (child.studentClass === 'Hifz' && when.yearsAgo <= 2) return 'Hifz'
  return classes[child.level - when.yearsAgo] ?? child.studentClass
}

/** Draws the departure of a child: few leave; some of class 10 graduate near the end of the oldest month. */
function departure(
  random: Random,
  { unpostedClasses }: DemoCampus,
  child: Child,
  when: AdmissionTime,
  year: SchoolYear,
): Departure | null {
  const month = random.oneOf([0, 1, 2])
  const share = 0.5 + random.next() / 2
  const leaves = random.chance(0.03)
  const graduates = random.chance(0.25) && child.studentClass === '10'
  if (when.newIn !== null) return null
  if (graduates)
    return {
      month: 0,
      on: openDay(addDays(year.months[0].first, 24), year.months[0].last),
      state: 'graduated',
    }
  if (!leaves) return null
  // An unposted voucher of the current month cannot be paid, and a student who has not paid does not leave.
  const leavesIn = unpostedClasses.includes(child.studentClass) ? 1 : month
  const { first, until } = year.months[leavesIn]
  return { month: leavesIn, on: dayBetween(first, until, share), state: 'removed' }
}

/** Returns the register of a campus in the order of its roll numbers. */
export function enrol(campus: DemoCampus, count: number, year: SchoolYear): Enrolled[] {
  const office = newRandom(campus.seed + 1)
  return childrenOf(campus, count)
    .map((child) => ({ child, when: drawAdmission(office, child) }))
    .toSorted((one, other) => order(one.when) - order(other.when))
    .map(({ child, when }, index) => ({
      ...child,
      rollNo: firstRollNo + index,
      admissionDate: admissionDate(when, year),
      admissionClass: admissionClass(when, child),
      dateOfBirth: addDays(year.today, -Math.round(child.age * 365.25)),
      promotedOn:
        when.newIn === null && when.yearsAgo > 0 && child.studentClass !== 'Hifz' ? year.began : null,
      newIn: when.newIn,
      departure: departure(office, campus, child, when, year),
      fees: monthlyFee(office, campus, child),
    }))
}

export const recordFields = ({ family, ...child }: Enrolled) => ({
  admissionDate: child.admissionDate,
  studentName: child.studentName,
  fatherName: family.fatherName,
  dateOfBirth: child.dateOfBirth,
  placeOfBirth: family.placeOfBirth,
  gender: child.gender,
  religion: family.naming.religion,
  address: family.address,
  fatherCnic: family.fatherCnic,
  fatherOccupation: family.fatherOccupation,
  fatherHomePhone: family.fatherHomePhone,
  fatherOfficePhone: family.fatherOfficePhone,
  telephone: family.telephone,
  fatherEmail: family.fatherEmail,
  studentClass: child.studentClass,
  section: child.section,
})
