import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test, vi, type MockInstance } from 'vitest'
import {
  amountField,
  findPayableVoucher,
  numberField,
  openCounterSchool,
  receiveButton,
} from '#test/counter-school.ts'
import { covers } from '#test/covers.ts'
import { recordSentCalls } from '#test/page-calls.ts'
import { openEntry, type OpenScreen } from '#test/screen.tsx'
import { setPreferences } from '#web/api/preferences.ts'

const { openCounter, receiptsOnVoucher } = await openCounterSchool(['Bilal Ahmed', 'Sana Malik'])

/** The children after the first one in the queue. */
const nextVoucher = '5Red2-202611'
const lastRollNo = 3

/** Receives what is due from a child, and leaves the alert of the receipt open. */
async function receiveFrom(page: OpenScreen, rollNo: number): Promise<void> {
  await findPayableVoucher(page, rollNo)
  await page.user.keyboard('{Enter}')
  await screen.findByRole('alertdialog', { name: 'Voucher Paid' })
}

const alertButton = (name: string) => within(screen.getByRole('alertdialog')).getByRole('button', { name })
const isClosed = () => waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
const cursorInSearch = () => waitFor(async () => expect(document.activeElement).toBe(await numberField()))

/** Delays the payment's reply until `release` is called. */
function holdPayment() {
  const joined = globalThis.fetch
  let release = (): void => undefined
  const held = new Promise<void>((resolve) => (release = resolve))
  globalThis.fetch = async (input, init) => {
    const answer = await joined(input, init)
    if (init?.method === 'POST') await held
    return answer
  }
  return () => release()
}

/** Waits for the browser's dialog and reports that it was closed. */
async function endPrinting(print: MockInstance): Promise<void> {
  await waitFor(() => expect(print).toHaveBeenCalledOnce())
  window.dispatchEvent(new Event('afterprint'))
  await cursorInSearch()
  print.mockClear()
}

describe('after a receipt', () => {
  test('Next payment, Escape and typing stay at the counter with the cursor in the search', async () => {
    covers('spec 4.success.receipt', 'decisions 6.next-payment.offered', 'decisions 6.next-payment.typing')

    const page = await openCounter()
    const { user, path } = page
    await receiveFrom(page, 1)
    expect(document.activeElement).toBe(alertButton('Next payment'))
    // Shortcuts and a repeated key do not close the alert.
    await user.keyboard('{Control>}c{/Control}{Alt>}x{/Alt}{Shift}{F5}')
    expect(document.activeElement).toBe(alertButton('Next payment'))
    document.activeElement?.dispatchEvent(
      new KeyboardEvent('keydown', { key: '4', repeat: true, bubbles: true, cancelable: true }),
    )
    screen.getByRole('alertdialog', { name: 'Voucher Paid' })
    await user.keyboard('{Enter}')
    await isClosed()
    await cursorInSearch()
    expect(await numberField()).toHaveProperty('value', '')
    expect(path()).toBe('/receipts/individual')

    await receiveFrom(page, 2)
    await user.keyboard('{Escape}')
    await isClosed()
    await cursorInSearch()
    expect(path()).toBe('/receipts/individual')

    // The new balance is behind the alert; the typed digits start the next search, and no digit is lost.
    await findPayableVoucher(page, lastRollNo)
    await user.paste('3000')
    await user.keyboard('{Enter}')
    await screen.findByRole('alertdialog', { name: 'Part payment received' })
    expect(screen.getByRole('status', { name: 'Amount due' }).textContent).toBe('Rs 1,500')
    expect(screen.queryByRole('textbox', { name: /Received Amount/ })).toBeNull()
    screen.getByRole('row', { name: 'Received so far −3,000' })
    screen.getByRole('row', { name: 'Balance 1,500' })
    await user.keyboard('10642')
    await isClosed()
    await cursorInSearch()
    expect(await numberField()).toHaveProperty('value', '10642')
  })

  test('a scan is looked up at once, and text typed before the reply is looked up once the alert is closed', async () => {
    const print = vi.spyOn(window, 'print').mockReturnValue()
    const page = await openCounter()
    await receiveFrom(page, 1)
    await page.user.keyboard(`${nextVoucher}{Enter}`)
    await screen.findByText('Voucher found')
    screen.getByRole('heading', { name: 'Bilal Ahmed' })
    expect(await numberField()).toHaveProperty('value', nextVoucher)
    expect(await receiptsOnVoucher()).toHaveLength(1)

    const release = holdPayment()
    await waitFor(() => expect(document.activeElement).toBe(amountField()))
    await page.user.keyboard('{Enter}')
    await waitFor(() => expect(receiveButton().dataset['loading']).toBe('true'))
    await page.user.keyboard(`${lastRollNo}{Enter}`)
    release()
    await screen.findByRole('alertdialog', { name: 'Voucher Paid' })
    await page.user.keyboard('{Enter}')
    await screen.findByRole('heading', { name: 'Sana Malik' })
    expect(await numberField()).toHaveProperty('value', `${lastRollNo}`)
    expect(await receiptsOnVoucher(nextVoucher)).toHaveLength(1)

    // The letter that prints a receipt also begins a voucher number.
    await waitFor(() => expect(document.activeElement).toBe(amountField()))
    await page.user.keyboard('{Enter}')
    await screen.findByRole('alertdialog', { name: 'Voucher Paid' })
    await page.user.keyboard('PlayGroupRed9-202611{Enter}')
    await screen.findByText('Voucher Not Found')
    expect(await numberField()).toHaveProperty('value', 'PlayGroupRed9-202611')
    expect(print).not.toHaveBeenCalled()
    print.mockRestore()
  })

  test('a payment is sent with every field; OK goes back, but not from a screen that was opened meanwhile', async () => {
    covers('spec 4.success.receipt', 'spec 8.receipts.success')

    const page = await openCounter()
    const { user, path } = page
    await findPayableVoucher(page, 1)
    const sent = recordSentCalls()
    await user.keyboard('{Enter}')
    await screen.findByRole('alertdialog', { name: 'Voucher Paid' })
    expect(sent.map(({ path: to, body }) => ({ to, body }))).toEqual([
      {
        to: '/finances/markIndividualVoucherAsPaid/Main%20Campus/5Red1-202611',
        body: {
          receivedBy: 'office clerk',
          receivedDate: '2026-11-21',
          receivedAmount: 4500,
          expectedBalance: 4500,
          method: 'cash',
        },
      },
    ])
    await user.click(alertButton('OK'))
    await waitFor(() => expect(path()).toBe('/dashboard'))
    await user.click(await screen.findByRole('tab', { name: 'Fee receipts' }))
    await openEntry(user, 'Individual receipt')
    expect(await numberField()).toHaveProperty('value', '')

    await findPayableVoucher(page, 2)
    const release = holdPayment()
    await user.keyboard('{Enter}')
    await waitFor(() => expect(receiveButton().dataset['loading']).toBe('true'))
    await user.keyboard('{Control>}k{/Control}')
    await user.click(await screen.findByRole('combobox', { name: /^Find/ }))
    await user.paste('change student')
    await user.keyboard('{Enter}')
    const field = await screen.findByRole('combobox', { name: 'Roll No.' })
    release()
    await screen.findByRole('alertdialog', { name: 'Voucher Paid' })
    await user.click(alertButton('OK'))
    await isClosed()
    expect(path()).toBe('/student-fee-change')
    await user.type(field, '1')
    expect(field).toHaveProperty('value', '1')
  })

  test('P, Print receipt and the choice of a slip each print the receipt, and the typed text is kept', async () => {
    const print = vi.spyOn(window, 'print').mockReturnValue()
    const page = await openCounter()
    const { user, path } = page
    await receiveFrom(page, 1)
    await user.keyboard('p')
    await waitFor(() => expect(print).toHaveBeenCalledOnce())
    expect(screen.queryByText('DUPLICATE')).toBeNull()
    await endPrinting(print)
    expect(await numberField()).toHaveProperty('value', '')

    await receiveFrom(page, 2)
    await user.click(alertButton('Print receipt'))
    await endPrinting(print)
    expect(path()).toBe('/receipts/individual')

    await user.click(await screen.findByRole('checkbox', { name: 'Print a slip after each receipt' }))
    await receiveFrom(page, lastRollNo)
    await user.keyboard('99')
    await waitFor(() => expect(print).toHaveBeenCalledOnce())
    await user.keyboard('9')
    await endPrinting(print)
    await waitFor(async () => expect(await numberField()).toHaveProperty('value', '999'))
    setPreferences({ printsSlips: false })
    print.mockRestore()
  })
})
