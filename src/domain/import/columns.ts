// Guesses which field each column holds. A wrong guess costs more than no guess, so a heading with an unknown word,
// such as "Class teacher", is left to the office. A number alone is a serial number, and the number of a thing is not
// the thing itself: "Scholarship ID" is not an amount, and "Father No" is not a name.

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

const keyOf = (words: Iterable<string>): string => [...new Set(words)].toSorted().join(' ')
const wordsOf = (text: string): string[] => text.split(' ').filter((word) => word !== '')

/** The field and score of each set of meanings: a larger set and an earlier rule score higher. */
const ruleOfKey = new Map(
  headingRules.flatMap(([field, rules]) =>
    rules.map(
      (rule, index) =>
        [
          keyOf(wordsOf(rule)),
          { field, score: wordsOf(rule).length * 100 - index, isNew: /^(?:new|current) /.test(rule) },
        ] as const,
    ),
  ),
)

/** Returns the meanings of a word, which may join several words, as in `fathername`; null if it is not understood. */
function meaningsOf(word: string, shortest = 1): readonly string[] | null {
  const whole = meaningOfWord.get(word)
  if (whole !== undefined && word.length >= shortest) return wordsOf(whole)
  for (let length = word.length - 2; length >= 2; length--) {
    const first = meaningOfWord.get(word.slice(0, length))
    const rest = first === undefined ? null : meaningsOf(word.slice(length), 2)
    // "Studnet" is misspelt, and does not mean a net sum of students.
    if (rest && !rest.includes('total')) return [...wordsOf(first ?? ''), ...rest]
  }
  return null
}

/** Separates words that are written as one, as in `FeePercent`. */
const splitWords = (text: string): string => text.replaceAll(/(\p{Ll})(\p{Lu})/gu, '$1 $2')

const otherUnit =
  /(?:^| )(?:per ?cent(?:age|ages)?|percents|pct|age pct|fi ?sad|feesad|فیصد|فی صد|000s?|thousands?|k|hundreds?|lakhs?|lacs?|millions?|hazaa?r|ہزار|لاکھ|paisas?|paise|usd|dollars?|gbp|eur|aed|sar)(?: |$)/

const inBrackets = /\([^)]*\)|\[[^\]]*\]/g
const marks: ReadonlySet<string | undefined> = new Set(['', 'old', 'new', 'current'])

/** Returns words in brackets only if they change the meaning of a heading, as in `Fee (old)` and `Dues (months)`. */
function marksIn(bracket: string): string {
  const words = wordsOf(plainWords(bracket))
  const isMark = words.every((word) => marks.has(meaningOfWord.get(word)))
  const hasMonth = words.some((word) => meaningOfWord.get(word) === 'month')
  return isMark || hasMonth ? ` ${bracket.slice(1, -1)} ` : ' '
}

/** Returns true if a heading names a unit other than rupees: per cent, thousands or another currency. */
const hasOtherUnit = (heading: string): boolean =>
  /[%٪‰$£€]/.test(heading.normalize('NFKC')) || otherUnit.test(latinDigits(plainWords(splitWords(heading))))

/** Reads `Fee per month` and `Fee/Month` as monthly; any other month is counted or named. */
const perMonth = (heading: string): string =>
  heading.replaceAll(
    /(?:\bper[\s_-]*|(?<=fees?\s*)\/\s*|فی\s*)(?:month\b|mahina\b|ماہ(?!\p{L}))/giu,
    ' monthly ',
  )

/** Splits a heading into words: without most brackets, with joined words separated and abbreviations joined. */
function headingWords(heading: string): string[] {
  const outside = perMonth(splitWords(heading)).replaceAll(inBrackets, marksIn)
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
  /** True if the heading says that the values are new or current. */
  readonly isNew: boolean
}

/** Returns the field that a heading names; null if it names none. */
function guessOf(heading: string): Guess | null {
  if (hasOtherUnit(heading)) return null
  const words = headingWords(heading)
  const together = words.join('')
  // The letters may form a single abbreviation: S/O, M/F, R.No.
  const byWord =
    words.length > 1 && meaningOfWord.has(together)
      ? [wordsOf(meaningOfWord.get(together) ?? '')]
      : words.map((word) => meaningsOf(word))
  if (words.length === 1 && together.length === 1) return null
  return guessOfMeanings(byWord.flatMap((one, index) => one ?? nearMeanings(words[index] ?? '') ?? ['?']))
}

/** The fields that a heading names even with the word number: "CNIC No", "Mobile Number". */
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

/** Returns true if two words differ by one added, missing or replaced letter, or by two swapped letters. */
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

/** The shortest word whose misspellings are read: with four letters, "Fine" would be read as a phone. */
const shortestNear = 5

/** Meanings that are never read from a misspelling: "Monthy" is monthly, not a month. */
const excluded: ReadonlySet<string> = new Set(['', 'month'])

/** Returns the meanings of a misspelt word, such as "Faher"; null unless exactly one meaning is near. */
function nearMeanings(word: string): readonly string[] | null {
  if (word.length < shortestNear) return null
  const near = new Set<string>()
  for (const [known, meaning] of meaningOfWord)
    if (known.length >= shortestNear && known[0] === word[0] && !excluded.has(meaning) && isNear(known, word))
      near.add(meaning)
  const [meaning, ...others] = near
  return meaning === undefined || others.length > 0 ? null : wordsOf(meaning)
}

/** Lists the left-out columns that look like dues: they have amounts below a heading with a word for a balance. */
export function duesLeftOut(
  kind: ImportKind,
  columns: readonly (ImportField | null)[],
  headings: readonly string[],
  sample: readonly (readonly string[])[],
): string[] {
  if (!fieldsOfKind[kind].includes('balance')) return []
  return headings.filter((heading, column) => {
    if ((columns[column] ?? null) !== null) return false
    const words = headingWords(heading).flatMap((word) => meaningsOf(word) ?? [])
    const isNamed = words.includes('balance') && !words.includes('month')
    const amounts = sample.map((cells) => readAmount(cells[column] ?? ''))
    return isNamed && amounts.some((amount) => amount.ok && amount.value !== nothing)
  })
}

/** Lists the columns that are left out because several of them could be the fee. */
export function feesLeftOut(
  kind: ImportKind,
  columns: readonly (ImportField | null)[],
  headings: readonly string[],
): string[] {
  if (!fieldsOfKind[kind].includes('monthlyFee') || columns.includes('monthlyFee')) return []
  return headings.filter((heading) => guessOf(heading)?.field === 'monthlyFee')
}

const nonEmpty = (column: readonly string[]): readonly string[] => column.filter((text) => text.trim() !== '')
const isCnicColumn = (texts: readonly string[]): boolean =>
  texts.length > 0 &&
  texts.every((text) => /^[\d\s-]+$/.test(latinDigits(text)) && plainDigits(text).length === 13)
const isDateColumn = (texts: readonly string[]): boolean =>
  texts.length > 0 &&
  texts.every((text) =>
    /^(?:\d{4}-\d{1,2}-\d{1,2}|\d{1,2}[/.-]\d{1,2}[/.-](?:19|20)\d{2})$/.test(latinDigits(text.trim())),
  )

/** Guesses columns without a heading whose values are unambiguous: the only column of CNICs, or of dates. */
function guessByValues(columns: ReadonlyMap<number, readonly string[]>): Map<number, Guess> {
  const guesses = new Map<number, Guess>()
  const guessOnly = (field: ImportField, fits: (texts: readonly string[]) => boolean) => {
    const fitting = [...columns].filter(([, texts]) => fits(texts))
    const [column] = fitting[0] ?? []
    if (fitting.length === 1 && column !== undefined) guesses.set(column, { field, score: 0, isNew: false })
  }
  guessOnly('fatherCnic', isCnicColumn)
  guessOnly('dateOfBirth', isDateColumn)
  return guesses
}

/** Returns true if another column is the new fee, or could be: a wrong column would change every fee. */
function isDoubtfulFee(guess: Guess, all: readonly (Guess | null)[]): boolean {
  if (guess.field !== 'monthlyFee') return false
  const fees = all.filter((one) => one?.field === 'monthlyFee')
  const marked = fees.filter((one) => one?.isNew)
  return marked.length === 0 ? fees.length > 1 : marked.length > 1 || !guess.isNew
}

/** Guesses the field of each column, using each field once; null for a column that is left out. */
export function guessColumns(
  kind: ImportKind,
  headings: readonly string[],
  sample: readonly (readonly string[])[],
): (ImportField | null)[] {
  const unnamed = new Map(
    headings.flatMap((heading, column) =>
      heading.trim() === '' ? [[column, nonEmpty(sample.map((cells) => cells[column] ?? ''))] as const] : [],
    ),
  )
  const byValues = guessByValues(unnamed)
  const guesses = headings
    .map((heading, column) => ({
      column,
      guess: unnamed.has(column) ? (byValues.get(column) ?? null) : guessOf(heading),
    }))
    .toSorted(
      (one, other) => (other.guess?.score ?? 0) - (one.guess?.score ?? 0) || one.column - other.column,
    )
  const columns: (ImportField | null)[] = headings.map(() => null)
  const taken = new Set<ImportField>()
  const all = guesses.map(({ guess }) => guess)
  for (const { column, guess } of guesses) {
    if (!guess || taken.has(guess.field) || !fieldsOfKind[kind].includes(guess.field)) continue
    if (isDoubtfulFee(guess, all)) continue
    taken.add(guess.field)
    columns[column] = guess.field
  }
  return columns
}
