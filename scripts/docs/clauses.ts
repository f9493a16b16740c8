import { readdirSync, readFileSync } from 'node:fs'

/** A clause of `docs/spec` or `docs/security.md`: a list item or table row that starts with an id in backticks. */
export interface Clause {
  /** The name that tests and comments cite: `spec 5.amounts.net`. */
  readonly name: string
  readonly text: string
  /** The decision records that the text names. */
  readonly records: readonly string[]
}

export interface ClauseDocument {
  readonly path: string
  readonly title: string
  /** Names that can be cited in addition to clauses: the section (`spec 5`) and its headings (`spec 5.amounts`). */
  readonly headings: readonly string[]
  readonly clauses: readonly Clause[]
}

/** Reads the documents in the order of the ledger: specification, decisions, security. */
export function readClauseDocuments(): ClauseDocument[] {
  const inSpec = (prefix: string) =>
    readdirSync('docs/spec')
      .filter((name) => name.startsWith(prefix))
      .toSorted()
      .map((name) => readDocument(`docs/spec/${name}`))
  return [...inSpec('spec-'), ...inSpec('decisions-'), readDocument('docs/security.md')]
}

function readDocument(path: string): ClauseDocument {
  const lines = readFileSync(path, 'utf8').split('\n')
  const [, kind = '', section = ''] = /(spec|decisions|security)(?:-(\d))?[^/]*\.md$/.exec(path) ?? []
  const headings = lines.flatMap((line) => /^## (\d\.[a-z\d-]+)$/.exec(line)?.[1] ?? [])
  return {
    path,
    title: (lines[0] ?? '').replace(/^# /, ''),
    headings: section ? [section, ...headings].map((id) => `${kind} ${id}`) : [],
    clauses: lines.flatMap((line, index) => clauseAt(kind, line, lines.slice(index + 1))),
  }
}

function clauseAt(kind: string, line: string, following: readonly string[]): Clause[] {
  const [, mark, id, first = ''] = /^(-|\|) `([\da-z-]+(?:\.[\da-z-]+)+)` (.*)$/.exec(line) ?? []
  if (!id) return []
  const end = following.findIndex((next) => !next.startsWith('  '))
  const text = mark === '|' ? rowText(first) : [first, ...following.slice(0, end)].map(trim).join(' ')
  const records = [...text.matchAll(/\bdecision (\d{4})\b/g)].map(([, number = '']) => number)
  return [{ name: `${kind} ${id}`, text, records }]
}

const trim = (text: string) => text.trim()

const rowText = (cells: string) =>
  cells
    .split('|')
    .map(trim)
    .filter((cell) => cell !== '')
    .join(': ')
