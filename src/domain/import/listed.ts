// Classes, sections and genders as schools write them. The office chooses the values that are not read here.

import { withoutSpaces } from '#domain/plain-text.ts'
import { classes, genders, sections, type Gender, type SchoolClass, type Section } from '#domain/school.ts'

type Words<T extends string> = readonly (readonly [T, string])[]

const lookup = <T extends string>(words: Words<T>, ours: readonly T[]): ReadonlyMap<string, T> =>
  new Map([
    ...ours.map((value) => [withoutSpaces(value), value] as const),
    ...words.flatMap(([value, list]) => list.split(' ').map((word) => [withoutSpaces(word), value] as const)),
  ])

const classMap = lookup<SchoolClass>(
  [
    ['Play Group', 'play pg plg playgroup playgrp pgroup plygroup پلےگروپ پلے'],
    ['Nursery', 'nur nry nsy nurs nursary nurserry نرسری'],
    ['Prep', 'prp preparatory prepclass پریپ'],
    ['Hifz', 'hifzulquran hifzequran tahfeez tahfeezulquran hafiz حفظ حفظالقرآن تحفیظ'],
    ['1', '1st i one first ist awal awwal pehli pehla اول پہلی ایک یکم'],
    ['2', '2nd ii two second iind doem dom doosri dosri دوم دوسری دو'],
    ['3', '3rd iii three third iiird soem som teesri tisri سوم تیسری تین'],
    ['4', '4th iv four fourth ivth chaharum chaharam chothi chouthi چہارم چوتھی چار'],
    ['5', '5th v five fifth vth panjum panjam panchvi panchwin پنجم پانچویں پانچ'],
    ['6', '6th vi six sixth vith shashum shasham chati chhati ششم چھٹی چھ'],
    ['7', '7th vii seven seventh viith haftum haftam satvi satwin ہفتم ساتویں سات'],
    ['8', '8th viii eight eighth viiith hashtum hashtam athvi aathwin ہشتم آٹھویں آٹھ'],
    ['9', '9th ix nine ninth ixth nahum naham navi nawin نہم نویں نو'],
    ['10', '10th x ten tenth xth dahum daham dasvi daswin دہم دسویں دس'],
  ],
  classes,
)
const sectionMap = lookup<Section>(
  [
    ['Red', 'سرخ لال ریڈ'],
    ['Green', 'سبز ہرا گرین'],
    ['Blue', 'نیلا نیلی بلیو'],
    ['Pink', 'گلابی پنک'],
    ['Rose', 'گلاب روز'],
    ['Hifz', 'حفظ'],
  ],
  sections,
)
const genderMap = lookup<Gender>(
  [
    ['male', 'm b boy boys son larka ladka mard mr master لڑکا مرد مذکر بیٹا'],
    ['female', 'f g girl girls daughter larki ladki aurat khatoon miss ms لڑکی عورت خاتون مونث مؤنث بیٹی'],
    ['other', 'o t x trans transgender khwajasara دیگر خواجہسرا'],
  ],
  genders,
)

const classWords = new Set(
  'class cls clas grade std standard jamat jamaat jammat jamait darja کلاس جماعت درجہ'
    .split(' ')
    .map(withoutSpaces),
)
const sectionWords = new Set('section sec سیکشن فریق'.split(' ').map(withoutSpaces))

const separators = /[\s.,:;/()_–—-]+/

/** A class, and the rest of its text, such as the section in `5 Red`; '' if there is no rest. */
export interface ClassReading {
  readonly studentClass: SchoolClass
  readonly rest: string
}

/** Splits `5A` into two parts, but not `5th`. */
const splitDigits = (word: string): readonly string[] => {
  const [, digits, letters] = /^(\d{1,2})(?!(?:st|nd|rd|th)$)([\p{L}]+)$/iu.exec(word) ?? []
  return digits && letters ? [digits, letters] : [word]
}

/** Reads `V`, `5th`, `Five`, `Class 5`, `پنجم`, `P.G` or `5-A`; null for anything else, such as `KG`. */
export function readClass(text: string): ClassReading | null {
  const words = text
    .split(separators)
    .filter((word) => word !== '' && !classWords.has(withoutSpaces(word)))
    .flatMap(splitDigits)
  const restFrom = (index: number) => words.slice(index).join(' ')
  // Names of several words are tried before single words: `V I` is not the sixth class.
  for (let length = Math.min(3, words.length); length > 0; length--) {
    const name = withoutSpaces(words.slice(0, length).join(''))
    const isNumber = length > 1 && /^[ivx\d]+$/.test(name)
    const studentClass = isNumber ? undefined : classMap.get(name)
    if (studentClass) return { studentClass, rest: restFrom(length) }
  }
  return null
}

/** Splits a text with an unknown class, such as `KG-A` or `Montessori Red`; null if it does not end with a section. */
export function splitSection(
  text: string,
): { readonly classText: string; readonly sectionText: string } | null {
  const [, classText = '', sectionText = ''] = /^(.*[^\s(–/-])[\s(–/-]+([^\s()]+)\)?$/u.exec(text) ?? []
  return /^[a-f]$/i.test(sectionText) || readSection(sectionText) ? { classText, sectionText } : null
}

/** Reads the name of a section; null if the school does not have it. */
export function readSection(text: string): Section | null {
  const words = text.split(separators).filter((word) => !sectionWords.has(withoutSpaces(word)))
  return sectionMap.get(withoutSpaces(words.join(''))) ?? null
}

/** Reads `M`, `Male`, `boy` or `لڑکا`; null for anything else. */
export const readGender = (text: string): Gender | null => genderMap.get(withoutSpaces(text)) ?? null

/** Classes that a title names without the word "class" only if a section follows: a school may be a Prep School. */
const plainClasses: ReadonlySet<string> = new Set<SchoolClass>(['Play Group', 'Nursery', 'Prep'])
const rangeWords = new Set(['to', 'and', 'or', 'till', 'se', 'aur', 'ya', 'تا', 'اور', '&', '+', '|'])

/** Returns a section of the school, or a letter that the office is asked about; '' for any other word. */
const sectionOf = (word = ''): string =>
  readSection(word) ?? (/^[a-f]$/i.test(word) ? word.toUpperCase() : '')

/** Returns true if a class is only the first of several, as in `Class 1 to 5` and `Class 9 & above`. */
function isSpan({ rest }: ClassReading): boolean {
  const [first = ''] = rest.split(' ')
  return readClass(first) !== null || rangeWords.has(withoutSpaces(first) || first)
}

/** Reads the class before or after the word "class". A school may be First Class, but not 5th Class. */
function classNextTo(words: readonly string[], index: number): ClassReading | null {
  const after = readClass(words.slice(index + 1, index + 4).join(' '))
  if (after) return isSpan(after) ? null : after
  const word = words[index - 1] ?? ''
  const before = /[\d\u0600-\u06ff]/.test(word) ? readClass(word) : null
  return before && { ...before, rest: words.slice(index + 1).join(' ') }
}

/** Reads a class such as Nursery that is followed by its section. */
function plainClassAt(words: readonly string[], index: number): ClassReading | null {
  const reading = readClass(words.slice(index, index + 4).join(' '))
  return reading && plainClasses.has(reading.studentClass) && sectionOf(reading.rest.split(' ')[0])
    ? reading
    : null
}

/** The class and section of all children of a sheet. */
export interface TitleReading {
  readonly studentClass: SchoolClass | null
  /** '' if no section is named. */
  readonly section: string
}

const titleOf = (studentClass: SchoolClass | null, section: string): TitleReading | null =>
  studentClass === null && section === '' ? null : { studentClass, section }

/** Reads the class in a title such as `FEE REGISTER CLASS 5TH (RED) 2026`; null if it names no class, or several. */
export function readTitle(title: string): TitleReading | null {
  const words = title.split(separators).filter((word) => word !== '')
  const readings = words.flatMap(
    (word, index) => (classWords.has(withoutSpaces(word)) ? classNextTo : plainClassAt)(words, index) ?? [],
  )
  const [reading] = readings
  if (readings.some(({ studentClass }) => studentClass !== reading?.studentClass)) return null
  const index = words.findIndex((word) => sectionWords.has(withoutSpaces(word)))
  const section = index < 0 ? '' : sectionOf(words[index + 1])
  return titleOf(reading?.studentClass ?? null, section || sectionOf(reading?.rest.split(' ')[0]))
}

/** Reads the class in the name of a sheet, which may be just `5 Red`, `Prep` or `Blue`. */
export function readSheetName(name: string): TitleReading | null {
  const whole = readClass(name)
  const section = sectionOf(whole?.rest)
  if (whole && (whole.rest === '' || section !== '')) return titleOf(whole.studentClass, section)
  return readTitle(name) ?? titleOf(null, sectionOf(name))
}

/** Words of lines that are about a class, but do not begin another class. */
const aboutClass = new Set(['teacher', 'incharge', 'strength', 'wise'])

/**
 * Reads the class in a line between the children, such as `CLASS 6TH (BLUE)` or `6 Blue`, for the children below it:
 * `unread` if the line names a class or section that cannot be read, null for any other line.
 */
export function readDivider(line: string): TitleReading | 'unread' | null {
  const words = line.split(separators).map(withoutSpaces)
  if (!words.some((word) => classWords.has(word) || sectionWords.has(word))) {
    const reading = /\p{L}/u.test(line) ? readSheetName(line) : null
    return reading?.studentClass ? reading : null
  }
  return readTitle(line) ?? (words.some((word) => aboutClass.has(word)) ? null : 'unread')
}
