import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { listFiles, read, root } from './repository.ts'

/** A row of a ledger: a clause of the specification, or a promise, and what keeps it. */
export interface LedgerRow {
  readonly path: string
  readonly line: number
  readonly clause: string
  readonly keptBy: string
}

/** Reads every table of the ledger that has a column `kept by`. */
export function readLedger(path: string): LedgerRow[] {
  const rows: LedgerRow[] = []
  let column = -1
  for (const [index, line] of read(path).split('\n').entries()) {
    const cells = cellsOf(line)
    if (!cells) column = -1
    else if (column < 0) column = cells.findIndex((cell) => cell.toLowerCase() === 'kept by')
    else if (!/^:?-+:?$/.test(cells[column] ?? '')) {
      rows.push({ path, line: index + 1, clause: cells[0] ?? '', keptBy: cells[column] ?? '' })
    }
  }
  return rows
}

const cellsOf = (line: string) =>
  /^\s*\|.*\|\s*$/.test(line)
    ? line
        .trim()
        .slice(1, -1)
        .split(/(?<!\\)\|/)
        .map((cell) => cell.trim().replaceAll('\\|', '|'))
    : undefined

/** What is wrong with a row: nothing keeps it, or what it names is not there. */
export function faultsOf({ path: ledger, line, clause, keptBy }: LedgerRow): string[] {
  const tests = [...keptBy.matchAll(/`([^`]+\.(?:test|stress|spec)\.tsx?)`(?:\s+"((?:[^"\\]|\\.)*)")?/g)]
  const records = [...keptBy.matchAll(/\bdecisions? (\d{4})\b/g)].map(([, number = '']) => number)
  const named = tests.length + records.length + (/\bissue \d+\b/.test(keptBy) ? 1 : 0)
  const faults = [
    ...(named === 0 ? ['names no test, issue or decision'] : []),
    ...tests.flatMap(([, path = '', title]) => faultOfTest(path, title)),
    ...records.filter((number) => !hasDecision(number)).map((number) => `there is no decision ${number}`),
  ]
  return faults.map((fault) => `${ledger}:${line} (${clause}): ${fault}`)
}

function faultOfTest(path: string, title: string | undefined) {
  if (!existsSync(join(root, path))) return [`${path} does not exist`]
  if (!title) return [`${path} is named without a test of it`]
  return titlesIn(path).includes(title) ? [] : [`${path} has no test "${title}"`]
}

/** The titles as written: text in quotes that follows a test's opening, `each` tables included. */
const titlesIn = (path: string) =>
  [...read(path).matchAll(/\(\s*(?:'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)"|`((?:[^`\\]|\\.)*)`)\s*,/g)].map(
    ([, single, double, back]) => (single ?? double ?? back ?? '').replace(/\\(.)/g, '$1'),
  )

const hasDecision = (number: string) =>
  listFiles('docs/decisions').some((path) => path.startsWith(`docs/decisions/${number}-`))
