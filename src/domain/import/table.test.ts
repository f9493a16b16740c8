import { describe, expect, it } from 'vitest'
import { mostImportColumns } from './import.ts'
import { findHeadingRow, readTable as readSheetTable, wholeSheet, type FileSheet } from './table.ts'

const children = [
  ['1', 'Ali Raza', 'Raza Khan', '5'],
  ['2', 'Hira Malik', 'Umar Malik', '6'],
]
const heading = ['Roll No', 'Student Name', 'Father Name', 'Class']

const readTable = (rows: FileSheet['rows'], marks: Partial<FileSheet> = {}) =>
  readSheetTable({ ...wholeSheet(rows), ...marks })

const messageOf = (rows: readonly (readonly string[])[]) => {
  const table = readTable(rows)
  return table.ok ? '' : table.message
}

describe('the table of a file', () => {
  it('begins below the name and address of the school', () => {
    const rows = [
      ['The City School, Lahore'],
      ['Students of 2026', '', 'Printed 3 Nov'],
      [],
      heading,
      ...children,
    ]
    expect(findHeadingRow(rows)).toBe(3)
    expect(readTable(rows)).toEqual({
      ok: true,
      headings: heading,
      rows: [
        { rowNo: 5, cells: children[0] },
        { rowNo: 6, cells: children[1] },
      ],
      skipped: [],
      dividers: [],
      titles: ['The City School, Lahore', 'Students of 2026', 'Printed 3 Nov'],
    })
  })

  it('has its headings in one row, even if a child has more texts', () => {
    const texts = ['Ali Raza', 'Raza Khan', 'Five', 'Red', 'House 5', 'Islam']
    expect(findHeadingRow([['Name', 'Father', 'Class', 'Sec', '', ''], texts])).toBe(0)
  })

  it('does not end at a blank row', () => {
    const table = readTable([heading, children[0] ?? [], ['', ' '], [], children[1] ?? []])
    expect(table.ok && table.rows.map(({ rowNo }) => rowNo)).toEqual([2, 5])
  })

  it('joins two rows of headings, whichever row has more texts', () => {
    const wide = [
      ['Roll No', 'Name', 'Father Name', 'Fee', '', 'Mother', ''],
      ['', '', '', 'Monthly', 'Discount', 'Name', 'Mobile'],
      ['1', 'Ali', 'Raza', '2500', '0', 'Sana', '0300'],
    ]
    const joined = [
      'Roll No',
      'Name',
      'Father Name',
      'Fee Monthly',
      'Fee Discount',
      'Mother Name',
      'Mother Mobile',
    ]
    const table = readTable(wide)
    expect(table).toMatchObject({ ok: true, headings: joined, rows: [{ rowNo: 3 }] })
    const narrow = readTable([
      ['', '', 'Father', '', ''],
      ['Roll No', 'Student', 'Name', 'CNIC', 'Address'],
      ['1', 'Ali', 'Raza', '35202', 'Lahore'],
    ])
    expect(narrow).toMatchObject({
      ok: true,
      headings: ['Roll No', 'Student', 'Father Name', 'Father CNIC', 'Father Address'],
    })
  })

  it('does not join the headings with the name of the school or with a child', () => {
    const table = readTable([['City School'], ['Name', 'Class', 'Fee'], ['Ali', 'Five', 'half']])
    expect(table).toMatchObject({ headings: ['Name', 'Class', 'Fee'], rows: [{ rowNo: 3 }] })
    const unnamed = readTable([
      ['Name', 'Class', 'Fee', ''],
      ['Ali', 'Five', '', 'good'],
    ])
    expect(unnamed).toMatchObject({ headings: ['Name', 'Class', 'Fee', ''], rows: [{ rowNo: 2 }] })
  })

  it('leaves out totals and repeated headings, and lists their rows', () => {
    const table = readTable([
      heading,
      ...children,
      ['Total', '', '', '2'],
      [],
      heading,
      ['3', 'Total Khan', 'X', '5'],
      ['', 'Grand Total:', '', '#FORMULA! =SUM(D2:D4)'],
    ])
    expect(table).toMatchObject({ ok: true, skipped: [4, 6, 8] })
    expect(table.ok && table.rows.map(({ rowNo }) => rowNo)).toEqual([2, 3, 7])
  })

  it('numbers repeated headings, and leaves out empty columns at the right', () => {
    const table = readTable([
      ['Name', 'Phone', 'Phone', '', ' '],
      ['Ali', '1', '2', '', ''],
    ])
    expect(table).toMatchObject({
      headings: ['Name', 'Phone', 'Phone (2)'],
      rows: [{ cells: ['Ali', '1', '2'] }],
    })
  })

  it('fills short rows', () => {
    expect(readTable([heading, ['1', 'Ali']])).toMatchObject({ rows: [{ cells: ['1', 'Ali', '', ''] }] })
  })

  it('has a message for each fault of the whole file', () => {
    expect(messageOf([])).toBe('The first sheet of the file is empty')
    expect(messageOf([[''], ['', ' ']])).toBe('The first sheet of the file is empty')
    expect(
      messageOf([
        ['1', '2'],
        ['3', '4'],
      ]),
    ).toMatch(/^No headings found/)
    expect(messageOf([heading, [], ['Total']])).toBe('The file has headings, but no rows below them')
    const wide = Array.from({ length: mostImportColumns + 1 }, (_, at) => `Column ${at}`)
    expect(messageOf([wide])).toBe('The file has 61 columns; at most 60 can be read')
  })

  it.each([
    ['7 students', '', '', '28,000'],
    ['', '5 students', '5 admitted', '0 removed'],
    ['1 receipt', '0 reversals', '', '2,500'],
    ['1,204 records', '', '', '9'],
    ['1 entry', '', '', '9'],
    ['', 'Due', '', '9'],
    ['', 'Paid in advance', '', '-9'],
    ['Total Students: 45', '', '', ''],
    ['', 'Total of class 5', '', '9'],
    ['', 'Class total', '', '9'],
    ['Grand Total (Rs.)', '', '', '9'],
    ['', 'کل طلبہ', '', '7'],
  ])('leaves out the totals in %j, %j', (...total) => {
    expect(readTable([heading, ...children, total])).toMatchObject({
      skipped: [4],
      rows: [{ rowNo: 2 }, { rowNo: 3 }],
    })
  })

  it.each([['Totalmir Khan'], ['Mizan Ahmed'], ['Kulsoom Total Bibi']])('keeps a child named %s', (name) => {
    expect(readTable([heading, ['9', name, '', '']])).toMatchObject({ rows: [{ rowNo: 2 }], skipped: [] })
  })

  it('repeats a merged class in each of its rows, but not a merged amount', () => {
    const rows = [
      ['City School', '', ''],
      ['Name', 'Class', 'Balance'],
      ['Ali', '5 Red', '900'],
      ['Hira', '', ''],
      ['', '', ''],
      ['Umar', '6', '100'],
    ]
    const merges = [
      { column: 0, firstRow: 1, lastRow: 2 },
      { column: 1, firstRow: 3, lastRow: 5 },
      { column: 2, firstRow: 3, lastRow: 4 },
    ]
    const shared = '900 in one cell over rows 3 to 4'
    expect(readTable(rows, { merges })).toMatchObject({
      headings: ['Name', 'Class', 'Balance'],
      rows: [
        { cells: ['Ali', '5 Red', shared] },
        { cells: ['Hira', '5 Red', shared] },
        { cells: ['Umar', '6', '100'] },
      ],
    })
  })
})
