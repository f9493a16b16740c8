import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { answerQuestions, fileOf, give, openImports, press, tableOf } from '#test/import-screen.ts'
import { failCalls, recordSentCalls } from '#test/page-calls.ts'
import { openSchool } from '#test/school.ts'
import { answerAlert } from '#test/screen.tsx'
import { workbookFrom } from '#test/workbook.ts'

const school = await openSchool()
beforeEach(async () => {
  await school.reset()
  school.now = new Date('2026-11-21T09:00:00+05:00')
})
afterAll(() => school[Symbol.asyncDispose]())

test('cells are pasted anywhere on the step or into the labelled field', async () => {
  const page = await openImports(school)
  const text = tableOf({}, {})
    .map((row) => row.join('\t'))
    .join('\n')
  const clipboardData = { getData: () => text }
  fireEvent.paste(document.body, { clipboardData })
  await screen.findByText('Pasted cells')
  await press(page, 'Choose another file')
  fireEvent.paste(await screen.findByLabelText('Or paste cells from Excel'), { clipboardData })
  await screen.findByText('Pasted cells')
  expect(within(screen.getByRole('table', { name: 'The first rows' })).getAllByRole('row')).toHaveLength(3)
})

const bytes = (text: string) => new TextEncoder().encode(text)
/** Two bytes for each letter. */
const wide = (text: string) => [...bytes(text)].flatMap((byte) => [byte, 0])
const tooMany = () =>
  Array.from({ length: 10_002 }, (_, at) => (at === 0 ? 'Student Name,Class' : `Child ${at},5`))
const bad: Readonly<Record<string, readonly [content: Uint8Array<ArrayBuffer>, words: RegExp]>> = {
  'old.xls': [Uint8Array.of(0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1, 0, 0), /old \.xls file/],
  'renamed.xlsx': [bytes('%PDF-1.7 and more'), /a PDF/],
  'locked.xlsx': [
    Uint8Array.of(0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1, 0, ...wide('EncryptedPackage')),
    /password/,
  ],
  'half.xlsx': [bytes('PK\u0003\u0004 and no more'), /damaged/],
  'empty.csv': [new Uint8Array(), /empty/],
  'headings.csv': [bytes('Student Name,Class\n'), /no rows/],
  'long.csv': [bytes(tooMany().join('\n')), /10,001 rows; at most 10,000/],
}

test('a file that cannot be read is refused where it was given, and nothing is sent', async () => {
  const page = await openImports(school)
  const sent = recordSentCalls()
  for (const [name, [content, words]] of Object.entries(bad)) {
    const files = [new File([content], name)]
    fireEvent.drop(screen.getByText('Drop an Excel or CSV file here'), {
      dataTransfer: { files, items: [] },
    })
    await screen.findByText(words)
  }
  // A workbook that says that it unpacks to four gigabytes.
  const bomb = new Uint8Array(await (await fileOf(tableOf({}))).arrayBuffer())
  const directory = bomb.findIndex((_, at) =>
    [0x50, 0x4b, 1, 2].every((byte, place) => bomb[at + place] === byte),
  )
  new DataView(bomb.buffer).setUint32(directory + 24, 4_000_000_000, true)
  await give(page, new File([bomb], 'bomb.xlsx'))
  await screen.findByText(/too large/)
  expect(sent).toEqual([])
  await give(page, await fileOf(tableOf({})))
  await screen.findByRole('table', { name: 'The first rows' })
})

test('a cell of a megabyte is cut where it is read, and its row is refused', async () => {
  const page = await openImports(school)
  const rows = tableOf({ 'Student Name': 'x'.repeat(1_000_000) })
  await give(page, new File([rows.map((row) => row.join(',')).join('\n')], 'long.csv'))
  await press(page, 'Go on')
  await press(page, 'Check the rows')
  await answerQuestions(page)
  await screen.findByRole('table', { name: 'Refused: 1 row' })
  expect((await screen.findAllByText(/At most 120 characters/)).length).toBeGreaterThan(0)
})

test('a text of an older Windows is read as such, which is said before it is sent', async () => {
  const page = await openImports(school)
  // علی in Windows-1256.
  const content = new Uint8Array([...bytes('Student Name,Class\n'), 0xda, 0xe1, 0xed, ...bytes(',5\n')])
  await give(page, new File([content], 'old.csv'))
  await screen.findByText(/Windows-1256/)
  await screen.findByRole('cell', { name: /^عل/ })
})

/** A workbook whose first sheet has a hidden row and a title with a class, and which has a second sheet. */
const twoSheets = async () => {
  const row = (rowNo: number, cells: readonly string[], hidden = '') =>
    `<row r="${rowNo}"${hidden}>${cells.map((text, at) => `<c r="${'ABCD'[at]}${rowNo}" t="inlineStr"><is><t>${text}</t></is></c>`).join('')}</row>`
  const heading = ['Student Name', 'Father Name', 'Monthly Fee', 'Dues till June']
  const rows = [
    row(1, ['FEE REGISTER CLASS 5TH (RED)']),
    row(2, heading),
    row(3, ['Ali', 'Raza', '4500', '500']),
    row(4, ['Left Child', 'Umar', '4500', '0'], ' hidden="1"'),
  ]
  const six = row(1, heading) + row(2, ['Hira', 'Malik', '5000', '0'])
  const file = await workbookFrom([
    { name: 'Five', rows: rows.join('') },
    { name: '6 Blue', rows: six },
  ])
  return new File([new Uint8Array(file)], 'sheets.xlsx')
}

test('what of a file is not read is said, and sheets, hidden rows and class are chosen before it is sent', async () => {
  const page = await openImports(school)
  const sent = recordSentCalls()
  await give(page, await twoSheets())
  const notes = await screen.findByText('Some of the file is left out or read differently')
  const list = within(notes.closest('[role=status]') as HTMLElement)
  list.getByText('1 sheet is not read: "6 Blue" (1 row).')
  list.getByText('1 row that a filter or a person hid in Excel is read too.')
  list.getByText('Class 5, Section Red: from the title "FEE REGISTER CLASS 5TH (RED)".')
  await page.user.click(screen.getByLabelText('Leave out 1 hidden row'))
  await page.user.selectOptions(screen.getByLabelText('Sheet'), 'All 2 sheets')
  await screen.findByText('Row 101 is row 1 of "6 Blue".')
  await page.user.selectOptions(screen.getByLabelText('Section of every row'), 'Pink')
  await page.user.click(screen.getByLabelText('Leave out 1 hidden row'))
  const table = screen.getByRole('table', { name: 'The first rows' })
  await waitFor(() => expect(within(table).queryByText('Left Child')).toBeNull())
  within(table).getByRole('cell', { name: 'Hira' })
  await press(page, 'Go on')
  await screen.findByText('Left out, but looks like dues: "Dues till June"')
  expect(sent[1]?.body).toMatchObject({
    rows: [
      { rowNo: 3, cells: ['5', 'Pink', 'Ali', 'Raza', '4500', '500'] },
      { rowNo: 102, cells: ['6', 'Pink', 'Hira', 'Malik', '5000', '0'] },
    ],
  })
})

const manyChildren = Array.from({ length: 1200 }, () => ({}))

test('a cut line is outlasted, and each row is stored once', async () => {
  const page = await openImports(school)
  await give(page, await fileOf(tableOf(...manyChildren)))
  const sent = recordSentCalls()
  const connected = globalThis.fetch
  // The second piece arrives, its answer does not.
  let pieces = 0
  globalThis.fetch = async (to, init) => {
    const reply = await connected(to, init)
    if (typeof to !== 'string' || !to.includes('/imports/rows/') || init?.method !== 'POST') return reply
    pieces += 1
    if (pieces !== 2) return reply
    page.network.isDown = true
    throw new TypeError('Failed to fetch')
  }
  await press(page, 'Go on')
  await screen.findByText(/of 1,200 rows sent/)
  await waitFor(() => expect(page.network.isDown).toBe(true))
  expect(screen.queryByRole('heading', { name: 'What the columns are' })).toBeNull()
  page.network.isDown = false
  act(() => void window.dispatchEvent(new Event('online')))
  await screen.findByRole('heading', { name: 'What the columns are' })
  const ofPieces = sent.filter(({ path }) => path.includes('/imports/rows/'))
  expect(ofPieces[1]?.key).toBe(ofPieces[2]?.key)
  expect(new Set(ofPieces.map(({ key }) => key)).size).toBe(ofPieces.length - 1)
})

test('where the server fails the file goes on at its last piece when it is sent again', async () => {
  const page = await openImports(school)
  await give(page, await fileOf(tableOf({}, {})))
  const connected = globalThis.fetch
  failCalls('/imports/rows/', 500, { code: 'broken', msg: 'Something broke' })
  await press(page, 'Go on')
  await answerAlert(page, 'Something broke')
  await screen.findByText('0 of 2 rows sent')
  globalThis.fetch = connected
  await press(page, 'Go on sending')
  await screen.findByRole('heading', { name: 'What the columns are' })
  const { imports } = await school.db
    .selectFrom('imports')
    .select(({ fn }) => fn.countAll<number>().as('imports'))
    .executeTakeFirstOrThrow()
  expect(imports).toBe(1)
})

test('an import whose rows are missing goes on with the same file only, and one that was checked goes on at once', async () => {
  const admin = await school.as('admin@main.test')
  const page = await openImports(school)
  const file = await fileOf(tableOf({}, {}, {}))
  const sent = recordSentCalls()
  await give(page, file)
  await press(page, 'Go on')
  await screen.findByRole('button', { name: 'Check the rows' })
  const [start, rows] = sent
  if (!start || !rows) throw new Error('Nothing was sent')

  // As if the line had been cut after the first row.
  const begun = (await admin.post(start.path, start.body)).body
  const [first] = (rows.body as { rows: object[] }).rows
  await admin.post(rows.path.replace(/\d+$/, String(begun['importNo'])), { rows: [first] })
  const other = await openImports(school, '?import=2')
  await screen.findByText(/^1 of 3 rows of/)
  await give(other, await fileOf(tableOf({}, {})))
  await screen.findByText(/not the file of import 2/)
  await give(other, file)
  await press(other, 'Go on')
  await press(other, 'Check the rows')
  await answerQuestions(other)
  await screen.findByRole('button', { name: 'Admit 3 children' })

  const again = await openImports(school)
  await again.user.click(await screen.findByRole('link', { name: 'Go on with import 2' }))
  await screen.findByRole('button', { name: 'Admit 3 children' })
})
