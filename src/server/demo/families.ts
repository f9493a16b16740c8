import type { CampusName } from './campuses.ts'
import { birthplaces, namings, neighbourhoods, occupations, type Naming } from './names.ts'
import type { Random } from './random.ts'

/** The reason why a family pays less than the plan says. */
export type Concession = 'none' | 'staff' | 'hardship' | 'orphan'

/** The data that brothers and sisters share. */
export interface Family {
  readonly naming: Naming
  readonly familyName: string
  readonly fatherName: string
  readonly placeOfBirth: string
  readonly address: string
  readonly fatherCnic: string
  readonly fatherOccupation: string
  readonly fatherHomePhone: string
  readonly fatherOfficePhone: string
  readonly telephone: string
  readonly fatherEmail: string
  readonly concession: Concession
}

const concessions = [
  ['none', 900],
  ['staff', 25],
  ['hardship', 70],
  ['orphan', 5],
] as const

/** Seven digits that look drawn and never repeat: the step has no divisor in common with ten million. */
const sevenDigits = (index: number): string =>
  String((index * 6_180_339 + 1_234_577) % 10_000_000).padStart(7, '0')

/** The family with this number in the school; numbers of families never repeat, so cards and telephones do not either. */
export function family(random: Random, campus: CampusName, index: number): Family {
  const naming = random.weighted(namings)
  const familyName = random.oneOf(naming.families)
  const given = random.oneOf(naming.fathers)
  const { place, district } = random.weighted(birthplaces)
  const digits = sevenDigits(index)
  const concession = random.weighted(concessions)
  const house = `House ${random.between(1, 480)}, Street ${random.between(1, 38)}`
  const where = `${house}, ${random.oneOf(neighbourhoods[campus])}, Lahore`
  const phone = (operator: number, last = digits) => `03${String(operator).padStart(2, '0')}-${last}`
  const mothers = phone(random.between(0, 49), sevenDigits(index + 1_000_000))
  const shop = `042-3${random.between(5, 7)}${random.between(100_000, 999_999)}`
  const occupation = concession === 'staff' ? 'School staff' : random.oneOf(occupations)
  const email = `${given}.${familyName}${random.between(1, 99)}@example.com`.toLowerCase().replaceAll(' ', '')
  return {
    naming,
    familyName,
    fatherName: `${given} ${familyName}`,
    placeOfBirth: place,
    address: random.chance(0.93) ? where : '',
    fatherCnic: random.chance(0.95) ? `${district}-${digits}-${random.between(0, 4) * 2 + 1}` : '',
    fatherOccupation: random.chance(0.94) ? occupation : '',
    fatherHomePhone: phone(random.between(0, 49)),
    fatherOfficePhone: random.chance(0.35) ? shop : '',
    telephone: random.chance(0.75) ? mothers : '',
    fatherEmail: random.chance(0.3) ? email : '',
    concession,
  }
}
