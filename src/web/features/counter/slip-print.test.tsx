import { act, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { findPayableVoucher, numberField, openCounterSchool } from '#test/counter-school.ts'
import { openScreen, type OpenScreen } from '#test/screen.tsx'

const { school, generate, openCounter, receiveAs } = await openCounterSchool()

const print = vi.spyOn(window, 'print').mockImplementation(() => {})
beforeEach(() => void print.mockClear())

const view = (name: string) => within(screen.getByRole('dialog', { name }))
const printOpened = () => waitFor(() => expect(print).toHaveBeenCalledOnce())

/** Reports that the browser's dialog was closed; the next number can be typed at once. */
async function endPrinting() {
  window.dispatchEvent(new Event('afterprint'))
  await waitFor(async () => expect(document.activeElement).toBe(await numberField()))
  expect(screen.queryByRole('dialog', { name: /^Print / })).toBeNull()
  print.mockClear()
}

const printRow = async ({ user }: OpenScreen, receiptNo: number) => {
  await user.click(await screen.findByRole('button', { name: `Print receipt ${receiptNo}` }))
  await printOpened()
  return view(`Print Receipt ${receiptNo}`).getByRole('article', { name: `Receipt ${receiptNo}` })
}

/** Receives 5,000 as one clerk, and corrects it to 4,500 as another clerk. */
async function receiveWrongAndRight() {
  await generate('2026-11-01')
  await receiveAs('desk@main.test', { receivedAmount: 5000 })
  await receiveAs('office@main.test', {
    receivedAmount: 4500,
    editedBy: 'office@main.test',
    reason: 'Miscounted',
  })
}

test('the alert after a receipt prints its slip, and P outside the fields prints it once more', async () => {
  const page = await openCounter()
  await findPayableVoucher(page)
  await page.user.paste('3000.50')
  await page.user.keyboard('{Enter}')
  await screen.findByRole('alertdialog', { name: 'Part payment received' })
  expect(document.activeElement?.textContent).toBe('Next payment')
  await page.user.click(screen.getByRole('button', { name: 'Print receipt' }))
  await printOpened()
  const slip = within(view('Print Receipt 2').getByRole('article', { name: 'Receipt 2' }))
  slip.getByRole('heading', { name: 'Green Valley School' })
  slip.getByText('Tax No. 1234567-8 ·')
  slip.getByText('Main Campus')
  slip.getByRole('heading', { name: 'Fee receipt' })
  slip.getByText('No. 2')
  expect(slip.getAllByRole('term').map((term) => [term.textContent, term.nextSibling?.textContent])).toEqual([
    ['Date received', 'November 21, 2026'],
    ['Student', 'Ayesha Khan'],
    ["Father's Name", 'Imran Khan'],
    ['Roll No.', '1'],
    ['Class and section', '5 Red'],
    ['Voucher No.', '5Red1-202611'],
    ['Fee Period', 'November 01, 2026 to November 30, 2026'],
  ])
  slip.getByText('Rs 3,000.50')
  slip.getByText('Rupees three thousand and fifty paisa only')
  slip.getByText('Rs 1,499.50 left to pay')
  expect(slip.getByText(/^Received by/).textContent).toBe('Received by office clerk')
  slip.getByText('Signature and stamp')
  await endPrinting()
  expect(await numberField()).toHaveProperty('value', '')

  // The dialog of keys lists the key.
  await page.user.click(screen.getByRole('button', { name: 'User' }))
  await page.user.click(screen.getByRole('button', { name: 'Keys of this screen' }))
  const sheet = within(await screen.findByRole('dialog', { name: 'Keys of this screen' }))
  expect(sheet.getAllByRole('row').map(({ textContent }) => textContent)).toEqual(
    expect.arrayContaining([
      'AltFFull amount',
      'AltMThis month only',
      'AltAArrears only',
      'PPrint the last receipt',
    ]),
  )
  await page.user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  screen.getByRole('heading', { level: 1 }).focus()
  await page.user.keyboard('p')
  await printOpened()
  view('Print Receipt 2').getByText('DUPLICATE')
  await endPrinting()
})

test('each of my receipts can be printed again on the chosen paper, and a lost connection is reported', async () => {
  await receiveWrongAndRight()
  const page = await openScreen(school, '/receipts/individual', 'office@main.test')
  await page.user.click(await screen.findByRole('radio', { name: '80 mm roll' }))

  const reversal = within(await printRow(page, 3))
  expect(screen.getByRole('dialog', { name: 'Print Receipt 3' }).dataset['paper']).toBe('roll')
  reversal.getByRole('heading', { name: 'Reversal of receipt no. 2' })
  reversal.getByText('Minus rupees five thousand only')
  reversal.getByText('Rs 4,500 left to pay')
  reversal.getByText('Miscounted')
  reversal.getByText('DUPLICATE')
  await endPrinting()

  const right = within(await printRow(page, 4))
  right.getByText('Fully paid')
  await endPrinting()

  page.network.isDown = true
  await page.user.click(screen.getByRole('button', { name: 'Print receipt 4' }))
  await screen.findByRole('alertdialog', { name: 'Nothing was printed' })
  await page.user.keyboard('{Enter}')
  expect(print).not.toHaveBeenCalled()
})

test('all receipts of a day print as a list with totals or as slips, which show what was cancelled', async () => {
  await receiveWrongAndRight()
  const { user } = await openScreen(school, '/receipts/individual', 'office@main.test')
  await user.click(await screen.findByRole('button', { name: 'Day sheet…' }))
  const day = screen.getByRole('textbox', { name: 'Day' })
  await user.clear(day)
  await user.paste('20/11/2026')
  await user.click(screen.getByRole('button', { name: 'Print' }))
  await screen.findByText('No receipts found')
  expect(print).not.toHaveBeenCalled()

  await user.clear(day)
  await user.paste('21/11/2026')
  await user.click(screen.getByRole('radio', { name: 'Whole campus' }))
  await user.click(screen.getByRole('button', { name: 'Print' }))
  await printOpened()
  const sheet = view('Print 3 receipts')
  sheet.getByRole('heading', { name: 'Receipts of November 21, 2026, whole campus' })
  sheet.getByRole('row', { name: '2 Ayesha Khan 1 5Red1-202611 Cash 5,000' })
  sheet.getByRole('row', { name: '3 Cancels no. 2: Ayesha Khan 1 5Red1-202611 Cash −5,000' })
  sheet.getByRole('row', { name: 'Received by desk clerk' })
  const totals = within(sheet.getByRole('table', { name: 'Totals' }))
  totals.getByRole('row', { name: 'desk clerk 1 5,000 0 0 5,000' })
  totals.getByRole('row', { name: 'office clerk 1 4,500 1 −5,000 −500' })
  totals.getByRole('row', { name: 'All 2 9,500 1 −5,000 4,500' })
  sheet.getByText('Checked by')
  await endPrinting()

  await user.click(screen.getByRole('button', { name: 'Day sheet…' }))
  await user.click(screen.getByRole('radio', { name: 'Whole campus' }))
  await user.click(screen.getByRole('radio', { name: 'Slips' }))
  await user.click(screen.getByRole('button', { name: 'Print' }))
  await printOpened()
  const slips = view('Print 3 receipts')
  expect(slips.getAllByRole('article')).toHaveLength(3)
  const cancelled = within(slips.getByRole('article', { name: 'Receipt 2' }))
  cancelled.getByText('Cancelled by no. 3')
  cancelled.getByText('Rs 500 paid in advance')
  within(slips.getByRole('article', { name: 'Receipt 4' })).getByText('Fully paid')
  await endPrinting()
})

test('P prints the newest receipt while the list of receipts is still loading', async () => {
  const page = await openCounter()
  await screen.findByText('Nothing received yet today')
  await receiveAs('office@main.test', { receivedAmount: 4500 })
  const release = page.holdBack('/receiptsOfDay/')
  act(() => void page.queries.invalidateQueries())
  screen.getByRole('heading', { level: 1 }).focus()
  await page.user.keyboard('p')
  expect(print).not.toHaveBeenCalled()
  release()
  await printOpened()
  view('Print Receipt 2')
  await endPrinting()
})

test('a slip that is asked for while another is loading prints after it', async () => {
  await receiveWrongAndRight()
  const page = await openScreen(school, '/receipts/individual', 'office@main.test')
  const release = page.holdBack('/receipt/')
  await page.user.click(await screen.findByRole('button', { name: 'Print receipt 3' }))
  await page.user.click(screen.getByRole('button', { name: 'Print receipt 4' }))
  release()
  await printOpened()
  view('Print Receipt 3')
  print.mockClear()
  window.dispatchEvent(new Event('afterprint'))
  await printOpened()
  view('Print Receipt 4')
  await endPrinting()
})
