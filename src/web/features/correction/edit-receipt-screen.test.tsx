import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { amountField, novemberVoucher, openCounterSchool, readAndClose } from '#test/counter-school.ts'
import { covers } from '#test/covers.ts'
import { bringBackButton } from '#test/form-fields.ts'
import { openScreen, type OpenScreen } from '#test/screen.tsx'

const { school, generate, receiveAs, receiptsOnVoucher } = await openCounterSchool()
const desk = 'desk@main.test'
const decemberVoucher = '5Red1-202612'

/** The child's November voucher is posted, and the desk has received all of it, 4,500, as receipt no. 2. */
beforeEach(async () => {
  await generate('2026-11-01')
  await receiveAs(desk, { receivedAmount: 4500, receivedDate: '2026-11-20' })
})

const edit = '/receipts/individual/edit'
const numberField = () => screen.findByRole('combobox', { name: 'Voucher No.' })
const save = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Save correction' })
const reasonField = () => screen.getByRole('textbox', { name: /Reason/ })

/** Opens the screen for a voucher, and waits until it has loaded and the amount has the focus. */
async function openFor(voucherNo = novemberVoucher): Promise<OpenScreen> {
  const page = await openScreen(school, `${edit}?voucher=${voucherNo}`, 'office@main.test')
  await waitFor(() => expect(document.activeElement).toBe(amountField()))
  return page
}

/** Opens the November voucher in the open page. */
async function goToVoucher(page: OpenScreen): Promise<void> {
  await page.goTo(`${edit}?voucher=${novemberVoucher}`)
  await waitFor(() => expect(document.activeElement).toBe(amountField()))
}

async function type({ user }: OpenScreen, amount: string, reason = 'Miscounted') {
  await user.clear(amountField())
  await user.paste(amount)
  await user.clear(reasonField())
  if (reason !== '') await user.paste(reason)
}

describe('edit receipt', () => {
  test('shows formula and receipts only for a matching voucher number, and asks about more than the amount due', async () => {
    covers('spec 2.routes.receipts-edit', 'spec 5.receipts.edit', 'spec 5.amounts.edit-receipt')
    covers('decisions 3.receipts.more-than-due')

    const page = await openScreen(school, edit, 'office@main.test')
    const { user } = page
    await waitFor(async () => expect(document.activeElement).toBe(await numberField()))
    await user.keyboard('5Red1-2026{Enter}')
    await screen.findByText('Voucher Not Found')
    // An unknown roll number finds no voucher either.
    await user.keyboard('{Control>}a{/Control}999')
    expect(screen.queryByText('Voucher Not Found')).toBeNull()
    await user.keyboard('{Enter}')
    await screen.findByText('Voucher Not Found')
    expect(screen.queryByText('Net Receivable')).toBeNull()
    expect(save().disabled).toBe(true)

    await user.keyboard('{Control>}a{/Control}5rED1-202611{Enter}')
    await waitFor(() => expect(document.activeElement).toBe(amountField()))
    const lines = within(screen.getByRole('table', { name: 'Charges' })).getAllByRole('row')
    expect(lines.map(({ textContent }) => textContent)).toEqual([
      'Arrears0',
      'Monthly Fee5,000',
      'Examination Fee0',
      'Registration Fee0',
      'Admission Fee0',
      'Discount−500',
      'Net Receivable4,500',
      'Received so far−4,500',
      'Balance0',
    ])
    const received = within(screen.getByRole('table', { name: 'Received so far' }))
    received.getByRole('row', { name: '2 20 Nov 2026 by desk clerk Valid 4,500' })
    expect(amountField()).toHaveProperty('value', '4,500')
    expect(screen.getByRole('textbox', { name: /Received Date/ })).toHaveProperty('value', '20/11/2026')

    // The new receipt is printed before the screen goes back.
    const print = vi.spyOn(window, 'print').mockImplementation(() => {})
    print.mockClear()
    await type(page, '5000')
    await page.user.click(save())
    const question = await screen.findByRole('alertdialog', { name: 'Take Rs 500 extra?' })
    expect(question.textContent).toContain('Rs 4,500 is due. The rest will be adjusted')
    await page.user.click(within(question).getByRole('button', { name: 'Yes, receive 5,000' }))
    await screen.findByRole('alertdialog', { name: 'Voucher Paid' })
    await page.user.click(screen.getByRole('button', { name: 'Print receipt' }))
    await waitFor(() => expect(print).toHaveBeenCalledOnce())
    within(screen.getByRole('article', { name: 'Receipt 4' })).getByText('Rs 500 paid in advance')
    expect(page.path()).toBe(edit)
    window.dispatchEvent(new Event('afterprint'))
    await waitFor(() => expect(page.path()).toBe('/dashboard'))
  })

  test('shows before and after, cancels the receipt, enters the correct one if any, and goes back', async () => {
    covers('spec 1.jobs.correct', 'spec 2.routes.receipts-edit', 'spec 7.finances.correct')
    covers('decisions 3.corrections.edit-receipt')

    const page = await openFor()
    await type(page, '4000')
    screen.getByText(
      'Receipt no. 2 (4,500) will be cancelled and replaced by a new receipt of Rs 4,000. Rs 500 will be left to pay.',
    )
    const figures = within(screen.getByRole('table', { name: 'Before and after' }))
    figures.getByRole('row', { name: 'Received 4,500 4,000' })
    figures.getByRole('row', { name: 'Balance 0 500' })
    await page.user.click(save())
    const alertText = await readAndClose(page, 'Part payment received')
    expect(alertText).toContain('Receipt no. 2 (4,500) was cancelled')
    expect(alertText).toContain('Receipt no. 4: 4,000 received on 20 Nov 2026')
    expect(alertText).toContain('Rs 500 is left to pay.')
    await waitFor(() => expect(page.path()).toBe('/dashboard'))
    expect(await receiptsOnVoucher()).toMatchObject([
      { receipt_no: 2, amount: 450_000 },
      { receipt_no: 3, amount: -450_000, reverses: 2, reason: 'Miscounted', received_by: 'office@main.test' },
      { receipt_no: 4, amount: 400_000, received_on: '2026-11-20', reason: 'Miscounted' },
    ])

    // An amount of 0 cancels the receipt alone, and the voucher then links to the counter.
    await goToVoucher(page)
    await type(page, '0')
    screen.getByText(
      'Receipt no. 4 (4,000) will be cancelled: no money was taken. Rs 4,500 will be left to pay.',
    )
    await page.user.click(save())
    const cancelled = await readAndClose(page, 'Receipt cancelled')
    expect(cancelled).toContain('Rs 4,500 is left to pay.')
    expect(cancelled).not.toContain('Print receipt')
    await waitFor(() => expect(page.path()).toBe('/dashboard'))

    await page.goTo(`${edit}?voucher=${novemberVoucher}`)
    const again = await screen.findByRole('alert')
    expect(again.textContent).toContain('No valid receipt')
    expect(save().disabled).toBe(true)
    const link = within(again).getByRole('link', { name: 'Open it at the counter' })
    expect(link.getAttribute('href')).toBe(`/receipts/individual?voucher=${novemberVoucher}`)
  })

  test('links a later voucher to the student until it is posted; then the older voucher names and opens the later one', async () => {
    covers('decisions 3.corrections.latest-only')

    await (
      await school.as(desk)
    ).post('/finances/generateVoucher/campus/Main%20Campus', { fromDate: '2026-12-01' })
    const page = await openScreen(school, edit, 'office@main.test')
    await page.user.type(await numberField(), '1{Enter}')
    const notice = within(await screen.findByRole('alert'))
    notice.getByText('Voucher Not Posted')
    expect(notice.getByRole('link', { name: 'Open student' }).getAttribute('href')).toBe('/student?roll=1')
    expect(save().disabled).toBe(true)

    await (await school.as(desk)).post('/finances/postVouchers/Main%20Campus/12')
    await page.goTo(`${edit}?voucher=${novemberVoucher}`)
    await screen.findByText('A later voucher includes this one')
    expect(screen.getByRole('alert').textContent).toContain('A later voucher includes this one')
    expect(save().disabled).toBe(true)
    await page.user.click(screen.getByRole('button', { name: `Open ${decemberVoucher}` }))
    await screen.findByText('No payment yet')
    expect(await numberField()).toHaveProperty('value', decemberVoucher)

    await page.user.click(screen.getByRole('link', { name: 'Open it at the counter' }))
    await screen.findByRole('heading', { name: 'Individual receipt' })
    await waitFor(() => expect(document.activeElement).toBe(amountField()))
    expect(await screen.findByRole('combobox')).toHaveProperty('value', decemberVoucher)
  })

  test('offers the last receipts of a child; Enter corrects the first, one of an earlier voucher alone', async () => {
    covers('decisions 7.edit.receipt')

    const page = await openScreen(school, `${edit}?roll=1`, 'office@main.test')
    const receipts = await screen.findByRole('region', { name: 'Last receipts' })
    const [first, second] = within(receipts).getAllByRole('button')
    expect(first?.textContent).toContain('Receipt 2 · 20 Nov 2026 · Cash')
    expect(second?.textContent).toContain('Receipt 1')
    await waitFor(() => expect(document.activeElement).toBe(first))
    await page.user.keyboard('{Enter}')
    await waitFor(() => expect(document.activeElement).toBe(amountField()))

    const office = await school.as(desk)
    await office.post('/finances/generateVoucher/campus/Main%20Campus', { fromDate: '2026-12-01' })
    await office.post('/finances/postVouchers/Main%20Campus/12')
    await page.goTo('/dashboard')
    await page.goTo(`${edit}?roll=1`)
    await page.user.click(await screen.findByRole('button', { name: /^Receipt 2/ }))
    await screen.findByRole('dialog', { name: 'Correct receipt 2' })
  })

  test('keeps the typed correction on the browser’s way back, and while another correction is brought back', async () => {
    covers('decisions 7.back.kept')

    const page = await openFor()
    await type(page, '4000')
    await page.goTo('/student?roll=1')
    await page.browserBack()
    await waitFor(() => expect(reasonField()).toHaveProperty('value', 'Miscounted'))

    await page.goTo('/dashboard')
    await goToVoucher(page)
    await type(page, '3000', 'Torn note')
    await page.user.click(await bringBackButton())
    await waitFor(() => expect(reasonField()).toHaveProperty('value', 'Miscounted'))
    await page.user.click(await bringBackButton())
    await waitFor(() => expect(reasonField()).toHaveProperty('value', 'Torn note'))
  })

  test('requires a reason and a change, shows the change of another clerk meanwhile and keeps the typed values', async () => {
    covers('decisions 3.receipts.expected-balance')

    const page = await openFor()
    const { user } = page
    await user.keyboard('{Enter}')
    await screen.findByText('No changes made')
    screen.getByText('Enter the reason for the correction')
    expect(document.activeElement).toBe(amountField())
    await type(page, '4,000.005')
    await user.click(save())
    await screen.findByText('Not an amount: enter rupees, such as 4,500 or 4,500.50')
    await type(page, '4000', '')
    await user.click(save())
    await waitFor(() => expect(document.activeElement).toBe(reasonField()))
    expect(await receiptsOnVoucher()).toHaveLength(1)

    await type(page, '4000')
    await receiveAs(desk, { receivedAmount: 3000, editedBy: desk })
    await user.click(save())
    const notice = await screen.findByRole('alert')
    expect(notice.textContent).toContain('Balance has changed')
    expect(notice.textContent).toContain('It was 0 when you looked it up and is 1,500 now.')
    await screen.findByText(
      /^Receipt no. 4 \(3,000\) will be cancelled and replaced by a new receipt of Rs 4,000/,
    )
    expect(amountField()).toHaveProperty('value', '4000')
    expect(reasonField()).toHaveProperty('value', 'Miscounted')

    await generate('2026-12-01')
    await user.click(save())
    await screen.findByRole('button', { name: `Open ${decemberVoucher}` })
    expect(await receiptsOnVoucher()).toHaveLength(3)
  })
})
