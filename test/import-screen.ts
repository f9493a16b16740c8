import { screen } from '@testing-library/react'
import type { TestSchool } from './school.ts'
import { answerAlert, openScreen, type OpenScreen } from './screen.tsx'
import { workbookOf } from './workbook.ts'

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
const childOf = (place: number, overrides: Child = {}) => {
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
    ...overrides,
  }
  return headings.map((heading) => values[heading] ?? '')
}
/** Returns the rows of a file with these children, by default boys of class 5. */
export const rowsOf = (...children: readonly Child[]) => [
  headings,
  ...children.map((overrides, index) => childOf(index + 1, overrides)),
]
export const workbookFile = async (rows: readonly (readonly (string | number)[])[], name = 'register.xlsx') =>
  new File([new Uint8Array(await workbookOf(rows))], name)

export const openImports = async (school: TestSchool, search = ''): Promise<OpenScreen> => {
  const page = await openScreen(school, `/import${search}`, 'admin@main.test')
  await screen.findByRole('heading', { level: 1, name: 'Import from Excel' })
  return page
}

export const press = async ({ user }: OpenScreen, name: string | RegExp) =>
  user.click(await screen.findByRole('button', { name }))

export async function uploadFile(page: OpenScreen, file: File): Promise<void> {
  await page.user.upload(await screen.findByLabelText('File'), file)
}

/** Waits for the dry run and confirms it. */
export async function applyImport(page: OpenScreen, label: string): Promise<void> {
  await screen.findByText('Ready: nothing is written before you confirm')
  await press(page, label)
  await answerAlert(page, new RegExp(`^${label}`), label)
}

/** Uploads a file with these children and runs the row check. */
export async function checkFile(page: OpenScreen, ...children: readonly Child[]): Promise<void> {
  await uploadFile(page, await workbookFile(rowsOf(...children)))
  await press(page, 'Continue')
  await press(page, 'Check the rows')
}

/** Answers the file's open questions: its roll numbers, and the day of its balances if it has any. */
export async function answerQuestions(page: OpenScreen): Promise<void> {
  await page.user.click(await screen.findByLabelText('Keep the roll numbers of the file'))
  const asOf = screen.queryByLabelText('Of which day are the balances?')
  if (asOf) await page.user.selectOptions(asOf, '31 Oct 2026')
  await press(page, 'Continue')
}
