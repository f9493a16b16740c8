import { describe, expect, it } from 'vitest'
import { classes, genders, sections } from '#domain/school.ts'
import { readClass, readGender, readSection, splitSection } from './listed.ts'

describe('a class', () => {
  const spellings = {
    'Play Group': ['Play Group', 'Playgroup', 'P.G', 'PG', 'Play', 'play-group', 'پلے گروپ'],
    Nursery: ['Nursery', 'Nur', 'NUR.', 'Class Nursery', 'نرسری'],
    Prep: ['Prep', 'PREP', 'Preparatory', 'پریپ'],
    1: ['1', 'I', '1st', 'One', 'First', 'Class 1', 'Class One', 'Grade 1', 'اول', '۱', 'Std. I', 'Class-I'],
    2: ['II', '2nd', 'دوم', 'Two'],
    3: ['III', '3rd', 'سوم', 'Class III'],
    4: ['IV', '4th', 'چہارم', 'Four'],
    5: ['V', '5th', 'Five', 'Class 5', 'پنجم', 'جماعت پنجم', 'Fifth', 'panjum', '5.'],
    6: ['VI', '6th', 'ششم', '6 th'],
    7: ['VII', 'Seven', 'ہفتم'],
    8: ['VIII', '8TH', 'ہشتم', 'هشتم'],
    9: ['IX', 'Ninth', 'نہم'],
    10: ['X', '10th', 'Ten', 'دہم', 'Class 10'],
    Hifz: ['Hifz', 'HIFZ', 'Hifz-ul-Quran', 'حفظ'],
  } as const

  it.each(Object.entries(spellings).flatMap(([ours, texts]) => texts.map((text) => [text, ours] as const)))(
    '%j is %s',
    (text, ours) => {
      expect(readClass(text)).toEqual({ studentClass: ours, rest: '' })
    },
  )

  it.each(classes)('%s is read as the portal writes it', (ours) => {
    expect(readClass(ours)).toEqual({ studentClass: ours, rest: '' })
  })

  it.each([
    ['5-A', '5', 'A'],
    ['5 Red', '5', 'Red'],
    ['5A', '5', 'A'],
    ['5th (Blue)', '5', 'Blue'],
    ['Class 10 - Rose', '10', 'Rose'],
    ['Play Group Red', 'Play Group', 'Red'],
    ['V/B', '5', 'B'],
    ['پنجم سبز', '5', 'سبز'],
  ])('with a section, %j, is class %s', (text, studentClass, rest) => {
    expect(readClass(text)).toEqual({ studentClass, rest })
  })

  it.each(['KG', 'Montessori', '11', '12th', 'XI', 'O Level', 'Matric', '0', '', '-', '?'])(
    'is not %j',
    (text) => {
      expect(readClass(text)).toBeNull()
    },
  )

  it('that the school does not have is separated from its section', () => {
    expect(splitSection('KG-A')).toEqual({ classText: 'KG', sectionText: 'A' })
    expect(splitSection('Montessori (Red)')).toEqual({ classText: 'Montessori', sectionText: 'Red' })
    expect(splitSection('O Level')).toBeNull()
    expect(splitSection('KG')).toBeNull()
  })
})

describe('sections and genders', () => {
  it.each(sections)('include %s in any form', (section) => {
    for (const text of [
      section,
      section.toUpperCase(),
      `Section ${section}`,
      `${section} Sec.`,
      ` ${section} `,
    ])
      expect(readSection(text)).toBe(section)
  })

  it('that the school does not have are not read', () => {
    for (const text of ['A', 'Iqbal', '', 'Reds', 'B']) expect(readSection(text)).toBeNull()
    for (const text of ['?', '', 'Muhammad']) expect(readGender(text)).toBeNull()
  })

  it.each([
    ['male', ['M', 'm', 'Male', 'MALE', 'Boy', 'boys', 'لڑکا', 'B']],
    ['female', ['F', 'Female', 'girl', 'G', 'لڑکی']],
    ['other', ['Other', 'Trans']],
  ] as const)('include %s in any form', (gender, texts) => {
    for (const text of [...texts, ...genders.filter((ours) => ours === gender)])
      expect(readGender(text)).toBe(gender)
  })
})
