import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { answerQuestions, openImports, press, rowsOf, uploadFile, workbookFile } from '#test/import-screen.ts'
import { failCalls, holdAnswers, recordSentCalls } from '#test/page-calls.ts'
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
  const text = rowsOf({}, {})
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
/** Encodes each letter in two bytes. */
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

test('an unreadable file is refused at the drop area, and nothing is sent', async () => {
  const page = await openImports(school)
  const sent = recordSentCalls()
  for (const [name, [content, words]] of Object.entries(bad)) {
    const files = [new File([content], name)]
    fireEvent.drop(screen.getByText('Drop an Excel or CSV file here'), {
      dataTransfer: { files, items: [] },
    })
    await screen.findByText(words)
  }
  // A workbook that claims to unpack to four gigabytes.
  const bomb = new Uint8Array(await (await workbookFile(rowsOf({}))).arrayBuffer())
  const directory = bomb.findIndex((_, at) =>
    [0x50, 0x4b, 1, 2].every((byte, index) => bomb[at + index] === byte),
  )
  new DataView(bomb.buffer).setUint32(directory + 24, 4_000_000_000, true)
  await uploadFile(page, new File([bomb], 'bomb.xlsx'))
  await screen.findByText(/too large/)
  expect(sent).toEqual([])
  await uploadFile(page, await workbookFile(rowsOf({})))
  await screen.findByRole('table', { name: 'The first rows' })
})

test('a cell of a megabyte is cut when it is read, and its row is refused', async () => {
  const page = await openImports(school)
  const rows = rowsOf({ 'Student Name': 'x'.repeat(1_000_000) })
  await uploadFile(page, new File([rows.map((row) => row.join(',')).join('\n')], 'long.csv'))
  await press(page, 'Continue')
  await press(page, 'Check the rows')
  await answerQuestions(page)
  await screen.findByRole('table', { name: 'Refused: 1 row' })
  expect((await screen.findAllByText(/At most 120 characters/)).length).toBeGreaterThan(0)
})

test('a text of an older Windows is recognised, and a note says so before it is sent', async () => {
  const page = await openImports(school)
  // علی in Windows-1256.
  const content = new Uint8Array([...bytes('Student Name,Class\n'), 0xda, 0xe1, 0xed, ...bytes(',5\n')])
  await uploadFile(page, new File([content], 'old.csv'))
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

test('the unread parts of a file are named, and sheets, hidden rows and class are chosen before it is sent', async () => {
  const page = await openImports(school)
  const sent = recordSentCalls()
  await uploadFile(page, await twoSheets())
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
  await press(page, 'Continue')
  await screen.findByText('Left out, but looks like dues: "Dues till June"')
  expect(sent[0]?.body).toMatchObject({
    rows: [
      { rowNo: 3, cells: ['5', 'Pink', 'Ali', 'Raza', '4500', '500'] },
      { rowNo: 102, cells: ['6', 'Pink', 'Hira', 'Malik', '5000', '0'] },
    ],
  })
})

/** The calls that send a table. */
const tablesIn = (sent: ReturnType<typeof recordSentCalls>) =>
  sent.filter(({ path }) => path.startsWith('/imports/start/'))
const storedImports = () => school.db.selectFrom('imports').select(['import_no', 'row_count']).execute()

test('after a lost connection the table is sent again under its key, and is stored once', async () => {
  const page = await openImports(school)
  await uploadFile(page, await workbookFile(rowsOf(...Array.from({ length: 1200 }, () => ({})))))
  const sent = recordSentCalls()
  const connected = globalThis.fetch
  // The table arrives, but its reply does not.
  globalThis.fetch = async (to, init) => {
    const reply = await connected(to, init)
    if (typeof to !== 'string' || !to.includes('/imports/start/')) return reply
    globalThis.fetch = connected
    page.network.isDown = true
    throw new TypeError('Failed to fetch')
  }
  await press(page, 'Continue')
  await screen.findByText('Sending…')
  await waitFor(() => expect(page.network.isDown).toBe(true))
  expect(screen.queryByRole('heading', { name: 'What the columns are' })).toBeNull()
  page.network.isDown = false
  act(() => void window.dispatchEvent(new Event('online')))
  await screen.findByRole('heading', { name: 'What the columns are' })
  const keys = tablesIn(sent).map(({ key }) => key)
  expect(keys.length).toBeGreaterThan(1)
  expect(new Set(keys).size).toBe(1)
  expect(await storedImports()).toEqual([{ import_no: 1, row_count: 1200 }])
})

test('after a server failure the table is sent again by the same button', async () => {
  const page = await openImports(school)
  await uploadFile(page, await workbookFile(rowsOf({}, {})))
  const connected = globalThis.fetch
  failCalls('/imports/start/', 500, { code: 'broken', msg: 'Something broke' })
  await press(page, 'Continue')
  await answerAlert(page, 'Something broke')
  globalThis.fetch = connected
  await press(page, 'Continue')
  await screen.findByRole('heading', { name: 'What the columns are' })
  expect(await storedImports()).toHaveLength(1)
})

test('a screen that is left while the table is sent stays left, and its import can be continued', async () => {
  const page = await openImports(school)
  await uploadFile(page, await workbookFile(rowsOf({}, {}, {})))
  const release = holdAnswers('/imports/start/')
  await press(page, 'Continue')
  await screen.findByText('Sending…')
  await page.browserBack()
  release()
  await waitFor(async () => expect(await storedImports()).toHaveLength(1))
  expect(page.path()).toBe('/dashboard')
  const again = await openImports(school)
  await again.user.click(await screen.findByRole('link', { name: 'Continue import 1' }))
  await press(again, 'Check the rows')
  await answerQuestions(again)
  await screen.findByRole('button', { name: 'Admit 3 children' })

  // An import that was checked continues at once.
  const last = await openImports(school)
  await last.user.click(await screen.findByRole('link', { name: 'Continue import 1' }))
  await screen.findByRole('button', { name: 'Admit 3 children' })
})

test('a table of more than 64 MB is refused at the drop area, and nothing is sent', async () => {
  const page = await openImports(school)
  const sent = recordSentCalls()
  const columns = Array.from({ length: 26 }, (_, at) => String.fromCodePoint(65 + at))
  const [first, last] = [2, 2600]
  const row = (rowNo: number, texts: readonly string[]) =>
    `<row r="${rowNo}">${texts.map((text, at) => `<c r="${columns[at]}${rowNo}" t="inlineStr"><is><t>${text}</t></is></c>`).join('')}</row>`
  // Long texts in cells that are merged over all rows make a small file with a large table.
  const rows = [
    row(1, ['Student Name', ...columns.slice(1).map((column) => `Note ${column}`)]),
    row(first, ['Child', ...columns.slice(1).map(() => 'ولدیت'.repeat(100))]),
    ...Array.from({ length: last - first }, (_, at) => row(first + 1 + at, ['Child'])),
  ]
  const merges = columns.slice(1).map((column) => `<mergeCell ref="${column}${first}:${column}${last}"/>`)
  const after = `<mergeCells>${merges.join('')}</mergeCells>`
  const file = await workbookFrom([{ name: 'Five', rows: rows.join(''), after }])
  await uploadFile(page, new File([new Uint8Array(file)], 'large.xlsx'))
  await press(page, 'Continue')
  await screen.findByText('The table has 66 MB of text; at most 64 MB go in at once. Divide the file.')
  expect(sent).toEqual([])
})
