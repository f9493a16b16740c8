import { describe, expect, it } from 'vitest'
import { mostImportColumns, mostImportRows } from './import.ts'
import { findHeadingRow, readTable } from './import-table.ts'

const children = [
  ['1', 'Ali Raza', 'Raza Khan', '5'],
  ['2', 'Hira Malik', 'Umar Malik', '6'],
]
const heading = ['Roll No', 'Student Name', 'Father Name', 'Class']

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
    })
  })

  it('has its headings in one row where children have as many texts', () => {
    const texts = ['Ali Raza', 'Raza Khan', 'Five', 'Red', 'House 5', 'Islam']
    expect(findHeadingRow([['Name', 'Father', 'Class', 'Sec', '', ''], texts])).toBe(0)
  })

  it('does not end at a blank row', () => {
    const table = readTable([heading, children[0] ?? [], ['', ' '], [], children[1] ?? []])
    expect(table.ok && table.rows.map(({ rowNo }) => rowNo)).toEqual([2, 5])
  })

  it('joins two rows of headings, whichever has more texts', () => {
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

  it('does not join the name of the school, or a child', () => {
    const table = readTable([['City School'], ['Name', 'Class', 'Fee'], ['Ali', 'Five', 'half']])
    expect(table).toMatchObject({ headings: ['Name', 'Class', 'Fee'], rows: [{ rowNo: 3 }] })
    const unnamed = readTable([
      ['Name', 'Class', 'Fee', ''],
      ['Ali', 'Five', '', 'good'],
    ])
    expect(unnamed).toMatchObject({ headings: ['Name', 'Class', 'Fee', ''], rows: [{ rowNo: 2 }] })
  })

  it('leaves out totals and repeated headings, and says which rows they were', () => {
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

  it('numbers headings that are there twice, and leaves out empty columns at the right', () => {
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

  it('says what is wrong with the file as a whole', () => {
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
    const long = Array.from({ length: mostImportRows + 1 }, () => children[0] ?? [])
    expect(messageOf([heading, ...long])).toBe(
      'The file has 10,001 rows; at most 10,000 go in at once. Divide the file.',
    )
    expect(messageOf([heading, ...long.slice(1)])).toBe('')
  })
})
