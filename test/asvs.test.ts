// docs/asvs.md answers each requirement of OWASP ASVS 5.0.0, levels 1 and 2, once; the files and clauses that it names
// exist; and docs/security.md states its sums.

import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { readClauseDocuments } from '#scripts/docs/clauses.ts'
import { describe, expect, it } from 'vitest'
import { read, root } from './repository.ts'

/** The levels of a section's requirements, a digit for each: 1.2.3 is the third of section 1.2. */
const levels: Readonly<Record<string, string>> = {
  ...{ '1.1': '22', '1.2': '1111122223', '1.3': '112222222223', '1.4': '222', '1.5': '123' },
  ...{ '2.1': '122', '2.2': '112', '2.3': '12223', '2.4': '23' },
  ...{
    '3.1': '3',
    '3.2': '113',
    '3.3': '12223',
    '3.4': '11222233',
    '3.5': '11122333',
    '3.6': '3',
    '3.7': '22333',
  },
  ...{ '4.1': '12233', '4.2': '23333', '4.3': '22', '4.4': '1222' },
  ...{ '5.1': '2', '5.2': '112333', '5.3': '113', '5.4': '222' },
  ...{
    '6.1': '122',
    '6.2': '111111112222',
    '6.3': '11223333',
    '6.4': '112233',
    '6.5': '22222333',
    '6.6': '2223',
  },
  ...{ '6.7': '33', '6.8': '2222' },
  ...{ '7.1': '222', '7.2': '1111', '7.3': '22', '7.4': '11222', '7.5': '223', '7.6': '22' },
  ...{ '8.1': '1233', '8.2': '1123', '8.3': '133', '8.4': '23', '9.1': '111', '9.2': '1222' },
  ...{
    '10.1': '22',
    '10.2': '223',
    '10.3': '22223',
    '10.4': '1111122222233333',
    '10.5': '22222',
    '10.6': '22',
  },
  ...{
    '10.7': '222',
    '11.1': '2233',
    '11.2': '22233',
    '11.3': '11233',
    '11.4': '1222',
    '11.5': '23',
    '11.6': '23',
  },
  ...{ '11.7': '33', '12.1': '12233', '12.2': '11', '12.3': '22223' },
  ...{ '13.1': '2333', '13.2': '222223', '13.3': '2233', '13.4': '1222233' },
  ...{ '14.1': '22', '14.2': '12223333', '14.3': '122', '15.1': '12233', '15.2': '12233', '15.3': '1222222' },
  ...{ '15.4': '3333', '16.1': '2', '16.2': '22222', '16.3': '2222', '16.4': '222', '16.5': '2223' },
  ...{ '17.1': '23', '17.2': '22223333', '17.3': '22' },
}

const idsOf = (section: string): string[] =>
  [...(levels[section] ?? '')].flatMap((level, at) => (level === '3' ? [] : [`${section}.${at + 1}`]))

const allIds = Object.keys(levels).flatMap(idsOf)

const answers = ['held', 'operator', 'not held', 'does not apply'] as const

interface Row {
  readonly ids: readonly string[]
  readonly answer: string
  readonly shownBy: string
}

const numberOf = (id: string) => Number(id.slice(id.lastIndexOf('.') + 1))

/** The requirements of levels 1 and 2 that a cell names: `1.2.3`, or `1.2.3 to 1.2.7`, several with commas. */
function expand(cell: string): string[] {
  return cell.split(', ').flatMap((part) => {
    const [first = '', last = first] = part.split(' to ')
    if (first === last) return [first]
    const isWithin = (id: string) => numberOf(id) >= numberOf(first) && numberOf(id) <= numberOf(last)
    return idsOf(first.slice(0, first.lastIndexOf('.'))).filter(isWithin)
  })
}

function rowOf(line: string): Row[] {
  if (!/^\| \d/.test(line)) return []
  const [ids = '', , answer = '', shownBy = ''] = line.slice(2, -2).split(' | ')
  return [{ ids: expand(ids), answer, shownBy }]
}

const chapters = read('docs/asvs.md')
  .split('\n## ')
  .slice(1)
  .map((text) => ({ title: text.slice(0, text.indexOf('\n')), rows: text.split('\n').flatMap(rowOf) }))
const rows = chapters.flatMap((chapter) => chapter.rows)

/** What a row names in backticks: files, and clauses of docs/security.md. */
const namesIn = ({ shownBy }: Row) => {
  const names = [...shownBy.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name)
  return {
    files: names.filter((name) =>
      /^\.?\w[^ :]*\.(?:tsx?|mjs|md|ya?ml|json|sql)$|^\.dockerignore$|^Dockerfile$/.test(name),
    ),
    clauses: names.filter((name) => /^[a-z]+\.[a-z-]+$/.test(name) && !/\.(?:md|json|ya?ml)$/.test(name)),
  }
}

const isTested = (row: Row) =>
  namesIn(row).clauses.length > 0 ||
  namesIn(row).files.some((file) => /\.(?:test|stress|spec)\.tsx?$/.test(file))

/** The columns of the sums: held with a test, held by what the row names, operator, not held, does not apply. */
function sumsOf(of: readonly Row[]): string {
  const count = (isCounted: (row: Row) => boolean) =>
    of.filter(isCounted).reduce((sum, { ids }) => sum + ids.length, 0)
  const held = (row: Row) => row.answer === 'held'
  return [
    count((row) => held(row) && isTested(row)),
    count((row) => held(row) && !isTested(row)),
    ...answers.slice(1).map((answer) => count((row) => row.answer === answer)),
  ].join(' | ')
}

describe('the table of OWASP ASVS 5', () => {
  it('has each requirement of levels 1 and 2 once', () => {
    expect(allIds).toHaveLength(253)
    const named = rows.flatMap(({ ids }) => ids)
    const times = (id: string) => named.filter((other) => other === id).length
    expect(allIds.filter((id) => times(id) !== 1).map((id) => `${id}: ${times(id)} times`)).toEqual([])
    expect(named.filter((id) => !allIds.includes(id))).toEqual([])
  })

  it('says of each whether it is held, and by what', () => {
    const wrong = rows.filter((row) => {
      const { files, clauses } = namesIn(row)
      const needsName = row.answer === 'held' || row.answer === 'operator'
      const isKnown = answers.some((answer) => answer === row.answer)
      return !isKnown || row.shownBy.length < 12 || (needsName && files.length + clauses.length === 0)
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

  it('has the sums that the page on security states', () => {
    const expected = [
      ...chapters.map((chapter) => `| ${chapter.title} | ${sumsOf(chapter.rows)} |`),
      `| all 253 | ${sumsOf(rows)} |`,
    ]
    const [, table = ''] = read('docs/security.md').split('## OWASP ASVS 5')
    const stated = table.split('\n').filter((line) => /^\| (?:\d|all)/.test(line))
    expect(stated).toEqual(expected)
  })
})
