import { CannotDo } from './problems.ts'

const longest = 120

/** A name as people write it: trimmed, not empty, at most 120 characters, on one line (decisions 2.values.text-length). */
export function nameFrom(what: string, text: string): string {
  const name = text.trim()
  if (name === '') throw new CannotDo(`${what} is empty`)
  if (name.length > longest) throw new CannotDo(`${what} has more than ${longest} characters`)
  if (/\p{Cc}/u.test(name)) throw new CannotDo(`${what} has control characters`)
  return name
}

/** Rows of text under each other, in columns as wide as their widest cell. */
export function columns(rows: readonly (readonly string[])[]): string[] {
  const widths: number[] = []
  for (const row of rows) {
    for (const [column, cell] of row.entries()) widths[column] = Math.max(widths[column] ?? 0, cell.length)
  }
  return rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  )
}
