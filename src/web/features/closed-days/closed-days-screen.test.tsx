import { screen, within } from '@testing-library/react'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { brokenLaws } from '#server/records/laws/book-laws.ts'
import { bringIn } from '#test/moving-in.ts'
import { admit, generateAndPost, openSchool } from '#test/school.ts'
import { answerAlert, openScreen, type OpenScreen } from '#test/screen.tsx'

const school = await openSchool()
beforeEach(async () => {
  await school.reset()
  school.now = new Date('2026-10-05T09:00:00+05:00')
  const desk = await school.as('desk@main.test')
  await admit(desk, { financialData: { feePeriod: '2026-09-01 to 2026-09-30' } })
  await generateAndPost(desk, 'Main Campus', '2026-10-01')
  school.now = new Date('2026-11-21T09:00:00+05:00')
})
afterAll(() => school[Symbol.asyncDispose]())

async function open(userId = 'admin@main.test'): Promise<OpenScreen> {
  const page = await openScreen(school, '/closed-days', userId)
  await screen.findByText('The books have never been closed')
  return page
}

async function closeOctober(page: OpenScreen): Promise<void> {
  await screen.findByText('Owed at the end')
  await page.user.click(screen.getByRole('button', { name: 'Close books' }))
  await answerAlert(page, 'Close the books up to 31 Oct 2026?', 'Yes, close the books')
  await answerAlert(page, 'Books closed')
}

test('an admin sees what will be filed, closes last month, finds the figures in the list and reopens it', async () => {
  const page = await open()
  await screen.findByText(/^1 receipt, 0 reversals/)
  await closeOctober(page)
  await screen.findByText('The books are closed up to 31 Oct 2026.')
  const row = within(await screen.findByRole('table', { name: 'Closings' })).getAllByRole('row')[1]
  const cells = row ? within(row).getAllByRole('cell') : []
  expect(cells.slice(0, 7).map(({ textContent }) => textContent)).toEqual([
    '1',
    expect.stringMatching(/^Closed up to 31 Oct 2026 Roll-forwardDigest( [0-9a-f]{4}){4}, up to entry \d+$/),
    '0',
    '12,000',
    '0',
    '7,500',
    '4,500',
  ])

  // A reopening needs a reason, which stays in the list.
  await page.user.click(await screen.findByRole('button', { name: 'Reopen…' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Reopen the books' }))
  dialog.getByText(/^Every day up to 31 Oct 2026 is open again\./)
  await page.user.click(dialog.getByRole('button', { name: 'Reopen' }))
  await dialog.findByText('Please enter a reason')
  await page.user.click(dialog.getByLabelText(/^Reason/))
  await page.user.paste('A deposit was missing')
  await page.user.click(dialog.getByRole('button', { name: 'Reopen' }))
  await answerAlert(page, 'Books reopened')
  await screen.findByText('Every day is open.')
  await screen.findByText('A deposit was missing')
  expect(await brokenLaws(school.db)).toEqual([])
})

test('a closing shows and prints the roll-forward by class that it filed', async () => {
  const page = await open()
  await closeOctober(page)
  // Later corrections do not change the filed paper.
  const admin = await school.as('admin@main.test')
  const paid = { receivedAmount: 500, editedBy: 'x', reason: 'Mistyped' }
  await admin.post('/finances/markIndividualVoucherAsPaid/Main%20Campus/5Red1adm', paid)
  await page.user.click(await screen.findByRole('button', { name: 'Roll-forward of closing 1' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Roll-forward of closing 1' }))
  dialog.getByText('Up to 31 Oct 2026, as it was filed')
  const cellsOf = (first: string) => {
    const row = dialog.getAllByRole('row').find(({ textContent }) => textContent.startsWith(first))
    return row && [...row.children].map(({ textContent }) => textContent)
  }
  const figures = ['0', '12,000', '0', '7,500', '0', '4,500']
  expect(cellsOf('5')).toEqual(['5', ...figures])
  expect(cellsOf('1 class')).toEqual(['1 class', ...figures])
  await page.user.click(dialog.getByRole('button', { name: 'Print' }))
  const paper = within(await screen.findByRole('article', { name: 'Roll-forward of closing 1' }))
  paper.getByText(/^Digest( [0-9a-f]{4}){4}, up to entry \d+$/)
  paper.getByText(/^Closing 1, filed 21 Nov 2026/)
  const printed = paper.getAllByRole('row').map((row) => row.textContent)
  expect(printed.slice(1)).toEqual([`5${figures.join('')}`, `All classes${figures.join('')}`])
})

test('a closing shows the balances with which students started when the school moved in', async () => {
  await bringIn(school, { rollNo: 50, balance: 7500 })
  const page = await open()
  await screen.findByText('Brought in')
  await closeOctober(page)
  await screen.findByText(/^Opening balances brought in:/)
  await page.user.click(await screen.findByRole('button', { name: 'Roll-forward of closing 1' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Roll-forward of closing 1' }))
  dialog.getByRole('columnheader', { name: /^Brought in/ })
  await page.user.click(dialog.getByRole('button', { name: 'Print' }))
  const paper = within(await screen.findByRole('article', { name: 'Roll-forward of closing 1' }))
  const printed = paper.getAllByRole('row').map((row) => row.textContent)
  expect(printed[0]).toContain('Owed at the startBrought inCharged')
  expect(printed.at(-1)).toBe('All classes07,50012,00007,500012,000')
})

test('a user who is not an admin sees the figures and cannot change anything', async () => {
  await open('viewer@main.test')
  screen.getByText('Every day is open.')
  expect(screen.queryByRole('button', { name: 'Close books' })).toBeNull()
})

async function payAndClose(): Promise<void> {
  const admin = await school.as('admin@main.test')
  await admin.post('/finances/markIndividualVoucherAsPaid/Main%20Campus/5Red1-202610', {
    receivedAmount: 500,
    receivedDate: '2026-10-20',
  })
  await admin.post('/finances/closeBooks/Main%20Campus', { until: '2026-10-31' })
}

test('the counter refuses a closed day, and the correction of a receipt on it shows that it will be dated today', async () => {
  await payAndClose()
  const page = await openScreen(school, '/receipts/individual?roll=1', 'desk@main.test')
  await page.user.click(await screen.findByRole('button', { name: 'Change Received Date' }))
  await page.user.clear(screen.getByLabelText('Received Date *'))
  await page.user.paste('31/10/2026')
  await page.user.tab()
  await screen.findByText('Not before 01/11/2026')

  await page.goTo('/receipts/individual/edit?voucher=5Red1-202610')
  await screen.findByText('The books are closed on that day: the correction will be dated today')
})
