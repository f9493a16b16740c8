/** The classes in the order of promotion; Hifz is not part of that order (spec 3.lists.classes). */
export const classes = [
  'Play Group',
  'Nursery',
  'Prep',
  '1',
  '2',
  '3',
  '4',
  '5',
  '6',
  '7',
  '8',
  '9',
  '10',
  'Hifz',
] as const
export const sections = ['Red', 'Green', 'Blue', 'Pink', 'Rose', 'Hifz'] as const
export const genders = ['male', 'female', 'other'] as const

export type SchoolClass = (typeof classes)[number]
export type Section = (typeof sections)[number]
export type Gender = (typeof genders)[number]

export function nextClass(from: SchoolClass): SchoolClass | null {
  if (from === '10' || from === 'Hifz') return null
  return classes[classes.indexOf(from) + 1] ?? null
}
