// Numbers as Excel shows them. A cell that shows 50 %, 00042, R-042 or 42 Cr holds the numbers 0.5 and 42: the office
// knows only the shown text.

import { numberText } from './table-text.ts'

/** Words and signs for rupees, which do not change an amount, and the signs that are checked separately. */
const moneyWords = /rs\.?|pkr|inr|rupees|روپے|[₨₹$€£]|\/[-=]+|[\s()+−-]/giu

/** A part of a section. `[h]` is a length of time; other brackets are colours, languages or conditions. */
interface Part {
  readonly kind: 'literal' | 'digit' | 'sign' | 'time'
  readonly text: string
}

const partPattern =
  /"(?<quoted>[^"]*)"|\\(?<escaped>.)|[_*].|\[\$(?<symbol>[^\]-]*)[^\]]*\]|(?<length>\[(?:h+|m+|s+)\]|AM\/PM|A\/P)|\[[^\]]*\]|(?<digit>General|@|[0#?])|(?<time>[ymdhs]+)|(?<sign>E[+-]|[.,/])|(?<other>.)/giu

function partsOf(section: string): Part[] {
  const parts: Part[] = []
  for (const { groups = {} } of section.matchAll(partPattern)) {
    const [kind, text] = Object.entries(groups).find(([, match]) => match !== undefined) ?? []
    if (text === undefined) continue
    if (kind === 'digit' || kind === 'sign') parts.push({ kind, text })
    else if (kind === 'time' || kind === 'length') parts.push({ kind: 'time', text: text.toLowerCase() })
    else parts.push({ kind: 'literal', text })
  }
  return parts
}

const comparisons: Readonly<Record<string, (one: number, other: number) => boolean>> = {
  '<': (one, other) => one < other,
  '>': (one, other) => one > other,
  '<=': (one, other) => one <= other,
  '>=': (one, other) => one >= other,
  '<>': (one, other) => one !== other,
  '=': (one, other) => one === other,
}

/** Returns the sections for numbers, which semicolons outside quotes divide; a fourth section is for texts. */
function sectionsOf(format: string): readonly string[] {
  const sections = ['']
  for (const [piece] of format.matchAll(/"[^"]*"|\\.|\[[^\]]*\]|./gu)) {
    if (piece === ';') sections.push('')
    else sections.push((sections.pop() ?? '') + piece)
  }
  return sections.slice(0, 3)
}

/** Returns the section that shows a number; `hasMinus` is true if Excel puts a minus before it. */
function sectionFor(format: string, value: number): { readonly section: string; readonly hasMinus: boolean } {
  const sections = sectionsOf(format)
  const bySign = value > 0 || sections.length === 1 ? 0 : value < 0 ? 1 : sections.length - 1
  const index = value === 0 && sections.length === 2 ? 0 : bySign
  const conditions = sections.map((section) => /\[(<=|>=|<>|<|>|=)(-?[\d.]+)\]/.exec(section))
  if (conditions.every((condition) => condition === null))
    return { section: sections[index] ?? '', hasMinus: value < 0 && index !== 1 }
  const matching = conditions.findIndex(
    (condition) => condition === null || comparisons[condition[1] ?? '']?.(value, Number(condition[2])),
  )
  return { section: sections[matching] ?? 'General', hasMinus: value < 0 }
}

const literalsOf = (parts: readonly Part[]): string =>
  parts
    .filter(({ kind }) => kind === 'literal')
    .map(({ text }) => text)
    .join('')

/** Fills the places of digits from the right, with the literals between them: `00000-0000000-0`. */
function fillPlaces(digits: string, places: readonly Part[]): string {
  let left = digits === '0' && places.every(({ text }) => !/0|General|@/i.test(text)) ? '' : digits
  let shown = ''
  for (const { kind, text } of places.toReversed()) {
    if (kind === 'literal') shown = text + shown
    if (kind !== 'digit') continue
    shown = (left.at(-1) ?? (text === '0' ? '0' : '')) + shown
    left = left.slice(0, -1)
  }
  return left + shown
}

const twoDigits = (part: number): string => String(part).padStart(2, '0')

/** Formats a time of day or a length of time, which a code such as `12:30` became in Excel. */
function timeText(times: readonly Part[], value: number): string {
  const seconds = Math.round(Math.abs(value) * 86_400)
  const hours = Math.floor(seconds / 3600)
  const isLength = times.some(({ text }) => text.startsWith('['))
  const shown = `${isLength ? hours : hours % 24}:${twoDigits(Math.floor(seconds / 60) % 60)}`
  return times.some(({ text }) => text.includes('s')) ? `${shown}:${twoDigits(seconds % 60)}` : shown
}

const isDate = (times: readonly Part[]): boolean =>
  times.some(({ text }) => /[yd]|mmm/.test(text)) || times.every(({ text }) => text.startsWith('m'))

/** The signs and words around the digits of a section. */
interface Around {
  readonly before: string
  readonly after: string
  readonly places: readonly Part[]
  /** The number of decimals shown; infinite in the format General. */
  readonly decimals: number
  readonly hasMinus: boolean
}

const isSign = ({ kind, text }: Part, signs: string): boolean =>
  kind === 'sign' && signs.includes(text.charAt(0).toUpperCase())

/** Returns true if a comma after the digits divides the shown number by a thousand. */
const isInThousands = (parts: readonly Part[], first: number): boolean =>
  parts.some((part, at) => at > first && isSign(part, ',') && parts[at + 1]?.kind !== 'digit')

function splitAround(parts: readonly Part[], hasMinus: boolean): Around {
  const first = parts.findIndex(({ kind }) => kind === 'digit')
  const end = parts.findLastIndex(({ kind }) => kind === 'digit') + 1
  const point = parts.findIndex((part) => isSign(part, '.'))
  const isGeneral = parts.some(({ kind, text }) => kind === 'digit' && /General|@/i.test(text))
  const decimals = point < 0 ? [] : parts.slice(point).filter(({ kind }) => kind === 'digit')
  return {
    before: literalsOf(parts.slice(0, first)),
    after: literalsOf(parts.slice(end)),
    places: parts.slice(first, point > first ? point : end),
    decimals: isGeneral ? Infinity : decimals.length,
    hasMinus,
  }
}

/** Returns true if something around the digits marks the number as negative. */
const isShownNegative = ({ before, after, hasMinus }: Around): boolean =>
  hasMinus || /[-−(]/.test(before) || /^\s*[-−]/.test(after)

/** Returns null for a number without words around it, unless it is shown rounded or with another sign. */
function plainNumber(value: number, shown: Around, isColoured: boolean): string | null {
  const [, decimals = ''] = numberText(value).split('.')
  if (decimals.length > shown.decimals)
    return `${numberText(value)} (shown as ${value.toFixed(shown.decimals)})`
  const isNegative = isShownNegative(shown)
  if (value === 0 || isNegative === value < 0) return null
  if (isNegative) return `-${numberText(value)}`
  // Excel has formats that show negative numbers in red without a minus.
  return isColoured ? null : `${numberText(-value)} (held as ${numberText(value)})`
}

/** Returns the digits with the literals around them; null if the result is only another way to write the number. */
function shownAs(value: number, shown: Around, isColoured: boolean): string | null {
  const { before, after, places, hasMinus } = shown
  const [whole = '0', decimals = ''] = numberText(Math.abs(value)).split('.')
  const digits = fillPlaces(whole, places)
  // A dash for zero is read as zero.
  if (value === 0 && /^[\s-]+$/.test(`${before}${digits}${after}`)) return null
  if (`${before}${after}`.replaceAll(moneyWords, '') === '' && digits === whole)
    return plainNumber(value, shown, isColoured)
  const text = `${before}${digits}${decimals && `.${decimals}`}${after}`.replaceAll(/\s+/g, ' ').trim()
  return hasMinus ? `-${text}` : text
}

/** Returns the text of a section without places for digits; null for a zero that is shown as a dash. */
function shownWithoutDigits(literals: string, value: number): string | null {
  if (value === 0) return /^-+$/.test(literals) ? null : literals
  return literals || `(hidden) ${numberText(value)}`
}

/**
 * Formats a number as its cell shows it, if that is more than another way to write the number: per cent, leading zeros,
 * words, a blank for zero. Digits are never rounded: the text of a rounded number says so. Null for a number as any
 * program shows it, and for a date.
 */
export function shownNumber(format: string, value: number): string | null {
  const { section, hasMinus } = sectionFor(format, value)
  const parts = partsOf(section)
  const times = parts.filter(({ kind }) => kind === 'time')
  if (times.length > 0) return isDate(times) ? null : timeText(times, value)
  const first = parts.findIndex(({ kind }) => kind === 'digit')
  if (first < 0) return shownWithoutDigits(literalsOf(parts).trim(), value)
  // Fractions and powers of ten are another way to write the number.
  if (parts.some((part) => isSign(part, '/E'))) return null
  if (isInThousands(parts, first)) return `${numberText(value)} (shown in thousands)`
  const isPercent = literalsOf(parts).includes('%')
  return shownAs(isPercent ? value * 100 : value, splitAround(parts, hasMinus), section.includes('['))
}
