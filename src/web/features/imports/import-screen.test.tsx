import { brokenLaws } from '#server/records/book-laws.ts'
import { failCalls, recordSentCalls } from '#test/page-calls.ts'
import { watchSavedFiles } from '#test/saved-files.ts'
import { admit, openSchool } from '#test/school.ts'
import { answerAlert, openScreen, type OpenScreen } from '#test/screen.tsx'
import { workbookOf } from '#test/workbook.ts'
import { readXlsx } from '#test/xlsx.ts'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterAll, beforeEach, expect, test } from 'vitest'

const school = await openSchool()
beforeEach(async () => {
  await school.reset()
  school.now = new Date('2026-11-21T09:00:00+05:00')
})
afterAll(() => school[Symbol.asyncDispose]())

const headings = [
  'Roll No.',
  'Student Name',
  'Father Name',
  'Date of Birth',
  'Gender',
  'Class',
  'Section',
  'Monthly Tuition Fee',
  'Opening Balance',
  'Place of Birth',
  'Religion',
  'Father Phone Number',
]
type Child = Readonly<Record<string, string | number>>
const childOf = (place: number, named: Child = {}) => {
  const values: Child = {
    'Roll No.': 2000 + place,
    'Student Name': `Child ${place}`,
    'Father Name': `Father ${place}`,
    'Date of Birth': `${13 + (place % 10)}/04/2015`,
    Gender: 'male',
    Class: '5',
    Section: 'Red',
    'Monthly Tuition Fee': 4500,
    'Opening Balance': 0,
    'Place of Birth': 'Lahore',
    Religion: 'Islam',
    'Father Phone Number': '0300-1234567',
    ...named,
  }
  return headings.map((heading) => values[heading] ?? '')
}
const tableOf = (...children: readonly Child[]) => [
  headings,
  ...children.map((named, at) => childOf(at + 1, named)),
]
const fileOf = async (rows: readonly (readonly (string | number)[])[], name = 'register.xlsx') =>
  new File([new Uint8Array(await workbookOf(rows))], name)

const open = async (search = ''): Promise<OpenScreen> => {
  const page = await openScreen(school, `/import${search}`, 'admin@main.test')
  await screen.findByRole('heading', { level: 1, name: 'Bring in from Excel' })
  return page
}

const press = async ({ user }: OpenScreen, name: string | RegExp) =>
  user.click(await screen.findByRole('button', { name }))

async function give(page: OpenScreen, file: File): Promise<void> {
  await page.user.upload(await screen.findByLabelText('File'), file)
}

/** Confirms what the button of the dry run says, and waits until it is done. */
async function apply(page: OpenScreen, act: string): Promise<void> {
  await screen.findByText('Ready: nothing is written before you confirm')
  await press(page, act)
  await answerAlert(page, new RegExp(`^${act}`), act)
}

/** Gives a file, and sends and checks its rows. */
async function check(page: OpenScreen, ...children: readonly Child[]): Promise<void> {
  await give(page, await fileOf(tableOf(...children)))
  await press(page, 'Go on')
  await press(page, 'Check the rows')
}

/** Answers what the file leaves open: its roll numbers, and the day of its balances where it has some. */
async function answer(page: OpenScreen): Promise<void> {
  await page.user.click(await screen.findByLabelText('Keep the roll numbers of the file'))
  const asOf = screen.queryByLabelText('Of which day are the balances?')
  if (asOf) await page.user.selectOptions(asOf, '31 Oct 2026')
  await press(page, 'Go on')
}

const refusedRows = () => screen.findByRole('table', { name: /^Refused/ })
const studentsIn = () =>
  school.db
    .selectFrom('students')
    .select(['roll_no', 'student_name', 'student_class', 'section'])
    .orderBy('roll_no')
    .execute()

test('a file is read, its faults are mended in the grid, and its children are admitted with their balances', async () => {
  const page = await open()
  await give(
    page,
    await fileOf(
      tableOf({ 'Opening Balance': -7500 }, { Class: 'KG' }, { 'Date of Birth': '32/13/2015' }, {}),
    ),
  )
  await screen.findByText('register.xlsx')
  expect(within(screen.getByRole('table', { name: 'The first rows' })).getAllByRole('row')).toHaveLength(5)
  await press(page, 'Go on')

  const classField = await screen.findByLabelText('Field of Class')
  expect(within(classField).getByRole('option', { selected: true }).textContent).toBe('Class')
  expect(
    within(classField).getByRole('option', { name: 'Section (column 7)' }).hasAttribute('disabled'),
  ).toBe(true)
  await press(page, 'Check the rows')

  await screen.findByText('Child 1 has −7500: what does it say?')
  await page.user.click(screen.getByLabelText('Owes it'))
  await page.user.click(screen.getByLabelText('Keep the roll numbers of the file'))
  await page.user.selectOptions(screen.getByLabelText(/^Class KG/), 'Prep')
  await press(page, 'Go on')
  await page.user.selectOptions(await screen.findByLabelText('Of which day are the balances?'), '31 Oct 2026')
  await press(page, 'Go on')

  await screen.findByRole('button', { name: '1 Refused', pressed: true })
  const cell = within(await refusedRows()).getByRole('button', { name: 'Date of Birth, row 4: 32/13/2015' })
  await page.user.click(cell)
  const field = screen.getByRole('textbox', { name: 'Date of Birth, row 4' })
  await page.user.clear(field)
  await page.user.type(field, '13/12/2015{Enter}')
  await screen.findByText('Ready: nothing is written before you confirm')

  await press(page, 'Admit 4 children')
  const words = await answerAlert(
    page,
    /^Admit 4 children, opening dues Rs 7,500, advances Rs 0\?$/,
    'Admit 4 children',
  )
  expect(words).toContain('All rows are written or none')
  await screen.findByRole('heading', { name: 'Import 1 is in the books' })
  screen.getByRole('link', { name: 'Student list' })
  screen.getByRole('link', { name: 'Generate campus vouchers' })
  expect(await studentsIn()).toMatchObject([
    { roll_no: 2001, student_class: '5', section: 'Red' },
    { roll_no: 2002, student_class: 'Prep' },
    { roll_no: 2003 },
    { roll_no: 2004 },
  ])
  expect(await brokenLaws(school.db)).toEqual([])
})

test('refused rows are left out together and downloaded, and the others go in', async () => {
  const files = watchSavedFiles()
  const page = await open()
  await check(page, {}, { 'Student Name': '' }, { 'Monthly Tuition Fee': 'much' })
  await answer(page)
  await refusedRows()
  await press(page, 'Download refused rows')
  await waitFor(() => expect(files.saved).toHaveLength(1))
  const [sheet] = await readXlsx(Buffer.from(await (files.saved[0]?.bytes ?? new Blob()).arrayBuffer()))
  expect(JSON.stringify(sheet?.rows)).toContain('much')
  files.stop()
  expect(screen.getByRole('button', { name: 'Admit 1 child' }).hasAttribute('disabled')).toBe(true)
  await press(page, 'Leave out all 2 refused rows')
  await apply(page, 'Admit 1 child')
  await screen.findByRole('heading', { name: 'Import 1 is in the books' })
  expect(await studentsIn()).toMatchObject([{ roll_no: 2001 }])
})

test('in the grid Escape leaves a cell as it was, the arrow keys lead on, and a problem opens its rows', async () => {
  const page = await open()
  await check(page, { Class: '11th', 'Student Name': '' }, { Class: '12th' }, { 'Date of Birth': 'soon' }, {})
  await answer(page)
  const grid = within(await refusedRows())
  const first = grid.getByRole('button', { name: 'Class, row 2: 11th' })
  first.focus()
  await page.user.keyboard('{ArrowDown}')
  expect(document.activeElement).toBe(grid.getByRole('button', { name: 'Class, row 3: 12th' }))
  await page.user.keyboard('{ArrowRight}{ArrowLeft}{ArrowUp}')
  expect(document.activeElement).toBe(first)
  await page.user.keyboard('{F2}')
  await page.user.type(screen.getByRole('textbox', { name: 'Class, row 2' }), 'x{Escape}')
  expect(document.activeElement).toBe(grid.getByRole('button', { name: 'Class, row 2: 11th' }))
  // The cell says what is wrong with it.
  expect(document.activeElement?.getAttribute('aria-description')).toContain('11th')

  await page.user.click(screen.getByRole('button', { name: /"soon"/ }))
  await waitFor(() => expect(screen.queryByText('12th')).toBeNull())
  await screen.findByRole('button', { name: 'Leave out these 1 row' })
})

test('cells are pasted anywhere on the step or into the labelled field', async () => {
  const page = await open()
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
const tooMany = () =>
  Array.from({ length: 10_002 }, (_, at) => (at === 0 ? 'Student Name,Class' : `Child ${at},5`))
const bad: Readonly<Record<string, readonly [content: Uint8Array<ArrayBuffer>, words: RegExp]>> = {
  'old.xls': [Uint8Array.of(0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1, 0, 0), /old \.xls file/],
  'renamed.xlsx': [bytes('%PDF-1.7 and more'), /a PDF/],
  'half.xlsx': [bytes('PK\u0003\u0004 and no more'), /damaged/],
  'empty.csv': [new Uint8Array(), /empty/],
  'headings.csv': [bytes('Student Name,Class\n'), /no rows/],
  'long.csv': [bytes(tooMany().join('\n')), /10,001 rows; at most 10,000/],
}

test('a file that cannot be read is refused where it was given, and nothing is sent', async () => {
  const page = await open()
  const sent = recordSentCalls()
  for (const [name, [content, words]] of Object.entries(bad)) {
    const files = [new File([content], name)]
    fireEvent.drop(screen.getByText('Drop an Excel or CSV file here'), { dataTransfer: { files } })
    await screen.findByText(words)
  }
  expect(sent).toEqual([])
  await give(page, await fileOf(tableOf({})))
  await screen.findByRole('table', { name: 'The first rows' })
})

test('a text of an older Windows is read as such, which is said before it is sent', async () => {
  const page = await open()
  // علی in Windows-1256.
  const content = new Uint8Array([...bytes('Student Name,Class\n'), 0xda, 0xe1, 0xed, ...bytes(',5\n')])
  await give(page, new File([content], 'old.csv'))
  await screen.findByText(/Windows-1256/)
  await screen.findByRole('cell', { name: /^عل/ })
})

const manyChildren = Array.from({ length: 1200 }, (): Child => ({}))

test('a cut line is outlasted, and each row is stored once', async () => {
  const page = await open()
  await give(page, await fileOf(tableOf(...manyChildren)))
  const sent = recordSentCalls()
  const connected = globalThis.fetch
  // The second piece arrives, its answer does not.
  let pieces = 0
  globalThis.fetch = async (to, init) => {
    const answer = await connected(to, init)
    if (typeof to !== 'string' || !to.includes('/imports/rows/') || init?.method !== 'POST') return answer
    pieces += 1
    if (pieces !== 2) return answer
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
  const page = await open()
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
  expect(Number(imports)).toBe(1)
})

test('an import whose rows are missing goes on with the same file only, and one that was checked goes on at once', async () => {
  const admin = await school.as('admin@main.test')
  const page = await open()
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
  const other = await open(`?import=${begun['importNo']}`)
  await screen.findByText(/^1 of 3 rows of/)
  await give(other, await fileOf(tableOf({}, {})))
  await screen.findByText(/not the file of import 2/)
  await give(other, file)
  await press(other, 'Go on')
  await press(other, 'Check the rows')
  await answer(other)
  await screen.findByRole('button', { name: 'Admit 3 children' })

  const again = await open()
  await again.user.click(await screen.findByRole('link', { name: 'Go on with import 2' }))
  await screen.findByRole('button', { name: 'Admit 3 children' })
})

test('where the records have changed since the check nothing is written, and the rows are checked again', async () => {
  const page = await open()
  await check(page, {}, {})
  await answer(page)
  await screen.findByRole('button', { name: 'Admit 2 children' })
  const desk = await school.as('desk@main.test')
  await admit(desk, {
    studentData: { studentName: 'Child 1', fatherName: 'Father 1', dateOfBirth: '2015-04-14' },
  })
  await apply(page, 'Admit 2 children')
  await answerAlert(page, 'The records of the school have changed since the check')
  expect(await studentsIn()).toHaveLength(1)
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Admit 2 children' })).toBeNull())
})

test('what was said of a file is remembered for the next one with its headings', async () => {
  const page = await open()
  await check(page, {}, {})
  await answer(page)
  await apply(page, 'Admit 2 children')
  await page.user.click(await screen.findByRole('link', { name: 'Bring in another file' }))
  await screen.findByText('2 new')
  const again = await open()
  await give(again, await fileOf(tableOf({}, {})))
  await press(again, 'Go on')
  await screen.findByText('As it was said of the last file with these headings.')
  await screen.findByText(/^This file was brought in before: import 1/)
  await press(again, 'Check the rows')
  await screen.findByText('Nothing to write: the portal has every row already')
})
