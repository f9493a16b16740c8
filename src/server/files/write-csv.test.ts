import { PassThrough } from 'node:stream'
import { text as readText } from 'node:stream/consumers'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { decimalRupees, paisa, type Money } from '#domain/money.ts'
import { escapeFormula, quoteForCsv } from '#reports/plain-cells.ts'
import { covers } from '#test/covers.ts'
import { sheetOf } from './sheet.ts'
import { writeCsv } from './write-csv.ts'

interface Row {
  readonly first: string
  readonly amount: Money
  readonly last: string
}

async function* part(rows: readonly Row[]) {
  yield rows
}

/** Returns a CSV file of rows that have a text, an amount and a text. */
async function fileOf(rows: readonly Row[]): Promise<string> {
  const base = { heading: 'Any', width: 90, fileWidth: 9 }
  const sheet = sheetOf<Row>({
    title: 'Any',
    about: [],
    columns: [
      { ...base, key: 'first', kind: 'text', value: ({ first }) => first },
      { ...base, key: 'amount', kind: 'amount', value: ({ amount }) => amount },
      { ...base, key: 'last', kind: 'name', value: ({ last }) => last },
    ],
    parts: part(rows),
    foot: () => ({ totals: {} }),
  })
  const out = new PassThrough()
  const written = readText(out)
  await writeCsv(out, sheet)
  out.end()
  return written
}

/** Splits a file into cells as a spreadsheet does: a quotation mark only quotes at the start of a cell. */
function cellsOf(file: string, separator: string): string[] {
  const ends = separator === '\t' ? '\\t\\r\\n' : `${separator}\\r\\n`
  const cell = new RegExp(`(?:"((?:[^"]|"")*)(?:"|$))?([^${ends}]*)(?:[${ends}]|$)`, 'gy')
  return Array.from(
    file.matchAll(cell),
    ([, inQuotes = '', rest = '']) => inQuotes.replaceAll('""', '"') + rest,
  )
}

/** Splits a file into its headings and the rest. */
const splitAtFirstLineEnd = (file: string): [headings: string, rest: string] => {
  const end = file.indexOf('\r\n') + 2
  return [file.slice(0, end), file.slice(end)]
}

const hostileText = fc
  .array(fc.constantFrom(...Array.from('=+-@＝＋－＠;,"\t\r\n\'a1 ')), { maxLength: 12 })
  .map((signs) => signs.join(''))
const aRow = fc.record({
  first: hostileText,
  amount: fc.integer({ min: -1_000_000, max: 1_000_000 }).map(paisa),
  last: hostileText,
})

test('no text starts like a formula or breaks out of its cell', async () => {
  covers('security accounts.stored-script')

  const texts = ['=1+1', '+1', '-1', '@sum', '\t=1', 'a=1', "'=1", '"=1', 'x",=1', 'x\r\n=1', ' =1', 'x,=1']
  texts.push('＝1', '＋1', '－1', '＠1', 'x;=1', 'x;"=1', 'x;;y', 'x\t－1', 'a-1, b+2')
  const file = await fileOf(texts.map((first) => ({ first, amount: paisa(-150), last: '' })))
  // prettier-ignore
  const cells = [
    "'=1+1", "'+1", "'-1", "'@sum", "\"'\t'=1\"", 'a=1', "'=1", "\"'\"\"=1\"", '"x"",\'=1"', '"x\r\n\'=1"', '" =1"',
    '"x,\'=1"', "'＝1", "'＋1", "'－1", "'＠1", '"x;\'=1"', '"x;\'""=1"', '"x;;y"', '"x\t\'－1"', '"a-1, b+2"',
  ]
  expect(file).toBe(['Any,Any,Any', ...cells.map((cell) => `${cell},-1.50,`), ',,', ''].join('\r\n'))
})

test('every text is escaped against formulas first and then quoted', async () => {
  const anyText = fc.oneof(hostileText, fc.string({ unit: 'binary', maxLength: 12 }))
  await fc.assert(
    fc.asyncProperty(anyText, async (first) => {
      const [, row] = splitAtFirstLineEnd(await fileOf([{ first, amount: paisa(5), last: 'x' }]))
      expect(row).toBe(`${quoteForCsv(escapeFormula(first))},0.05,x\r\n,,\r\n`)
    }),
    { numRuns: 500 },
  )
})

test('no cell starts like a formula, whatever the separator, and an amount stays a number', async () => {
  covers('security accounts.stored-script')

  await fc.assert(
    fc.asyncProperty(fc.array(aRow, { minLength: 1, maxLength: 5 }), async (rows) => {
      const file = await fileOf(rows)
      for (const separator of [',', ';', '\t']) {
        const formulas = cellsOf(file, separator).filter((cell) => /^[=+\-@\t＝＋－＠]/.test(cell))
        // Only our own separator makes cells of single amounts; with another separator an amount follows a comma.
        const ours = separator === ',' ? rows.map(({ amount }) => decimalRupees(amount)) : []
        expect(formulas.filter((cell) => !ours.includes(cell))).toEqual([])
      }
      const amounts = cellsOf(file, ',').filter((cell) => /^-?\d+\.\d\d$/.test(cell))
      expect(amounts).toEqual(rows.map(({ amount }) => decimalRupees(amount)))
    }),
    { numRuns: 500 },
  )
})
