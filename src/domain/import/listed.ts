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

/** A class, and the rest of its text, which is the section in `5 Red`; '' if there is none. */
export interface ClassReading {
  readonly studentClass: SchoolClass
  readonly rest: string
}

/** `5A` is in two parts, `5th` in one. */
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
  const restFrom = (at: number) => words.slice(at).join(' ')
  // Names of several words first, then one word: `V I` is not the sixth class.
  for (let length = Math.min(3, words.length); length > 0; length--) {
    const name = withoutSpaces(words.slice(0, length).join(''))
    const isNumber = length > 1 && /^[ivx\d]+$/.test(name)
    const studentClass = isNumber ? undefined : classMap.get(name)
    if (studentClass) return { studentClass, rest: restFrom(length) }
  }
  return null
}

/** The class and section in `KG-A` or `Montessori Red`, whose class is not ours; null if no section is behind it. */
export function splitSection(
  text: string,
): { readonly classText: string; readonly sectionText: string } | null {
  const [, classText = '', sectionText = ''] = /^(.*[^\s(–/-])[\s(–/-]+([^\s()]+)\)?$/u.exec(text) ?? []
  return /^[a-f]$/i.test(sectionText) || readSection(sectionText) ? { classText, sectionText } : null
}

/** Reads the name of a section; null for one that is not ours. */
export function readSection(text: string): Section | null {
  const words = text.split(separators).filter((word) => !sectionWords.has(withoutSpaces(word)))
  return sectionMap.get(withoutSpaces(words.join(''))) ?? null
}

/** Reads `M`, `Male`, `boy` or `لڑکا`; null for anything else. */
export const readGender = (text: string): Gender | null => genderMap.get(withoutSpaces(text)) ?? null

/** A class that a title may name without the word "class", but not without a section: a school may be a Prep School. */
const plainClasses: ReadonlySet<string> = new Set<SchoolClass>(['Play Group', 'Nursery', 'Prep'])
const between = new Set(['to', 'and', 'or', 'till', 'se', 'aur', 'ya', 'تا', 'اور', '&', '+', '|'])

/** A section of ours, or a letter that the office is asked about; '' for any other word. */
const sectionOf = (word = ''): string =>
  readSection(word) ?? (/^[a-f]$/i.test(word) ? word.toUpperCase() : '')

/** True if a class is only the first of several, as in `Class 1 to 5` and `Class 9 & above`. */
function isSpan({ rest }: ClassReading): boolean {
  const [first = ''] = rest.split(' ')
  return readClass(first) !== null || between.has(withoutSpaces(first) || first)
}

/** The class before or after the word "class". A school may be First Class, but not 5th Class. */
function classBeside(words: readonly string[], at: number): ClassReading | null {
  const after = readClass(words.slice(at + 1, at + 4).join(' '))
  if (after) return isSpan(after) ? null : after
  const word = words[at - 1] ?? ''
  const before = /[\d\u0600-\u06ff]/.test(word) ? readClass(word) : null
  return before && { ...before, rest: words.slice(at + 1).join(' ') }
}

/** A class such as Nursery with its section. */
function plainClassAt(words: readonly string[], at: number): ClassReading | null {
  const reading = readClass(words.slice(at, at + 4).join(' '))
  return reading && plainClasses.has(reading.studentClass) && sectionOf(reading.rest.split(' ')[0])
    ? reading
    : null
}

/** The class and section of all children of a sheet. */
export interface TitleReading {
  readonly studentClass: SchoolClass | null
  /** '' if none is named. */
  readonly section: string
}

const named = (studentClass: SchoolClass | null, section: string): TitleReading | null =>
  studentClass === null && section === '' ? null : { studentClass, section }

/** The class in a title such as `FEE REGISTER CLASS 5TH (RED) 2026`, for all children below it; null for none, or several. */
export function readTitle(title: string): TitleReading | null {
  const words = title.split(separators).filter((word) => word !== '')
  const found = words.flatMap(
    (word, at) => (classWords.has(withoutSpaces(word)) ? classBeside : plainClassAt)(words, at) ?? [],
  )
  const [reading] = found
  if (found.some(({ studentClass }) => studentClass !== reading?.studentClass)) return null
  const at = words.findIndex((word) => sectionWords.has(withoutSpaces(word)))
  const behind = at < 0 ? '' : sectionOf(words[at + 1])
  return named(reading?.studentClass ?? null, behind || sectionOf(reading?.rest.split(' ')[0]))
}

/** The class in the name of a sheet, which may be nothing but `5 Red`, `Prep` or `Blue`. */
export function readSheetName(name: string): TitleReading | null {
  const whole = readClass(name)
  const section = sectionOf(whole?.rest)
  if (whole && (whole.rest === '' || section !== '')) return named(whole.studentClass, section)
  return readTitle(name) ?? named(null, sectionOf(name))
}

/** Words of lines about a class that do not begin another. */
const aboutClass = new Set(['teacher', 'incharge', 'strength', 'wise'])

/**
 * The class in a line between the children, such as `CLASS 6TH (BLUE)` or `6 Blue`, for those below it: `unread` if it
 * names a class or section that is not read, null for any other line.
 */
export function readDivider(line: string): TitleReading | 'unread' | null {
  const words = line.split(separators).map(withoutSpaces)
  if (!words.some((word) => classWords.has(word) || sectionWords.has(word))) {
    const reading = /\p{L}/u.test(line) ? readSheetName(line) : null
    return reading?.studentClass ? reading : null
  }
  return readTitle(line) ?? (words.some((word) => aboutClass.has(word)) ? null : 'unread')
}
