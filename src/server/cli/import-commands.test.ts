import { readFileSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { brokenLaws } from '#server/records/laws/book-laws.ts'
import { openPortal } from '#test/command-line.ts'
import { readAllRows } from '#test/every-row.ts'
import { workbookFrom } from '#test/workbook.ts'

const { database, run: runCommand } = await openPortal()
const db = database.kysely

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'import-commands-'))
})
afterAll(() => rm(folder, { recursive: true }))
beforeEach(async () => {
  await runCommand(['campus', 'add', 'North'])
})

const register = [
  'Roll No,Student Name,Father Name,Date of Birth,Place of Birth,Gender,Religion,Mobile,Class,Section,Monthly Fee,Dues',
  '12,Ayesha Khan,Imran Khan,2016-04-12,Lahore,F,Islam,0300-1234567,5,Red,5000,7500',
  '13,Bilal Ahmed,Ahmed Raza,2015-01-31,Lahore,M,Islam,0300-7654321,KG,Red,4000,0',
].join('\n')

function save(name: string, text: string | Buffer): string {
  const path = join(folder, name)
  writeFileSync(path, text)
  return path
}

const importFile = (path: string, ...more: readonly string[]) =>
  runCommand([
    'import',
    path,
    '--what',
    'students',
    '--campus',
    'North',
    '--numbers',
    'keep',
    '--as-of',
    '2026-10-31',
    ...more,
  ])
const withValues = ['--values', 'KG=Prep']
const students = () =>
  db.selectFrom('students').select(['roll_no', 'student_name', 'student_class']).orderBy('roll_no').execute()

test('a dry run shows the result and writes nothing', async () => {
  const before = await readAllRows(db)
  const path = save('register.csv', register)
  const { code, output } = await importFile(path, '--dry-run')
  expect(code).toBe(1)
  expect(await importFile(path, ...withValues, '--dry-run')).toMatchObject({ code: 0 })
  expect(output).toContain('1 new, 0 changed, 0 same, 1 refused, 0 left out')
  expect(output).toContain('1 student, monthly fees 5,000, opening dues 7,500, advances 0')
  expect(output).toContain('"KG" in 1 row is not a Class of the school')
  expect(output).toContain('nothing was written')
  expect(await readAllRows(db)).toEqual(before)
})

const [headings = '', ayesha = '', bilal = ''] = register.replace('KG', '6').split('\n')
/** Returns lines as the XML rows of a sheet; the row of roll number 14 is hidden. */
const sheetRows = (...lines: readonly string[]) =>
  lines
    .map((line, row) => {
      const cells = line.split(',').map((text, column) => {
        const letter = String.fromCodePoint(65 + column)
        return `<c r="${letter}${row + 1}" t="inlineStr"><is><t>${text}</t></is></c>`
      })
      return `<row r="${row + 1}"${line.startsWith('14,') ? ' hidden="1"' : ''}>${cells.join('')}</row>`
    })
    .join('')
test('an import names the parts of a file that it does not read, and reads them if an option selects them', async () => {
  const file = await workbookFrom([
    { name: '5 Red', rows: sheetRows(headings, ayesha, bilal.replace('13', '14')) },
    { name: 'Six', rows: sheetRows(headings.replace('Class,Section,', ''), bilal.replace('6,Red,', '')) },
  ])
  const path = save('sheets.xlsx', file)
  const first = await importFile(path, '--dry-run')
  expect(first.output).toContain(
    '1 sheet is not read: "Six" (1 row); add --sheet all, or --sheet with a name',
  )
  expect(first.output).toContain(
    '1 row that a filter or a person hid in Excel is read too; add --leave-out-hidden to leave them out',
  )
  expect(first.output).toContain('2 new, 0 changed')
  const all = await importFile(path, '--sheet', 'all', '--leave-out-hidden', '--dry-run')
  expect(all.output).toContain('Row 101 is row 1 of "Six"')
  expect(all.output).toContain('1 new, 0 changed, 0 same, 1 refused')
  const chosen = await importFile(path, '--sheet', 'Six', '--class', '6', '--section', 'Blue')
  expect(chosen.output).toContain('Class 6, Section Blue: as chosen')
  expect(await students()).toEqual([{ roll_no: 13, student_name: 'Bilal Ahmed', student_class: '6' }])
  expect(await importFile(path, '--sheet', 'Seven')).toMatchObject({
    code: 1,
    errorOutput: 'The file has no sheet "Seven": 5 Red, Six',
  })
})

test('an import names a column that looks like dues and is left out', async () => {
  const path = save('dues.csv', register.replace('Monthly Fee,Dues', 'Monthly Fee,Dues till October'))
  const { output } = await importFile(path, '--dry-run')
  expect(output).toContain(
    'The column "Dues till October" looks like dues and is left out; add --columns "Dues till October=balance"',
  )
})

test('an import writes all rows or none', async () => {
  const path = save('register.csv', register)
  const before = await readAllRows(db)
  const refused = await importFile(path)
  expect(refused.code).toBe(1)
  expect(refused.errorOutput).toContain('Nothing was written: correct the refused rows')
  expect(await readAllRows(db)).toEqual(before)
  expect(await importFile(path, ...withValues)).toMatchObject({ code: 0 })
  expect(await students()).toEqual([
    { roll_no: 12, student_name: 'Ayesha Khan', student_class: '5' },
    { roll_no: 13, student_name: 'Bilal Ahmed', student_class: 'Prep' },
  ])
  expect((await importFile(path, ...withValues)).output).toContain('0 new, 0 changed, 2 same')
  expect(await brokenLaws(db)).toEqual([])
})

test('an import asks which child a row is about if number, names or CNIC disagree', async () => {
  const first = [
    'Admission No,Student Name,Father Name,Date of Birth,Place of Birth,Gender,Religion,Phone,Father CNIC,Class,Section,Monthly Fee',
    '1001,Pupil N,Parent N,2015-01-01,Lahore,F,Islam,0300-1111112,11111-2222222-1,5,Red,4000',
  ].join('\n')
  const second = first
    .replace('1001', '2002')
    .replace('0300-1111112', '0333-1000009')
    .replace('11111-2222222-1', '99999-8888888-9')
    .replace('5,Red,4000', '6,Red,6000')
  const path = save('second.csv', second)
  await importFile(save('first.csv', first))
  const before = await readAllRows(db)
  const check = await importFile(path, '--dry-run')
  expect(check.output).toContain(
    'Has old number 2002, but roll no. 1, Pupil N has 1001. Add to --children 2=1 for Roll no. 1: Pupil N',
  )
  expect(await readAllRows(db)).toEqual(before)
  expect(await importFile(path, '--children', '2=new')).toMatchObject({ code: 0 })
  expect(await students()).toMatchObject([{ student_class: '5' }, { student_class: '6' }])
  expect((await importFile(path)).output).toContain('0 new, 0 changed, 1 same')
  expect(await importFile(path, '--children', 'x=1')).toMatchObject({ code: 2 })
})

test('an import accepts a file with exactly the columns that docs/first-day.md names', async () => {
  const guide = readFileSync('docs/first-day.md', 'utf8')
  const neededColumns = /^- Needed: (.*)\.$/m.exec(guide)?.[1]?.split(', ') ?? []
  const cells: Readonly<Record<string, string>> = {
    'Student Name': 'Zara Khan',
    'Father Name': 'Imran Khan',
    Class: '5',
    Section: 'Red',
    'Monthly Tuition Fee': '4500',
    'Admission No': '1001',
    'Opening Balance': '7500',
  }
  expect(neededColumns.toSorted()).toEqual(Object.keys(cells).toSorted())
  const line = neededColumns.map((heading) => cells[heading]).join(',')
  const { code, output } = await importFile(save('first-day.csv', [neededColumns.join(','), line].join('\n')))
  expect(output).toContain('1 new, 0 changed, 0 same, 0 refused')
  expect(output).toContain('1 record to complete later')
  expect(code).toBe(0)
  expect(await brokenLaws(db)).toEqual([])
})

test('an import leaves out refused rows with --leave-out-refused', async () => {
  expect(await importFile(save('register.csv', register), '--leave-out-refused')).toMatchObject({ code: 0 })
  expect(await students()).toMatchObject([{ roll_no: 12 }])
})

test('an import can be withdrawn, after which its roll numbers are free', async () => {
  const path = save('register.csv', register)
  await importFile(path, ...withValues)
  const withdrawn = await runCommand(['import', 'withdraw', '1', '--campus', 'North'])
  expect(withdrawn).toMatchObject({ code: 0, output: 'Import 1 was withdrawn' })
  for (const table of ['students', 'fees', 'vouchers'] as const) {
    expect(await db.selectFrom(table).selectAll().execute()).toEqual([])
  }
  expect(await brokenLaws(db)).toEqual([])
  expect(await runCommand(['import', 'withdraw', '1', '--campus', 'North'])).toMatchObject({ code: 1 })
  expect(await importFile(path, ...withValues)).toMatchObject({ code: 0 })
  expect(await students()).toHaveLength(2)
  expect(await brokenLaws(db)).toEqual([])
})

test('an import cannot be withdrawn once something else happened to a student', async () => {
  await importFile(save('register.csv', register), ...withValues)
  await db
    .updateTable('students')
    .set({ state: 'removed', left_on: '2026-11-20' })
    .where('roll_no', '=', 13)
    .execute()
  const withdrawal = await runCommand(['import', 'withdraw', '1', '--campus', 'North'])
  expect(withdrawal).toMatchObject({ code: 1, errorOutput: 'Nothing was withdrawn: roll number 13 has left' })
  expect(await students()).toHaveLength(2)
})

test.each([
  ['a file that does not exist', () => join(folder, 'none.csv'), /cannot be read/],
  ['a renamed .pdf', () => save('register.xlsx', '%PDF-1.7 ...'), /PDF/],
  ['an .xls', () => save('old.xls', Buffer.from('d0cf11e0a1b11ae1', 'hex')), /\.xlsx/],
  [
    'a damaged workbook',
    () => save('broken.xlsx', Buffer.from('504b030400000000', 'hex')),
    /damaged|cannot be read/,
  ],
  ['an empty file', () => save('empty.csv', ''), /./],
])('an import refuses %s in plain words', async (_, path, words) => {
  const before = await readAllRows(db)
  const { code, errorOutput } = await importFile(path())
  expect(code).toBe(1)
  expect(errorOutput).toMatch(words)
  expect(errorOutput).not.toMatch(/failed|undefined| at /)
  expect(await readAllRows(db)).toEqual(before)
})

test.each([
  ['an unknown field', ['--columns', 'Dues=debts']],
  ['an unknown column', ['--columns', 'Arrears=balance']],
  ['a value that the portal does not have', ['--values', 'KG=Kindergarten']],
  ['a date in another form', ['--as-of', '31/10/2026']],
  ['an unknown order of dates', ['--dates', 'year-first']],
])('an import refuses %s', async (_, options) => {
  expect(await importFile(save('register.csv', register), ...options)).toMatchObject({ code: 2 })
})
