// Guesses which field each column holds. A wrong guess costs more than none, so that a heading with a word that is not
// understood, such as "Class teacher", is left to the office. A number alone is a serial, and the number of a thing is not the
// thing: "Scholarship ID" is no amount, "Father No" no name.

import { nothing } from '#domain/money.ts'
import { plainDigits, plainWords, withoutSpaces } from '#domain/plain-text.ts'
import { latinDigits } from '#domain/student-search.ts'
import { fillers, headingRules, meanings } from './headings.ts'
import { fieldsOfKind, type ImportField, type ImportKind } from './import.ts'
import { readAmount } from './values.ts'

const meaningOfWord: ReadonlyMap<string, string> = new Map([
  ...Object.entries(meanings).flatMap(([meaning, words]) =>
    words.split(' ').map((word) => [withoutSpaces(word), meaning] as const),
  ),
  ...fillers.split(' ').map((word) => [withoutSpaces(word), ''] as const),
])

const keyOf = (found: Iterable<string>): string => [...new Set(found)].toSorted().join(' ')
const wordsOf = (text: string): string[] => text.split(' ').filter((word) => word !== '')

/** Each set of meanings with its field; the more of them agree, and the earlier the rule, the better. */
const ruleOfKey = new Map(
  headingRules.flatMap(([field, rules]) =>
    rules.map(
      (rule, at) =>
        [
          keyOf(wordsOf(rule)),
          { field, score: wordsOf(rule).length * 100 - at, isNew: /^(?:new|current) /.test(rule) },
        ] as const,
    ),
  ),
)

/** The meanings of a word, which may be several words in one: `fathername`. Null if it is not understood. */
function meaningsOf(word: string, shortest = 1): readonly string[] | null {
  const whole = meaningOfWord.get(word)
  if (whole !== undefined && word.length >= shortest) return wordsOf(whole)
  for (let length = word.length - 2; length >= 2; length--) {
    const first = meaningOfWord.get(word.slice(0, length))
    const rest = first === undefined ? null : meaningsOf(word.slice(length), 2)
    // "Studnet" is no net of students.
    if (rest && !rest.includes('total')) return [...wordsOf(first ?? ''), ...rest]
  }
  return null
}

/** Words apart that are written in one, as in `FeePercent`. */
const apart = (text: string): string => text.replaceAll(/(\p{Ll})(\p{Lu})/gu, '$1 $2')

const otherUnit =
  /(?:^| )(?:per ?cent(?:age|ages)?|percents|pct|age pct|fi ?sad|feesad|فیصد|فی صد|000s?|thousands?|k|hundreds?|lakhs?|lacs?|millions?|hazaa?r|ہزار|لاکھ|paisas?|paise|usd|dollars?|gbp|eur|aed|sar)(?: |$)/

const inBrackets = /\([^)]*\)|\[[^\]]*\]/g
const marks: ReadonlySet<string | undefined> = new Set(['', 'old', 'new', 'current'])

/** The words in brackets that change the meaning of a heading, as in `Fee (old)` and `Dues (months)`; '' for others. */
function marksIn(bracket: string): string {
  const words = wordsOf(plainWords(bracket))
  const isMark = words.every((word) => marks.has(meaningOfWord.get(word)))
  const hasMonth = words.some((word) => meaningOfWord.get(word) === 'month')
  return isMark || hasMonth ? ` ${bracket.slice(1, -1)} ` : ' '
}

/** True if a heading says that its numbers are no rupees: per cent, thousands or another currency. */
const hasOtherUnit = (heading: string): boolean =>
  /[%٪‰$£€]/.test(heading.normalize('NFKC')) || otherUnit.test(latinDigits(plainWords(apart(heading))))

/** `Fee per month` and `Fee/Month` are monthly; any other month is counted or named. */
const perMonth = (heading: string): string =>
  heading.replaceAll(
    /(?:\bper[\s_-]*|(?<=fees?\s*)\/\s*|فی\s*)(?:month\b|mahina\b|ماہ(?!\p{L}))/giu,
    ' monthly ',
  )

/** The words of a heading: without what is in brackets, words in one apart, abbreviations together. */
function headingWords(heading: string): string[] {
  const outside = perMonth(apart(heading)).replaceAll(inBrackets, marksIn)
  const plain = latinDigits(plainWords((outside.trim() === '' ? heading : outside).replaceAll('#', ' no ')))
    .replaceAll(/\d+/g, ' ')
    .replaceAll(/\b(?:i d|id) card\b/g, 'cnic')
    .replaceAll(/\be mail\b/g, 'email')
    .replaceAll(/\bd o b\b/g, 'dob')
    .replaceAll('ای میل', 'email')
  return wordsOf(plain)
}

interface Guess {
  readonly field: ImportField
  readonly score: number
  /** True if the heading says that it is the new or current one. */
  readonly isNew: boolean
}

/** The field that a heading names; null if it names none. */
function guessOf(heading: string): Guess | null {
  if (hasOtherUnit(heading)) return null
  const words = headingWords(heading)
  const together = words.join('')
  // Letters that are an abbreviation as a whole: S/O, M/F, R.No.
  const found =
    words.length > 1 && meaningOfWord.has(together)
      ? [wordsOf(meaningOfWord.get(together) ?? '')]
      : words.map((word) => meaningsOf(word))
  if (words.length === 1 && together.length === 1) return null
  return guessOfMeanings(found.flatMap((one, at) => one ?? nearMeanings(words[at] ?? '') ?? ['?']))
}

/** The fields that a number beside their name stays: "CNIC No", "Mobile Number". */
const numberedFields: ReadonlySet<ImportField> = new Set([
  'rollNo',
  'oldNumber',
  'fatherCnic',
  'fatherHomePhone',
  'fatherOfficePhone',
  'telephone',
])

function guessOfMeanings(understood: readonly string[]): Guess | null {
  const words = understood.length > 1 ? understood.map((one) => (one === 'id' ? 'number' : one)) : understood
  const exact = ruleOfKey.get(keyOf(words))
  if (!exact && words.includes('current')) return guessOfMeanings(words.filter((one) => one !== 'current'))
  if (exact) return exact
  const withoutNumber = ruleOfKey.get(keyOf(words.filter((meaning) => meaning !== 'number')))
  return withoutNumber && numberedFields.has(withoutNumber.field) ? withoutNumber : null
}

/** True if a word becomes another by one letter more, less, or other, or by two that changed places. */
function isNear(one: string, other: string): boolean {
  const [short, long] = one.length < other.length ? [one, other] : [other, one]
  let start = 0
  while (start < short.length && short[start] === long[start]) start++
  const rest = (text: string, from: number): string => text.slice(start + from)
  if (long.length === short.length + 1) return rest(short, 0) === rest(long, 1)
  if (long.length > short.length) return false
  const isSwapped = short[start] === long[start + 1] && short[start + 1] === long[start]
  return rest(short, 1) === rest(long, 1) || (isSwapped && rest(short, 2) === rest(long, 2))
}

/** The shortest word whose near misses are read: of four letters, "Fine" would be a phone. */
const shortestNear = 5

/** Meanings that no slip of the keyboard has: "Monthy" is monthly. */
const unlike: ReadonlySet<string> = new Set(['', 'month'])

/** The meanings of a word with a slip of the keyboard, such as "Faher"; null if none, or more than one, is near. */
function nearMeanings(word: string): readonly string[] | null {
  if (word.length < shortestNear) return null
  const near = new Set<string>()
  for (const [known, meaning] of meaningOfWord)
    if (known.length >= shortestNear && known[0] === word[0] && !unlike.has(meaning) && isNear(known, word))
      near.add(meaning)
  const [meaning, ...others] = near
  return meaning === undefined || others.length > 0 ? null : wordsOf(meaning)
}

/** Columns that are left out and look like dues: amounts below a heading with a word for a balance. */
export function duesLeftOut(
  kind: ImportKind,
  columns: readonly (ImportField | null)[],
  headings: readonly string[],
  sample: readonly (readonly string[])[],
): string[] {
  if (!fieldsOfKind[kind].includes('balance')) return []
  return headings.filter((heading, at) => {
    if ((columns[at] ?? null) !== null) return false
    const found = headingWords(heading).flatMap((word) => meaningsOf(word) ?? [])
    const isNamed = found.includes('balance') && !found.includes('month')
    const amounts = sample.map((cells) => readAmount(cells[at] ?? ''))
    return isNamed && amounts.some((amount) => amount.ok && amount.value !== nothing)
  })
}

/** Columns that are left out because more than one of them could be the fee. */
export function feesLeftOut(
  kind: ImportKind,
  columns: readonly (ImportField | null)[],
  headings: readonly string[],
): string[] {
  if (!fieldsOfKind[kind].includes('monthlyFee') || columns.includes('monthlyFee')) return []
  return headings.filter((heading) => guessOf(heading)?.field === 'monthlyFee')
}

const filled = (column: readonly string[]): readonly string[] => column.filter((text) => text.trim() !== '')
const isCnicColumn = (texts: readonly string[]): boolean =>
  texts.length > 0 &&
  texts.every((text) => /^[\d\s-]+$/.test(latinDigits(text)) && plainDigits(text).length === 13)
const isDateColumn = (texts: readonly string[]): boolean =>
  texts.length > 0 &&
  texts.every((text) =>
    /^(?:\d{4}-\d{1,2}-\d{1,2}|\d{1,2}[/.-]\d{1,2}[/.-](?:19|20)\d{2})$/.test(latinDigits(text.trim())),
  )

/** Columns without a heading whose values leave no doubt: the only column of CNICs, or of dates. */
function guessByValues(columns: ReadonlyMap<number, readonly string[]>): Map<number, Guess> {
  const guesses = new Map<number, Guess>()
  const only = (field: ImportField, fits: (texts: readonly string[]) => boolean) => {
    const fitting = [...columns].filter(([, texts]) => fits(texts))
    const [at] = fitting[0] ?? []
    if (fitting.length === 1 && at !== undefined) guesses.set(at, { field, score: 0, isNew: false })
  }
  only('fatherCnic', isCnicColumn)
  only('dateOfBirth', isDateColumn)
  return guesses
}

/** True if a column is not the fee, as another is said to be new, or could be it as well: a wrong one would change every fee. */
function isDoubtfulFee(guess: Guess, all: readonly (Guess | null)[]): boolean {
  if (guess.field !== 'monthlyFee') return false
  const fees = all.filter((one) => one?.field === 'monthlyFee')
  const marked = fees.filter((one) => one?.isNew)
  return marked.length === 0 ? fees.length > 1 : marked.length > 1 || !guess.isNew
}

/** The field of each column, each field once; null for a column that is left out. */
export function guessColumns(
  kind: ImportKind,
  headings: readonly string[],
  sample: readonly (readonly string[])[],
): (ImportField | null)[] {
  const unnamed = new Map(
    headings.flatMap((heading, at) =>
      heading.trim() === '' ? [[at, filled(sample.map((cells) => cells[at] ?? ''))] as const] : [],
    ),
  )
  const byValues = guessByValues(unnamed)
  const guesses = headings
    .map((heading, at) => ({ at, guess: unnamed.has(at) ? (byValues.get(at) ?? null) : guessOf(heading) }))
    .toSorted((one, other) => (other.guess?.score ?? 0) - (one.guess?.score ?? 0) || one.at - other.at)
  const columns: (ImportField | null)[] = headings.map(() => null)
  const taken = new Set<ImportField>()
  const all = guesses.map(({ guess }) => guess)
  for (const { at, guess } of guesses) {
    if (!guess || taken.has(guess.field) || !fieldsOfKind[kind].includes(guess.field)) continue
    if (isDoubtfulFee(guess, all)) continue
    taken.add(guess.field)
    columns[at] = guess.field
  }
  return columns
}
