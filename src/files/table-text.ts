// Tables as text: CSV files, and cells pasted from Excel.

import Papa from 'papaparse'
import { calendarDateOf } from '#domain/calendar.ts'
import { longestCell } from '#domain/import/import.ts'

/** A cell of an Excel file. */
type CellValue = string | number | boolean | Parameters<typeof calendarDateOf>[0] | null

/** A number as a person writes it: digits without exponent, and without the noise of binary fractions. */
export function numberText(number: number): string {
  if (!Number.isFinite(number)) return ''
  if (Number.isSafeInteger(number)) return String(number)
  const rounded = Number(number.toPrecision(15))
  if (Number.isInteger(rounded)) return BigInt(rounded).toString()
  const text = String(rounded)
  return text.includes('e') ? rounded.toFixed(20).replace(/\.?0+$/, '') : text
}

/** Removes characters that are not seen; keeps the joiners U+200C and U+200D, which Urdu needs. */
const visible = (text: string): string =>
  text
    .replaceAll(/[\p{Cc}\u00ad\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]/gu, (one) =>
      /\s/.test(one) ? one : '',
    )
    .replaceAll(/\s+/g, ' ')
    .trim()
    .slice(0, longestCell + 1)
    .replaceAll(/\p{Cs}/gu, '')

/** A cell as text: dates as `2015-04-03`, numbers by their digits, texts trimmed and without invisible characters. */
export function cellText(value: CellValue): string {
  if (value === null) return ''
  if (typeof value === 'number') return numberText(value)
  if (typeof value === 'boolean') return value ? 'TRUE' : 'FALSE'
  return typeof value === 'string' ? visible(value) : calendarDateOf(value)
}

/** Splits a text into rows of cells, no more than `most`; a line whose quotes close nothing is taken with its quotes as text. */
function parseRows(text: string, delimiter: string, most = Infinity): string[][] {
  const rows: string[][] = []
  let at = 0
  while (at < text.length && rows.length < most) {
    let isBroken = false
    const start = at
    Papa.parse<string[]>(text.slice(start), {
      delimiter,
      newline: '\n',
      step: ({ data, errors, meta }, parser) => {
        isBroken = errors.some(({ type }) => type === 'Quotes')
        if (isBroken || rows.length >= most) return parser.abort()
        at = start + meta.cursor
        rows.push(data)
      },
    })
    if (!isBroken) break
    const end = text.indexOf('\n', at)
    rows.push(text.slice(at, end < 0 ? undefined : end).split(delimiter))
    at = end < 0 ? text.length : end + 1
  }
  // The line break at the end of a file begins no row.
  if (text.endsWith('\n') && rows.at(-1)?.join('') === '') rows.pop()
  return rows
}

const separators = [';', ',', '|'] as const
/** The number of rows that decide the separator. */
const sampledRows = 50

/** Ranks by the number of rows with the same number of cells, more than one; then by that number of cells. */
function agreement(rows: readonly (readonly string[])[]): number {
  const times = new Map<number, number>()
  for (const { length } of rows) if (length > 1) times.set(length, (times.get(length) ?? 0) + 1)
  return Math.max(0, ...[...times].map(([cells, rowsOfIt]) => rowsOfIt * 1000 + cells))
}

/**
 * The separator by which rows have as many cells as each other; tabs come first, as no cell of a file has one. The guess of
 * the library looks at ten rows, which may all be a title.
 */
function findSeparator(text: string): string {
  const sampled = text.slice(0, 50_000)
  const lines = sampled.split('\n', sampledRows).filter((line) => line.trim() !== '')
  if (lines.filter((line) => line.includes('\t')).length * 2 >= lines.length) return '\t'
  const found = separators.map((separator) => ({
    separator,
    rows: agreement(parseRows(sampled, separator, sampledRows)),
  }))
  return found.toSorted((one, other) => other.rows - one.rows)[0]?.separator ?? ','
}

/** The cells of a CSV file or of pasted cells, row by row. A first line `sep=;` names the separator, else it is found. */
export function parseDelimited(text: string): string[][] {
  const plain = text.replace(/^\ufeff/, '').replaceAll(/\r\n?/g, '\n')
  const named = /^"?sep=([;,|\t])"?\n/i.exec(plain)
  const rows = named ? plain.slice(named[0].length) : plain
  return parseRows(rows, named?.[1] ?? findSeparator(rows)).map((cells) => cells.map(cellText))
}

/** True if the bytes are UTF-8; a character that is cut off at the end counts, as in the beginning of a file. */
function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true })
    return true
  } catch {
    return false
  }
}

/**
 * The encoding of a text file, as `TextDecoder` names it: UTF-16 by its mark, UTF-8 if valid, else Windows for Urdu.
 */
export function textEncoding(bytes: Uint8Array): 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1256' {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le'
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be'
  return isUtf8(bytes) ? 'utf-8' : 'windows-1256'
}
