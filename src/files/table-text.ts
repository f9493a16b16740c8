// Tables as text: CSV files, and cells pasted from Excel.

import Papa from 'papaparse'
import { calendarDateOf } from '#domain/calendar.ts'
import { longestCell } from '#domain/import/import.ts'

/** A cell of an Excel file. */
type CellValue = string | number | boolean | Parameters<typeof calendarDateOf>[0] | null

/** Formats a number as a person writes it: without an exponent, and without the noise of binary fractions. */
export function numberText(number: number): string {
  if (!Number.isFinite(number)) return ''
  if (Number.isSafeInteger(number)) return String(number)
  const rounded = Number(number.toPrecision(15))
  if (Number.isInteger(rounded)) return BigInt(rounded).toString()
  const text = String(rounded)
  return text.includes('e') ? rounded.toFixed(20).replace(/\.?0+$/, '') : text
}

/** Removes invisible characters; keeps the joiners U+200C and U+200D, which Urdu needs. */
const removeInvisible = (text: string): string =>
  text
    .replaceAll(/[\p{Cc}\u00ad\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]/gu, (one) =>
      /\s/.test(one) ? one : '',
    )
    .replaceAll(/\s+/g, ' ')
    .trim()
    .slice(0, longestCell + 1)
    .replaceAll(/\p{Cs}/gu, '')

/** Formats a cell: dates as `2015-04-03`, numbers by their digits, texts trimmed and without invisible characters. */
export function cellText(value: CellValue): string {
  if (value === null) return ''
  if (typeof value === 'number') return numberText(value)
  if (typeof value === 'boolean') return value ? 'TRUE' : 'FALSE'
  return typeof value === 'string' ? removeInvisible(value) : calendarDateOf(value)
}

/** Splits a text into at most `limit` rows of cells; a line with an unmatched quote keeps its quotes as text. */
function parseRows(text: string, delimiter: string, limit = Infinity): string[][] {
  const rows: string[][] = []
  let position = 0
  while (position < text.length && rows.length < limit) {
    let isBroken = false
    const start = position
    Papa.parse<string[]>(text.slice(start), {
      delimiter,
      newline: '\n',
      step: ({ data, errors, meta }, parser) => {
        isBroken = errors.some(({ type }) => type === 'Quotes')
        if (isBroken || rows.length >= limit) return parser.abort()
        position = start + meta.cursor
        rows.push(data)
      },
    })
    if (!isBroken) break
    const end = text.indexOf('\n', position)
    rows.push(text.slice(position, end < 0 ? undefined : end).split(delimiter))
    position = end < 0 ? text.length : end + 1
  }
  // The line break at the end of a file does not begin a row.
  if (text.endsWith('\n') && rows.at(-1)?.join('') === '') rows.pop()
  return rows
}

const separators = [';', ',', '|'] as const
/** The number of rows that decide the separator. */
const sampledRows = 50

/** Ranks by the number of rows with the same number of cells, at least two; then by that number of cells. */
function agreement(rows: readonly (readonly string[])[]): number {
  const rowCounts = new Map<number, number>()
  for (const { length } of rows) if (length > 1) rowCounts.set(length, (rowCounts.get(length) ?? 0) + 1)
  return Math.max(0, ...[...rowCounts].map(([cells, rowsOfIt]) => rowsOfIt * 1000 + cells))
}

/**
 * Finds the separator with which the most rows have an equal number of cells; tabs come first, because no cell of a
 * file has one. The library guesses by ten rows, which may all be a title.
 */
function findSeparator(text: string): string {
  const sample = text.slice(0, 50_000)
  const lines = sample.split('\n', sampledRows).filter((line) => line.trim() !== '')
  if (lines.filter((line) => line.includes('\t')).length * 2 >= lines.length) return '\t'
  const ranked = separators.map((separator) => ({
    separator,
    rows: agreement(parseRows(sample, separator, sampledRows)),
  }))
  return ranked.toSorted((one, other) => other.rows - one.rows)[0]?.separator ?? ','
}

/** Parses a CSV file or pasted cells, row by row. A first line `sep=;` names the separator; otherwise it is guessed. */
export function parseDelimited(text: string): string[][] {
  const plain = text.replace(/^\ufeff/, '').replaceAll(/\r\n?/g, '\n')
  const header = /^"?sep=([;,|\t])"?\n/i.exec(plain)
  const rows = header ? plain.slice(header[0].length) : plain
  return parseRows(rows, header?.[1] ?? findSeparator(rows)).map((cells) => cells.map(cellText))
}

/** Returns true for UTF-8, even if the last character is cut off because the bytes are the beginning of a file. */
function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true })
    return true
  } catch {
    return false
  }
}

/** Returns the encoding as `TextDecoder` names it: UTF-16 by its mark, UTF-8 if valid, else Windows for Urdu. */
export function textEncoding(bytes: Uint8Array): 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1256' {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le'
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be'
  return isUtf8(bytes) ? 'utf-8' : 'windows-1256'
}
