// docs/asvs.md answers each requirement of OWASP ASVS 5.0.0, levels 1 and 2, once; the files and clauses that it names
// exist; and docs/security.md states its sums.

import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readClauseDocuments } from '#scripts/docs/clauses.ts'
import { read, root } from './repository.ts'

/** The sections of each chapter; each digit of a section is the level of a requirement. */
const levels = [
  '22 1111122223 112222222223 222 123',
  '122 112 12223 23',
  '3 113 12223 11222233 11122333 3 22333',
  '12233 23333 22 1222',
  '2 112333 113 222',
  '122 111111112222 11223333 112233 22222333 2223 33 2222',
  '222 1111 22 11222 223 22',
  '1233 1123 133 23',
  '111 1222',
  '22 223 22223 1111122222233333 22222 22 222',
  '2233 22233 11233 1222 23 23 33',
  '12233 11 22223',
  '2333 222223 2233 1222233',
  '22 12223333 122',
  '12233 12233 1222222 3333',
  '2 22222 2222 222 2223',
  '23 22223333 22',
].map((sections) => sections.split(' '))

/** The requirements of levels 1 and 2: `1.2.3` is the third of the second section of the first chapter. */
const allIds = levels.flatMap((sections, chapter) =>
  sections.flatMap((digits, section) =>
    Array.from(digits, (level, index) =>
      level === '3' ? [] : [`${chapter + 1}.${section + 1}.${index + 1}`],
    ).flat(),
  ),
)

const answers = ['held', 'operator', 'not held', 'does not apply'] as const

interface Row {
  readonly ids: readonly string[]
  readonly answer: string
  readonly evidence: string
}

const numberOf = (id: string) => Number(id.slice(id.lastIndexOf('.') + 1))

/** Lists the requirements of levels 1 and 2 in a cell: `1.2.3` or `1.2.3 to 1.2.7`, several separated by commas. */
function expand(cell: string): string[] {
  return cell.split(', ').flatMap((part) => {
    const [first = '', last = first] = part.split(' to ')
    if (first === last) return [first]
    const [section, other] = [first, last].map((id) => id.slice(0, id.lastIndexOf('.') + 1))
    if (section === undefined || section !== other) return [part]
    const isWithin = (id: string) => numberOf(id) >= numberOf(first) && numberOf(id) <= numberOf(last)
    return allIds.filter((id) => id.startsWith(section) && isWithin(id))
  })
}

function rowsOf(line: string): Row[] {
  if (!/^\| \d/.test(line)) return []
  const [ids = '', , answer = '', evidence = ''] = line.slice(2, -2).split(' | ')
  return [{ ids: expand(ids), answer, evidence }]
}

const chapters = read('docs/asvs.md')
  .split('\n## ')
  .slice(1)
  .map((text) => ({ title: text.slice(0, text.indexOf('\n')), rows: text.split('\n').flatMap(rowsOf) }))
const rows = chapters.flatMap((chapter) => chapter.rows)

/** Returns the names that a row puts in backticks: files, and clauses of docs/security.md. */
const namesIn = ({ evidence }: Row) => {
  const names = [...evidence.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name)
  return {
    // A path, or a file in the root folder.
    files: names.filter((name) =>
      /^\w[\w.-]*\/[\w./-]+$|^[\w-]+\.(?:tsx?|md|ya?ml|json)$|^\.\w+(?:\.json)?$|^Dockerfile$/.test(name),
    ),
    clauses: names.filter((name) => /^[a-z]+\.[a-z-]+$/.test(name) && !/\.(?:md|json|ya?ml)$/.test(name)),
  }
}

const isTested = (row: Row) =>
  namesIn(row).clauses.length > 0 ||
  namesIn(row).files.some((file) => /\.(?:test|stress|spec)\.tsx?$/.test(file))

/** Returns the columns of the sums: held with a test, held by code or documents, operator, not held, does not apply. */
function sumsOf(counted: readonly Row[]): string {
  const count = (isCounted: (row: Row) => boolean) =>
    counted.filter(isCounted).reduce((sum, { ids }) => sum + ids.length, 0)
  const held = (row: Row) => row.answer === 'held'
  return [
    count((row) => held(row) && isTested(row)),
    count((row) => held(row) && !isTested(row)),
    ...answers.slice(1).map((answer) => count((row) => row.answer === answer)),
  ].join(' | ')
}

describe('the table of OWASP ASVS 5', () => {
  it('lists each requirement of levels 1 and 2 exactly once', () => {
    expect(allIds).toHaveLength(253)
    const namedIds = rows.flatMap(({ ids }) => ids)
    const times = (id: string) => namedIds.filter((other) => other === id).length
    expect(allIds.filter((id) => times(id) !== 1).map((id) => `${id}: ${times(id)} times`)).toEqual([])
    expect(namedIds.filter((id) => !allIds.includes(id))).toEqual([])
  })

  it('states for each requirement whether it is met, and the evidence', () => {
    const wrong = rows.filter((row) => {
      const { files, clauses } = namesIn(row)
      const needsName = row.answer === 'held' || row.answer === 'operator'
      const isKnown = answers.some((answer) => answer === row.answer)
      return !isKnown || row.evidence.length < 12 || (needsName && files.length + clauses.length === 0)
    })
    expect(wrong.map(({ ids }) => ids.join(', '))).toEqual([])
  })

  it('names only files and clauses that exist', () => {
    const known = new Set(readClauseDocuments().flatMap(({ clauses }) => clauses.map(({ name }) => name)))
    const missing = rows.flatMap((row) => {
      const { files, clauses } = namesIn(row)
      return [
        ...files.filter((file) => !existsSync(join(root, file))),
        ...clauses.filter((clause) => !known.has(`security ${clause}`)),
      ].map((name) => `${row.ids[0]}: ${name}`)
    })
    expect(missing).toEqual([])
  })

  it('has the totals that docs/security.md states', () => {
    const expected = [
      ...chapters.map((chapter) => `| ${chapter.title} | ${sumsOf(chapter.rows)} |`),
      `| all 253 | ${sumsOf(rows)} |`,
    ]
    const [, table = ''] = read('docs/security.md').split('## OWASP ASVS 5')
    const stated = table.split('\n').filter((line) => /^\| (?:\d|all)/.test(line))
    expect(stated).toEqual(expected)
  })
})
