import { describe, expect, it } from 'vitest'
import { noChoice, readFileTable } from '#domain/import/sheets.ts'
import { registerBytes, registerFiles } from '#test/register-files.ts'
import { workbookFrom, workbookOf } from '#test/workbook.ts'
import { readSheets } from './read-sheets.ts'
import { readableCells, readWorkbook } from './workbook.ts'

const cell = (column: string, value: number | string, style = 0) =>
  `<c r="${column}1" s="${style}"><v>${value}</v></c>`
const inSheet = (cells: string) => readableCells(`<row r="2">${cells}</row>`, [])

describe('a file', () => {
  it.each(registerFiles)('$name is read as its program saved it', async ({ name, headings, rows }) => {
    const read = await readSheets(registerBytes(name))
    expect(read.ok && readFileTable('students', read.sheets, noChoice)).toMatchObject({
      ok: true,
      headings,
      rows,
    })
  })
})

describe('the cells of a sheet', () => {
  it('have errors as texts', () => {
    expect(inSheet('<c r="A2" s="1" t="e"><f>1/0</f><v>#DIV/0!</v></c>')).toContain(
      '<c r="A2" s="1" t="str"><f>1/0</f><v>#DIV/0!</v></c>',
    )
  })

  it.each([
    ['<c r="A2" s="1"><f>B2*3</f></c>', '#FORMULA! =B2*3'],
    ['<c r="A2" s="1"><f aca="false">B2*3</f><v></v></c>', '#FORMULA! =B2*3'],
    ['<c r="A2" t="str"><f>B2&amp;C2</f></c>', '#FORMULA! =B2&amp;C2'],
    ['<c r="A2"><f t="shared" si="0"/><v/></c>', '#FORMULA! =?'],
  ])('have a formula without its result as text: %s', (formula, text) => {
    const known = inSheet(`<c r="@"/>${formula}<c r="B2"><v>1</v></c>`)
    expect(known).toBe(
      `<row r="2"><c r="@"/><c r="A2" t="str"><v>${text}</v></c><c r="B2"><v>1</v></c></row>`,
    )
  })

  it('are recognised with prefixed tags too', () => {
    expect(inSheet('<x:c r="A2"><x:f>B2</x:f></x:c>')).toContain('<x:v>#FORMULA! =B2</x:v>')
  })

  it.each([
    '<c r="A2"><f>B2*3</f><v>0</v></c>',
    '<c r="A2" t="str"><f>IF(B2,"","")</f><v></v></c>',
    '<c r="A2" s="4"/><c r="B2"><v>7</v></c>',
    '<c r="A2" t="inlineStr"><is><t>t="e"</t></is></c>',
  ])('are not changed otherwise: %s', (plain) => {
    expect(inSheet(plain)).toBe(`<row r="2">${plain}</row>`)
  })

  it.each([
    ['9', '0.5', '50%'],
    ['3', '562.5', '562.5 (shown as 563)'],
    ['4', '562.5', '562.5'],
    ['41', '-500', '-500'],
    ['20', '0.5', '12:00'],
    ['14', '42107', '2015-04-13'],
  ])('with the built-in format %s and the value %s are %s', async (id, value, text) => {
    const rows = `<row r="1"><c r="A1" s="1"><v>${value}</v></c></row>`
    const file = await workbookFrom([{ name: 'A', rows }], [Number(id)])
    expect((await readWorkbook(file))?.[0]?.rows).toEqual([[text]])
  })

  it('are read as their formats show them', async () => {
    const cells = [
      cell('A', 0.5, 1),
      cell('B', 42, 2),
      cell('C', 0.5),
      cell('D', 42107, 3),
      cell('E', 4500, 4),
    ]
    const others =
      '<c r="F1" s="1" t="str"><v>7</v></c><c r="G1" s="1"/><c r="H1" s="1"><f>A1/2</f><v>0.25</v></c>'
    const formats = ['0%', '00000', 'dd/mm/yyyy', '"Rs." #,##0']
    const file = await workbookFrom(
      [{ name: 'A', rows: `<row r="1">${cells.join('')}${others}</row>` }],
      formats,
    )
    const sheets = await readWorkbook(file)
    expect(sheets?.[0]?.rows).toEqual([['50%', '00042', '0.5', '2015-04-13', '4500', '7', '', '25%']])
  })
})

describe('the sheets of a workbook', () => {
  it('have their names, hidden rows and merged cells', async () => {
    const rows = `<row r="1"><c r="A1"><v>1</v></c></row><row r="3" hidden="1"><c r="A3"><v>3</v></c></row><row ht="0" r="4" customHeight="1"/>`
    const after = '<mergeCells><mergeCell ref="A1:C1"/><mergeCell ref="AB3:AB7"/></mergeCells>'
    const file = await workbookFrom([
      { name: '5 "Red" & Blue', rows, after },
      { name: 'Old', state: 'veryHidden', rows: '' },
    ])
    expect(await readWorkbook(file)).toEqual([
      {
        name: '5 "Red" & Blue',
        isHidden: false,
        rows: [['1'], [''], ['3']],
        hiddenRows: [3, 4],
        merges: [{ column: 27, firstRow: 3, lastRow: 7 }],
      },
      { name: 'Old', isHidden: true, rows: [], hiddenRows: [], merges: [] },
    ])
  })
})

const rows = Array.from({ length: 3000 }, (_, at) => [
  `Student ${at}`,
  'ولدیت'.repeat(20),
  4500 + at,
  'Lahore',
])
const file = new Uint8Array(await workbookOf(rows))

/** Returns the file with sizes in its directory that its parts do not have. */
function withSizes(size: number): Uint8Array {
  const changed = file.slice()
  const view = new DataView(changed.buffer)
  for (let at = 0; at < changed.length - 4; at += 1)
    if (view.getUint32(at, true) === 0x02014b50) view.setUint32(at + 24, size, true)
  return changed
}

describe('a large workbook', () => {
  it('is read in one piece, without a worker', async () => {
    const sheets = await readWorkbook(file)
    expect(sheets?.[0]?.rows).toEqual(rows.map((cells) => cells.map(String)))
  })

  it.each([
    ['nothing', new Uint8Array()],
    ['half of a workbook', file.slice(0, file.length / 2)],
    ['a workbook whose directory is cut off', file.slice(0, -30)],
    [
      'a workbook with other bytes in its middle',
      file.map((byte, at) => (at > 2000 && at < 4000 ? 255 : byte)),
    ],
    ['a workbook with one other bit', file.map((byte, at) => (at === 5000 ? byte ^ 1 : byte))],
    ['a directory that points outside the file', file.map((byte, at) => (at > file.length - 8 ? 255 : byte))],
    ['a workbook that declares less than it has', withSizes(10)],
  ])('is not read if it is %s', async (_, damaged) => {
    expect(await readWorkbook(damaged)).toBeNull()
  })
})
