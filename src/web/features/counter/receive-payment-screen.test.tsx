import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import {
  amountField,
  enterNumber,
  findPayableVoucher,
  myReceipts,
  novemberVoucher,
  numberField,
  openCounterSchool,
  readAndClose,
  receiveButton,
  rollNo,
} from '#test/counter-school.ts'
import { covers } from '#test/covers.ts'
import { lookUpsWhileTyping } from '#test/page-calls.ts'
import { typingPauses } from '#web/kit/typing-pauses.ts'

const { school, generate, openCounter, receiptsOnVoucher } = await openCounterSchool([
  'Bilal Ahmed',
  'Sana Malik',
])

const charges = () =>
  within(screen.getByRole('table', { name: 'Charges' }))
    .getAllByRole('row')
    .map(({ textContent }) => textContent)

describe('the counter', () => {
  test('takes a payment by keyboard alone and returns to the empty search', async () => {
    covers('spec 1.jobs.receive', 'spec 2.routes.receipts', 'spec 5.receipts.enabled')
    covers('spec 5.amounts.receipt-screen', 'spec 8.receipts.paid')

    const page = await openCounter()
    await waitFor(async () => expect(document.activeElement).toBe(await numberField()))
    expect(receiveButton()).toHaveProperty('disabled', true)

    await page.user.keyboard(`${rollNo}{Enter}`)
    await screen.findByText('Voucher found')
    screen.getByRole('heading', { name: 'Ayesha Khan' })
    expect(screen.getByRole('region', { name: 'Voucher' }).textContent).toContain(
      'f. Imran Khan · Class 5 Red',
    )
    screen.getByText('Rs 4,500 overdue since 11 Nov · 10 days')
    expect(screen.getByRole('status', { name: 'Amount due' }).textContent).toBe('Rs 4,500')
    screen.getByRole('row', { name: 'November due 11 Nov 10 days late 4,500' })
    screen.getByRole('row', { name: 'Net Receivable 4,500' })
    await waitFor(() => expect(document.activeElement).toBe(amountField()))
    expect(amountField()).toMatchObject({ value: '4,500', selectionStart: 0, selectionEnd: 5 })
    screen.getByText('Pays everything up to November')

    await page.user.keyboard('{Enter}')
    const receipt = await readAndClose(page, 'Voucher Paid')
    expect(receipt).toContain('Receipt no. 4: 4,500 received on 21 Nov 2026')
    expect(receipt).toContain('Fully paid.')

    await waitFor(async () => expect(await numberField()).toHaveProperty('value', ''))
    expect(document.activeElement).toBe(await numberField())
    expect(screen.queryByText('Ayesha Khan', { selector: 'h2' })).toBeNull()
    const mine = await within(myReceipts()).findByRole('row', { name: /Ayesha Khan/ })
    expect(mine.textContent).toMatch(/^4Ayesha Khan5 Red4,500$/)
    const named = within(mine).getByRole('link', { name: 'Ayesha Khan' })
    expect(named.getAttribute('href')).toBe('/student?roll=1')
    expect(myReceipts().textContent).toContain('1 receipt · campus 1, Rs 4,500')
    expect(await receiptsOnVoucher()).toHaveLength(1)
  })

  test('looks a number up once the typing pauses, and a scan at once; neither receives anything', async () => {
    covers('spec 9.constants.look-up-at-counter')

    const page = await openCounter()
    const { before, after } = await lookUpsWhileTyping(await numberField(), 'individualVoucher/')
    expect(before).toEqual([])
    expect(after).toEqual(['/finances/individualVoucher/Main%20Campus/1'])
    await screen.findByText('Voucher found')

    typingPauses.number = 5
    await page.user.clear(await numberField())
    await page.user.type(await numberField(), String(rollNo))
    expect(screen.queryByText('Voucher found')).toBeNull()
    await screen.findByText('Voucher found')
    expect(document.activeElement).toBe(await numberField())
    await page.user.keyboard('9')
    expect(screen.queryByRole('heading', { name: 'Ayesha Khan' })).toBeNull()
    expect(receiveButton()).toHaveProperty('disabled', true)
    await screen.findByText('Student does not exist')

    // Some scanners end a line twice.
    typingPauses.betweenEnters = 60_000
    await enterNumber(page, novemberVoucher)
    await waitFor(() => expect(document.activeElement).toBe(amountField()))
    expect(fireEvent.keyDown(amountField(), { key: 'Enter' })).toBe(false)
    typingPauses.betweenEnters = 0
    expect(fireEvent.keyDown(amountField(), { key: 'Enter' })).toBe(true)

    // A voucher number is taken with Caps Lock on, and while the amount has the focus.
    await findPayableVoucher(page, novemberVoucher)
    await page.user.keyboard('5rED1-202611{Enter}')
    await waitFor(() => expect(amountField()).toHaveProperty('value', '4,500'))
    expect(await numberField()).toHaveProperty('value', '5rED1-202611')
    expect(await receiptsOnVoucher()).toHaveLength(0)
  })

  test('asks before it takes more than is due, takes a part and then the rest, and considers an adjustment', async () => {
    covers('decisions 3.receipts.more-than-due')

    const page = await openCounter()
    await findPayableVoucher(page)
    await page.user.paste('5000')
    await page.user.keyboard('{Enter}')
    const question = await screen.findByRole('alertdialog', { name: 'Take Rs 500 extra?' })
    expect(question.textContent).toContain('Rs 4,500 is due. The rest will be adjusted in the next voucher.')
    await page.user.click(within(question).getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(document.activeElement).toBe(amountField()))
    expect(amountField()).toHaveProperty('value', '5,000')
    expect(await receiptsOnVoucher()).toHaveLength(0)
    await page.user.keyboard('{Enter}')
    await page.user.click(await screen.findByRole('button', { name: 'Yes, receive 5,000' }))
    expect(await readAndClose(page, 'Voucher Paid')).toContain('Rs 500 is paid in advance.')

    await findPayableVoucher(page, 2)
    expect(screen.queryByRole('row', { name: 'Discount −500' })).toBeNull()
    await page.user.click(screen.getByRole('button', { name: 'Show all charges' }))
    screen.getByRole('row', { name: 'Discount −500' })
    await page.user.click(amountField())
    await page.user.keyboard('{Control>}a{/Control}3000')
    screen.getByText('Part payment: Rs 1,500 will be left')
    await page.user.keyboard('{Enter}')
    expect(await readAndClose(page, 'Part payment received')).toContain('Rs 1,500 is left to pay.')
    await findPayableVoucher(page, 2)
    expect(amountField()).toHaveProperty('value', '1,500')
    expect(screen.getByRole('row', { name: 'Received so far −3,000' })).toBeDefined()
    await page.user.keyboard('{Enter}')
    await readAndClose(page, 'Voucher Paid')

    // The adjustment is listed between the receivable and the balance, also after the payment.
    const waiver = { kind: 'waiver', amount: 4000, reason: 'Agreed' }
    await (await school.as('admin@main.test')).post('/finances/lowerDebt/Main%20Campus/3', waiver)
    await findPayableVoucher(page, 3)
    expect(charges()).toEqual(expect.arrayContaining(['Net Receivable4,500', 'Adjusted−4,000', 'Balance500']))
    expect(screen.queryByText(/Part paid/)).toBeNull()
    await page.user.keyboard('{Enter}')
    await waitFor(() => expect(charges()).toContain('Received so far−500'))
    expect(charges()).toEqual(expect.arrayContaining(['Adjusted−4,000', 'Balance0']))
  })

  test('Alt with F, M or A takes the full amount, this month or the arrears; a wrong amount is marked at its field', async () => {
    await generate('2026-10-01')
    const page = await openCounter()
    await findPayableVoucher(page)
    await page.user.keyboard('1{Alt>}[KeyM]{/Alt}')
    expect(amountField()).toMatchObject({ value: '4,500', selectionStart: 0, selectionEnd: 5 })
    expect(document.activeElement).toBe(amountField())
    await page.user.keyboard('1{Alt>}[KeyA]{/Alt}')
    expect(amountField()).toHaveProperty('value', '4,500')
    await page.user.keyboard('1{Alt>}[KeyF]{/Alt}')
    expect(amountField()).toHaveProperty('value', '9,000')

    await page.user.keyboard('0{Enter}')
    await screen.findByText('The amount must be more than 0')
    await page.user.keyboard('4.005{Enter}')
    await screen.findByText('Not an amount: enter rupees, such as 4,500 or 4,500.50')
    expect(document.activeElement).toBe(amountField())
    await page.user.click(screen.getByRole('button', { name: 'Change Received Date' }))
    const date = screen.getByRole('textbox', { name: /Received Date/ })
    await page.user.clear(date)
    await page.user.paste('22/11/2026')
    await page.user.keyboard('{Enter}')
    await screen.findByText('Enter the date on which it was received')
    expect(await receiptsOnVoucher()).toHaveLength(0)
  })
})
