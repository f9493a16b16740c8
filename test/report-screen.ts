import { screen, within } from '@testing-library/react'
import { admit, generateAndPost, type TestSchool } from './school.ts'
import { openScreen, type OpenScreen } from './screen.tsx'

const campus = 'Main%20Campus'

/** The columns of the fee record and net receivables, spelled as in the specification (spec 2.fee-record.columns). */
export const feeRecordHeadings = [
  'Voucher #',
  'Issue Date',
  'Tution Fee',
  'Examination Fee',
  'Registration Fee',
  'Admission Fee',
  'Fine',
  'Discount',
  'Roll No.',
  'Student Name',
  'Arrears',
  'This Month receivables',
  'Net receivables',
  'Received',
  'Net Balance',
]

/** Admits Ayesha (5 Red), who paid 2,000 of 4,500, and Bilal (6 Red), who owes 5,000, in October. Posts November. */
export async function ayeshaAndBilal(school: TestSchool): Promise<{ ayesha: number; bilal: number }> {
  await school.reset()
  const desk = await school.as('desk@main.test')
  const october = { feePeriod: '2026-10-01 to 2026-10-31' }
  const ayesha = await admit(desk, { financialData: october })
  const bilal = await admit(desk, {
    studentData: { studentName: 'Bilal Ahmed', studentClass: '6' },
    financialData: { ...october, discount: 0 },
  })
  await generateAndPost(desk, 'Main Campus', '2026-11-01')
  await desk.post(`/finances/markIndividualVoucherAsPaid/${campus}/5Red${ayesha}-202611`, {
    receivedAmount: 2000,
  })
  return { ayesha, bilal }
}

interface OpenReport extends OpenScreen {
  readonly press: (button: string) => Promise<void>
}

/** Opens a report, by default as a user with read access. */
export async function openReport(
  school: TestSchool,
  path: string,
  title: string,
  userId = 'viewer@main.test',
): Promise<OpenReport> {
  const page = await openScreen(school, path, userId)
  await screen.findByRole('heading', { level: 1, name: title })
  return { ...page, press: (name) => page.user.click(screen.getByRole('button', { name })) }
}

const cellsOf = (row: HTMLElement | undefined): (string | null)[] =>
  row
    ? within(row)
        .getAllByRole('cell')
        .map(({ textContent }) => textContent)
    : []

export const shownHeadings = () => screen.getAllByRole('columnheader').map(({ textContent }) => textContent)

/** Returns the cells of the row that starts with this voucher number. */
export const rowOf = (voucherNo: string) =>
  cellsOf(screen.getAllByRole('row').find((row) => row.textContent?.startsWith(voucherNo)))

/** Returns the cells of the table's last row. */
export const totals = () => cellsOf(screen.getAllByRole('row').at(-1))
