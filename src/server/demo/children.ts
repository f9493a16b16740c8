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
  /** Age in years on the day the school opened. */
  readonly age: number
  /** 0 for the oldest of the family's children at this school. */
  readonly placeAmongSiblings: number
}

type ChildWithoutSection = Omit<Child, 'section'>

/** The weights of the levels: most children are in the early classes. */
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

/** Draws a level that no sibling has, so that siblings are born about a year or more apart. */
function freeLevel(random: Random, taken: ReadonlySet<number>): number {
  for (;;) {
    const level = random.weighted(levels)
    if (!taken.has(level)) return level
  }
}

function classAt(random: Random, level: number, gender: Gender): SchoolClass {
  const isHifz = level >= 6 && level <= 10 && gender === 'male' && random.chance(0.12)
  return isHifz ? 'Hifz' : (classes[level] ?? '10')
}

function siblings(random: Random, household: Family, count: number): ChildWithoutSection[] {
  const birthday = random.next()
  const takenLevels = new Set<number>()
  const names = new Set<string>()
  for (let child = 0; child < count; child++) takenLevels.add(freeLevel(random, takenLevels))
  return [...takenLevels]
    .toSorted((one, other) => other - one)
    .map((level, placeAmongSiblings) => {
      const gender = random.chance(0.54) ? 'male' : 'female'
      return {
        family: household,
        studentName: childName(random, household, gender, names),
        gender,
        level,
        studentClass:
          household.naming.religion === 'Islam' ? classAt(random, level, gender) : (classes[level] ?? '10'),
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
    // Many girls have no family name in the register.
    return gender === 'female' && given.includes(' ') ? given : `${given} ${familyName}`
  }
}

const perSection = 24
const boysSections = ['Red', 'Green', 'Blue'] as const
const girlsSections = ['Pink', 'Rose'] as const
const mixedSections = ['Red', 'Pink', 'Green', 'Rose', 'Blue'] as const

/** Uses only as many sections as the children fill; each class starts with a different section. */
function drawSection(random: Random, sections: readonly Section[], children: number, level: number): Section {
  const usedSections = Math.min(sections.length, Math.max(1, Math.ceil(children / perSection)))
  return sections[(level + random.between(0, usedSections - 1)) % sections.length] ?? 'Red'
}

/** From class 6 on, boys and girls of larger classes are separate; a few younger boys attend Hifz and lessons. */
function sectionFor(
  random: Random,
  { studentClass, level, gender }: ChildWithoutSection,
  classSize: number,
): Section {
  if (studentClass === 'Hifz') return random.chance(0.9) ? 'Hifz' : 'Green'
  if (level >= 6 && level <= 8 && gender === 'male' && random.chance(0.05)) return 'Hifz'
  if (level < 8 || classSize < perSection / 2) return drawSection(random, mixedSections, classSize, level)
  return drawSection(random, gender === 'male' ? boysSections : girlsSections, classSize / 2, level)
}

/** Makes `count` children, family by family, and assigns classes and sections. */
export function childrenOf(campus: DemoCampus, count: number): Child[] {
  const people = newRandom(campus.seed)
  const children: ChildWithoutSection[] = []
  for (let index = 0; children.length < count; index++) {
    const household = family(people, campus.name, campus.familiesFrom + index)
    const size = Math.min(people.weighted(familySizes), count - children.length)
    children.push(...siblings(people, household, size))
  }
  const sizes = new Map<SchoolClass, number>()
  for (const { studentClass } of children) sizes.set(studentClass, (sizes.get(studentClass) ?? 0) + 1)
  return children.map((child) => ({
    ...child,
    section: sectionFor(people, child, sizes.get(child.studentClass) ?? 0),
  }))
}
