import { classes, type Gender, type SchoolClass, type Section } from '#domain/school.ts'
import type { DemoCampus } from './campuses.ts'
import { family, type Family } from './families.ts'
import { newRandom, type Random, type Weighted } from './random.ts'

/** A child before any date is known. */
export interface Child {
  readonly family: Family
  readonly studentName: string
  readonly gender: Gender
  readonly studentClass: SchoolClass
  readonly section: Section
  /** Play Group is 0, class 10 is 12. */
  readonly level: number
  /** Years, on the day of the school's opening. */
  readonly age: number
  /** The oldest at this school is 0. */
  readonly placeAmongSiblings: number
}

type ChildWithoutSection = Omit<Child, 'section'>

/** Fewer children on the higher steps. */
const levels: readonly [Weighted<number>, ...Weighted<number>[]] = [
  [0, 60],
  [1, 80],
  [2, 90],
  [3, 100],
  [4, 100],
  [5, 96],
  [6, 90],
  [7, 84],
  [8, 78],
  [9, 72],
  [10, 64],
  [11, 54],
  [12, 46],
]
const familySizes = [
  [1, 58],
  [2, 27],
  [3, 11],
  [4, 4],
] as const

/** No two children of a family are born within months of each other. */
function freeLevel(random: Random, taken: ReadonlySet<number>): number {
  for (;;) {
    const level = random.weighted(levels)
    if (!taken.has(level)) return level
  }
}

function classAt(random: Random, level: number, gender: Gender): SchoolClass {
  const learnsByHeart = level >= 6 && level <= 10 && gender === 'male' && random.chance(0.12)
  return learnsByHeart ? 'Hifz' : (classes[level] ?? '10')
}

function siblings(random: Random, home: Family, count: number): ChildWithoutSection[] {
  const birthday = random.next()
  const taken = new Set<number>()
  const names = new Set<string>()
  for (let child = 0; child < count; child++) taken.add(freeLevel(random, taken))
  return [...taken]
    .toSorted((one, other) => other - one)
    .map((level, placeAmongSiblings) => {
      const gender = random.chance(0.54) ? 'male' : 'female'
      return {
        family: home,
        studentName: childName(random, home, gender, names),
        gender,
        level,
        studentClass:
          home.naming.religion === 'Islam' ? classAt(random, level, gender) : (classes[level] ?? '10'),
        age: level + 3.5 + birthday + random.next() / 8,
        placeAmongSiblings,
      }
    })
}

function childName(
  random: Random,
  { naming, familyName }: Family,
  gender: Gender,
  taken: Set<string>,
): string {
  for (;;) {
    const given = random.oneOf(gender === 'male' ? naming.boys : naming.girls)
    if (taken.has(given)) continue
    taken.add(given)
    // Many girls carry no family name in the register.
    return gender === 'female' && given.includes(' ') ? given : `${given} ${familyName}`
  }
}

const perSection = 24
const boysSections = ['Red', 'Green', 'Blue'] as const
const girlsSections = ['Pink', 'Rose'] as const
const mixedSections = ['Red', 'Pink', 'Green', 'Rose', 'Blue'] as const

/** No more sections than the children fill; each class begins with another one. */
function oneOfUsed(random: Random, sections: readonly Section[], children: number, level: number): Section {
  const used = Math.min(sections.length, Math.max(1, Math.ceil(children / perSection)))
  return sections[(level + random.between(0, used - 1)) % sections.length] ?? 'Red'
}

/** From class 6 on, boys and girls of larger classes sit apart; some boys learn by heart beside their lessons. */
function sectionFor(
  random: Random,
  { studentClass, level, gender }: ChildWithoutSection,
  classSize: number,
): Section {
  if (studentClass === 'Hifz') return random.chance(0.9) ? 'Hifz' : 'Green'
  if (level >= 6 && level <= 8 && gender === 'male' && random.chance(0.05)) return 'Hifz'
  if (level < 8 || classSize < perSection / 2) return oneOfUsed(random, mixedSections, classSize, level)
  return oneOfUsed(random, gender === 'male' ? boysSections : girlsSections, classSize / 2, level)
}

/** Makes as many children as asked for, in whole families, seated in classes and sections. */
export function childrenOf(campus: DemoCampus, count: number): Child[] {
  const people = newRandom(campus.seed)
  const children: ChildWithoutSection[] = []
  for (let index = 0; children.length < count; index++) {
    const home = family(people, campus.name, campus.familiesFrom + index)
    const size = Math.min(people.weighted(familySizes), count - children.length)
    children.push(...siblings(people, home, size))
  }
  const sizes = new Map<SchoolClass, number>()
  for (const { studentClass } of children) sizes.set(studentClass, (sizes.get(studentClass) ?? 0) + 1)
  return children.map((child) => ({
    ...child,
    section: sectionFor(people, child, sizes.get(child.studentClass) ?? 0),
  }))
}
