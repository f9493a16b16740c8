import { noOneTimeFees, type MonthlyFee, type OneTimeFees } from '#domain/fee.ts'
import { nothing, paisa, type Money } from '#domain/money.ts'
import type { SchoolClass } from '#domain/school.ts'
import type { DemoCampus } from './campuses.ts'
import type { Child } from './children.ts'
import type { Random } from './random.ts'

const paisaInRupee = 100

/** The monthly fee of each class in rupees. */
const monthlyRupees: Readonly<Record<SchoolClass, number>> = {
  'Play Group': 3500,
  Nursery: 3600,
  Prep: 3800,
  '1': 4100,
  '2': 4200,
  '3': 4400,
  '4': 4600,
  '5': 4900,
  '6': 5200,
  '7': 5400,
  '8': 5800,
  '9': 6400,
  '10': 6800,
  Hifz: 3000,
}

/** The discount in percent of the first, second, third and fourth child of a family. */
const siblingPercent = [0, 10, 20, 25] as const

/** Returns a share of an amount, to the nearest fifty rupees. */
const percentOf = (amount: Money, percent: number): Money =>
  paisa(Math.round((amount * percent) / 100 / 5000) * 5000)

function discountPercent(random: Random, { family, placeAmongSiblings }: Child): number {
  const hardshipPercent = random.oneOf([25, 30, 40])
  if (family.concession === 'orphan') return 100
  if (family.concession === 'staff') return 50
  if (family.concession === 'hardship') return hardshipPercent
  return siblingPercent[placeAmongSiblings] ?? 25
}

export function monthlyFee(random: Random, campus: DemoCampus, child: Child): MonthlyFee {
  const fee = paisa((monthlyRupees[child.studentClass] + campus.surcharge) * paisaInRupee)
  return { monthlyFee: fee, discount: percentOf(fee, discountPercent(random, child)) }
}

export const joiningFees = (child: Child): OneTimeFees => ({
  ...noOneTimeFees,
  registrationFee: paisa(100_000),
  admissionFee:
    child.family.concession === 'orphan'
      ? nothing
      : paisa(child.studentClass === 'Hifz' ? 500_000 : 1_000_000),
})

const examination = (examinationFee: Money): OneTimeFees => ({ ...noOneTimeFees, examinationFee })

export const examinationNote = 'First term examination'

/** Returns the fee of the classes that sat an examination last month. */
export const examined = (studentClass: SchoolClass): OneTimeFees =>
  studentClass === '5'
    ? examination(paisa(120_000))
    : studentClass === '8'
      ? examination(paisa(150_000))
      : noOneTimeFees

/** Returns the examination fee that the next voucher of a class will charge. */
export const examinedNext = (studentClass: SchoolClass): OneTimeFees =>
  studentClass === '9' || studentClass === '10' ? examination(paisa(245_050)) : noOneTimeFees
