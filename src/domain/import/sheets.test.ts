import { describe, expect, it } from 'vitest'
import { mostImportRows, type ImportKind } from './import.ts'
import { allSheets, noChoice, readFileTable, type TableChoice } from './sheets.ts'
import { wholeSheet, type FileSheet } from './table.ts'

const heading = ['Student Name', 'Father Name', 'Class']
const sheet = (name: string, rows: FileSheet['rows'], marks: Partial<FileSheet> = {}): FileSheet => ({
  ...wholeSheet(rows, name),
  ...marks,
})
const read = (
  sheets: readonly FileSheet[],
  choice: Partial<TableChoice> = {},
  kind: ImportKind = 'students',
) => {
  const table = readFileTable(kind, sheets, { ...noChoice, ...choice })
  if (!table.ok) throw new Error(table.message)
  return table
}
const wordsOf = (table: ReturnType<typeof read>) => table.notes.map(({ words }) => words)
const cellsOf = (table: ReturnType<typeof read>) => table.rows.map(({ cells }) => cells.join('|'))

const three = [
  sheet('Class 5', [heading, ['Ali', 'Raza', '5']]),
  sheet('Class 6', [
    ['', 'Class', 'Walid ka naam', 'Name', 'Fee'],
    ['', '6', 'Umar', 'Hira', '4500'],
    ['', '6', 'Tariq', 'Sana', ''],
  ]),
  sheet('Old', [heading, ['Zain', 'Zaid', '10']], { isHidden: true }),
  sheet('Notes', [['42']]),
  sheet('Sheet5', []),
]

describe('a file of several sheets', () => {
  it('is read from its first visible sheet, with notes about the other sheets', () => {
    const table = read([sheet('Hidden', [heading, ['x', 'y', '1']], { isHidden: true }), ...three])
    expect(cellsOf(table)).toEqual(['Ali|Raza|5'])
    expect(wordsOf(table)).toEqual([
      '2 sheets are not read: "Class 6" (2 rows), "Notes" (no table)',
      '2 hidden sheets are not read: "Hidden" (1 row), "Old" (1 row)',
    ])
  })

  it('has the rows of all sheets below each other, each field in one column', () => {
    const table = read(three, { sheet: allSheets })
    expect(table.headings).toEqual(['Student Name', 'Father Name', 'Class', '', 'Fee'])
    expect(cellsOf(table)).toEqual(['Ali|Raza|5||', 'Hira|Umar|6||4500', 'Sana|Tariq|6||'])
    expect(table.rows.map(({ rowNo }) => rowNo)).toEqual([2, 102, 103])
    expect(wordsOf(table)).toContain('Row 101 is row 1 of "Class 6"')
  })

  it('is read from a chosen sheet, even if it is hidden', () => {
    expect(cellsOf(read(three, { sheet: 'Old' }))).toEqual(['Zain|Zaid|10'])
    expect(readFileTable('students', three, { ...noChoice, sheet: 'New' })).toMatchObject({ ok: false })
  })

  it('is refused if there are too many rows', () => {
    const many = sheet('Many', [
      heading,
      ...Array.from({ length: mostImportRows + 1 }, () => ['Ali', 'Raza', '5']),
    ])
    expect(readFileTable('students', [many], noChoice)).toEqual({
      ok: false,
      message: 'The file has 10,001 rows; at most 10,000 go in at once. Divide the file.',
    })
  })
})

describe('hidden rows', () => {
  const rows = [
    heading,
    ['Ali', 'Raza', '5'],
    ['Hira', 'Umar', '5'],
    ['Total', '', ''],
    ['Sana', 'Tariq', '5'],
  ]
  const filtered = [sheet('', rows, { hiddenRows: [3, 4] })]

  it('are read and noted, except rows that are not children', () => {
    const table = read(filtered)
    expect(cellsOf(table)).toHaveLength(3)
    expect(table.hiddenRows).toBe(1)
    expect(wordsOf(table)).toEqual([
      '1 row that a filter or a person hid in Excel is read too',
      '1 row of totals or repeated headings is not read: 4',
    ])
  })

  it('are left out if the office chooses so', () => {
    const table = read(filtered, { leavesOutHidden: true })
    expect(table.rows.map(({ rowNo }) => rowNo)).toEqual([2, 5])
    expect(wordsOf(table)[0]).toBe('1 row that a filter or a person hid in Excel is left out')
  })
})

describe('the class and section of a sheet', () => {
  const names = [
    ['Student Name', 'Monthly Fee'],
    ['Ali', '4500'],
  ]
  const titled = (title: string, name = 'Sheet1') => [sheet(name, [[title], ...names])]

  it.each([
    ['FEE REGISTER CLASS 5TH (RED) OCTOBER 2026', '5|Red'],
    ['CLASS 5TH (RED)', '5|Red'],
    ['Class: V  Section: Blue', '5|Blue'],
    ['5th Class Green', '5|Green'],
    ['جماعت پنجم', '5'],
    ['Nursery Rose 2026', 'Nursery|Rose'],
    ['Class 7-A', '7|A'],
    ['Section: Pink', 'Pink'],
  ])('are taken from the title %j', (title, said) => {
    expect(cellsOf(read(titled(title)))).toEqual([`${said}|Ali|4500`])
  })

  it.each([
    'City Prep School',
    'First Class Academy',
    'Class Teacher: Miss Rose',
    'Class 1 to 5',
    'Classes 9th and 10th',
    'Class wise list',
    'Class 5-6',
    'Class 9 & 10',
    'Class 9 & above',
    'Annual report 2026',
    '5',
  ])('are not guessed from the title %j', (title) => {
    expect(cellsOf(read(titled(title)))).toEqual(['Ali|4500'])
  })

  it('are taken from the last line above each row that names them', () => {
    const [columns = [], ali = []] = names
    const table = read([
      sheet('', [
        ['FEE REGISTER CLASS 5TH (RED)'],
        columns,
        ali,
        ['', 'CLASS 6TH (BLUE)'],
        columns,
        ['Hira', '4600'],
        ['Section: Pink'],
        ['Noor', '4700'],
        ['Class Teacher: Miss Rose'],
        ['CLASS KG (RED)'],
        ['Omar', '4800'],
        ['7 Green'],
        ['Zain', '4900'],
        ['Class: 8', 'Section: Red'],
        ['Sana', '5000'],
        ['Class 9 Pink', '30 students'],
        ['Umar', '5100'],
      ]),
    ])
    expect(cellsOf(table).filter((cells) => cells.includes('00'))).toEqual([
      '5|Red|Ali|4500',
      '6|Blue|Hira|4600',
      '6|Pink|Noor|4700',
      '||Omar|4800',
      '7|Green|Zain|4900',
      '8|Red|Sana|5000',
      '9|Pink|Umar|5100',
    ])
    expect(wordsOf(table)).toContain('Class 6, Section Blue: from the title "CLASS 6TH (BLUE)"')
  })

  it.each([[['7', '']], [['Rose', '']], [['V', '900']]])('are not taken from the row %j', (row) => {
    expect(cellsOf(read([sheet('', [...names, row])]))).toEqual(['Ali|4500', row.join('|')])
  })

  it('are taken from the name of each sheet, with a note', () => {
    const table = read([sheet('5 Red', names), sheet('Prep', names)], { sheet: allSheets })
    expect(table.headings.slice(0, 2)).toEqual(['Class of the sheet', 'Section of the sheet'])
    expect(cellsOf(table)).toEqual(['5|Red|Ali|4500', 'Prep||Ali|4500'])
    expect(wordsOf(table)).toContain('Class 5, Section Red: from the name of the sheet "5 Red"')
  })

  it('are added to a sheet without such columns, but not to a sheet with them', () => {
    const own = sheet('5 Blue', [heading, ['Ali', 'Raza', '6']])
    const table = read([own, sheet('Prep', names)], { sheet: allSheets })
    expect(table.headings).toEqual(['Section of the sheet', ...heading, 'Monthly Fee'])
    expect(cellsOf(table)).toEqual(['Blue|Ali|Raza|6|', '|Ali||Prep|4500'])
  })

  it('are as the office says, even if the file has a column', () => {
    expect(cellsOf(read(titled('Class 5'), { studentClass: '6', section: 'Pink' }))).toEqual([
      '6|Pink|Ali|4500',
    ])
    const own = [sheet('', [heading, ['Ali', 'Raza', '5']])]
    expect(cellsOf(read(own, { studentClass: '6' }))).toEqual(['6|Ali|Raza|5'])
  })

  it('are not added to a file that has them, or to an import of another kind', () => {
    expect(cellsOf(read([sheet('6 Red', [heading, ['Ali', 'Raza', '5']])]))).toEqual(['Red|Ali|Raza|5'])
    expect(cellsOf(read(titled('CLASS 5TH (RED)'), {}, 'fees'))).toEqual(['Ali|4500'])
  })
})
