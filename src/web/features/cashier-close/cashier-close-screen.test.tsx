import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import { brokenLaws } from '#server/records/laws/book-laws.ts'
import { drawersOf } from '#test/drawers.ts'
import { setValue } from '#test/form-fields.ts'
import { openSchool } from '#test/school.ts'
import { answerAlert, openScreen, type OpenScreen } from '#test/screen.tsx'

const school = await openSchool()
const { begin, receive, close, closeDiffering, acceptBy, who } = drawersOf(school)
beforeEach(begin)
afterAll(() => school[Symbol.asyncDispose]())

function open(path: string, userId: string): Promise<OpenScreen> {
  cleanup()
  return openScreen(school, path, userId)
}
const sums = async () => (await screen.findByText('Float from before')).closest('dl')?.textContent
const difference = () => screen.getByRole('status', { name: 'Difference' }).textContent
const closeButton = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Close drawer' })
const press = async ({ user }: OpenScreen, name: string | RegExp) =>
  user.click(await screen.findByRole('button', { name }))
/** The text of each cell of the newest closing. */
const newest = async () => {
  const table = await screen.findByRole<HTMLTableElement>('table', { name: 'Closings' })
  return [...(table.rows[1]?.cells ?? [])].map(({ textContent }) => textContent)
}

test('a cashier counts a drawer by keyboard, recounts it with a remark, and hands it over with its slip', async () => {
  await receive(1000)
  await receive(500, { method: 'cheque', reference: '77 HBL' })
  const print = vi.spyOn(window, 'print')
  const page = await open('/cashier-close', 'desk@main.test')
  expect(await sums()).toBe(
    'Cash received, 1 receipt1,000Float from before0Must be in the drawer1,000Counted–',
  )
  expect(screen.getByRole('table', { name: 'Cheques' }).textContent).toContain('77 HBL')
  expect(screen.queryByLabelText('Remark on the difference')).toBeNull()

  expect(document.activeElement).toBe(screen.getByLabelText('Pieces of 5000'))
  await page.user.keyboard('{Enter}{Enter}1{Enter}4{Enter}')
  expect(await sums()).toContain('Counted900')
  expect(difference()).toBe('Difference−100Short')
  expect(document.activeElement).toBe(screen.getByLabelText('Pieces of 75'))
  setValue(screen.getByLabelText('Float to keep'), '901')
  await press(page, 'Close drawer')
  await screen.findByText('Only 900 were counted')
  setValue(screen.getByLabelText('Float to keep'), '200')
  await page.user.type(screen.getByLabelText('Float to keep'), '{Enter}')
  const again = await answerAlert(page, 'The count differs from what is expected. Please count again.')
  expect(again).toContain('The first count is Rs 100 short.')

  await screen.findByText('Count again: the first count of Rs 900 is Rs 100 short')
  expect(screen.getByLabelText('Pieces of 500')).toHaveProperty('value', '1')
  await press(page, 'Close drawer')
  await screen.findByText('Explain the difference')
  setValue(screen.getByLabelText('Remark on the difference'), 'Change given twice')
  await press(page, 'Close drawer')
  const result = await screen.findByText(/^To the safe Rs 700; difference Rs 100 short/)
  expect(result.textContent).toContain('another user accepts it')
  await press(page, 'Print closing slip')
  const slip = await screen.findByRole('article', { name: 'Closing slip 1' })
  expect(slip.textContent).toContain('Closing slip No. 1')
  expect(slip.textContent).toContain('Change given twice')
  expect(slip.textContent).toContain('77 HBL')
  expect(slip.textContent).toMatch(/Digest( [0-9a-f]{4}){4}, up to entry \d+/)
  await waitFor(() => expect(print).toHaveBeenCalled())
  expect(await brokenLaws(school.db)).toEqual([])
})

test('nothing counted closes no drawer, and a count of Rs 0 is asked about before it is kept', async () => {
  const firstCounts = () => school.db.selectFrom('drawer_counts').select('counted').execute()
  await receive(1000)
  const page = await open('/cashier-close', 'desk@main.test')
  await screen.findByText('Count the cash first')
  expect(closeButton().disabled).toBe(true)
  await page.user.type(screen.getByLabelText('Float to keep'), '{Enter}')
  setValue(screen.getByLabelText('Pieces of 5000'), '0')
  expect(screen.queryByText('Count the cash first')).toBeNull()
  await press(page, 'Close drawer')
  await answerAlert(page, 'Is the drawer empty?', 'Count again')
  expect(await firstCounts()).toEqual([])
  await press(page, 'Close drawer')
  await answerAlert(page, 'Is the drawer empty?', 'Yes, it is empty')
  await answerAlert(page, 'The count differs from what is expected. Please count again.')
  expect(await firstCounts()).toEqual([{ counted: 0 }])
})

test('another user accepts a closing, and deposits the money in the safe', async () => {
  await receive(1000)
  await receive(500, { method: 'cheque', reference: '77 HBL' })
  await closeDiffering({ counted: 900, floatKept: 200 })
  await open('/closings', 'desk@main.test')
  expect((await newest())[7]).toBe('Waits for another user')
  const office = await open('/closings', 'office@main.test')
  expect((await newest()).slice(2, 7)).toEqual([
    'desk clerk',
    '2–3',
    '900',
    'Rs 100 short Not found · First count 900',
    '700',
  ])
  await press(office, 'Accept closing 1')
  await answerAlert(office, 'Accept closing 1?', 'Yes, accept')
  expect(await answerAlert(office, 'Closing accepted')).toContain('Rs 700 are in the safe.')
  await waitFor(async () => expect((await newest())[7]).toBe('office clerk'))
  await office.user.click(screen.getByRole('radio', { name: 'To accept 0' }))
  await screen.findByText('No closing waits to be accepted')

  // Waits until the safe has been reloaded.
  await waitFor(() =>
    expect(screen.getByRole('button', { name: 'Deposit…' })).toHaveProperty('disabled', false),
  )
  await press(office, 'Deposit…')
  const dialog = within(await screen.findByRole('dialog'))
  await office.user.click(dialog.getByRole('button', { name: 'Enter deposit' }))
  await dialog.findByText('Enter the account or bank')
  setValue(dialog.getByLabelText(/^Account or bank/), 'HBL 0123')
  setValue(dialog.getByLabelText(/^Deposit slip No./), 'DS 4411')
  setValue(dialog.getByLabelText('Cash'), '701')
  await office.user.click(dialog.getByLabelText('77 HBL: 500'))
  await office.user.click(dialog.getByRole('button', { name: 'Enter deposit' }))
  await dialog.findByText('Only 700 are in the safe')
  setValue(dialog.getByLabelText('Cash'), '700')
  await office.user.click(dialog.getByRole('button', { name: 'Enter deposit' }))
  expect(await answerAlert(office, 'Deposit entered')).toContain('Rs 0 stay in the safe.')
  const deposits = await screen.findByRole('table', { name: 'Deposits' })
  expect(deposits.textContent).toContain('Of closing 1 700')
  expect(deposits.textContent).toContain('1 cheque, 500')
  expect(await brokenLaws(school.db)).toEqual([])
})

test('a campus with blind counting shows no sum before the count, and accepts a sum without pieces', async () => {
  await school.db.insertInto('campus_rules').values({ campus: 'Main Campus', blind_count: true }).execute()
  await receive(1000)
  const page = await open('/cashier-close', 'desk@main.test')
  expect(await sums()).toBe('Received1 receiptFloat from before0Counted–')
  expect(difference()).toBe('DifferenceShown after the first count')
  await page.user.click(screen.getByRole('radio', { name: 'One sum' }))
  await page.user.type(screen.getByRole('textbox', { name: /^Counted/ }), '1000{Enter}')
  await screen.findByText(/^To the safe Rs 1,000; difference none/)
  await page.goTo('/dashboard')
  await page.goTo('/cashier-close')
  await screen.findByText('Nothing was entered since your last closing')
})

test('a read-only user sees the closings without buttons that change them', async () => {
  await receive(1000)
  await close({ counted: 1000 })
  await receive(5)
  await close({ counted: 5 })
  await acceptBy(who.office, 1)
  const page = await open('/closings', 'viewer@main.test')
  expect((await newest())[7]).toBe('Not accepted yet')
  expect(screen.queryByText('Count my drawer')).toBeNull()
  expect(screen.queryByRole('button', { name: 'Deposit…' })).toBeNull()
  expect(screen.queryByRole('button', { name: /^Accept/ })).toBeNull()
  const differences = screen.getByRole('table', { name: 'Differences by cashier' })
  expect(differences.textContent).toContain('desk clerk2000')
  await press(page, 'Print slip of closing 1')
  const slip = await screen.findByRole('article', { name: 'Closing slip 1' })
  expect(slip.textContent).toContain('Accepted by: office clerk')
})
