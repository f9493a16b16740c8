import {
  findPayableVoucher,
  numberField,
  openCounterSchool,
  readAndClose,
  receiveButton,
} from '#test/counter-school.ts'
import { covers } from '#test/covers.ts'
import { recordSentCalls } from '#test/page-calls.ts'
import { admit } from '#test/school.ts'
import { type OpenScreen, openEntry, openScreen } from '#test/screen.tsx'
import { setPreferences } from '#web/api/preferences.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'

const { school, generate, openCounter, receiptsOnVoucher } = await openCounterSchool()

/** The child after the first one in the queue. */
const nextRollNo = 2
const nextVoucher = '5Red2-202611'

async function admitNext(): Promise<void> {
  school.now = new Date('2026-09-05T09:00:00+05:00')
  await admit(await school.as('office@main.test'), { studentData: { studentName: 'Bilal Ahmed' } })
}

/** The counter with the alert of the first child's receipt open. */
async function openReceived(): Promise<OpenScreen> {
  const page = await openCounter()
  await findPayableVoucher(page)
  await page.user.keyboard('{Enter}')
  await screen.findByRole('alertdialog', { name: 'Voucher Paid' })
  return page
}

const alertButton = (name: string) => within(screen.getByRole('alertdialog')).getByRole('button', { name })
const isClosed = () => waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
const cursorInSearch = () => waitFor(async () => expect(document.activeElement).toBe(await numberField()))

/** Holds the payment's answer back until `release` is called. */
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

describe('after a receipt', () => {
  test('Next payment has the focus; Enter stays at the empty counter with the cursor in the search', async () => {
    covers('spec 4.success.receipt', 'decisions 6.next-payment.offered')

    const { user, path } = await openReceived()
    expect(document.activeElement).toBe(alertButton('Next payment'))
    await user.keyboard('{Enter}')
    await isClosed()
    await cursorInSearch()
    expect(await numberField()).toHaveProperty('value', '')
    expect(path()).toBe('/receipts/individual')
  })

  test('OK goes back to the screen before, with the counter empty', async () => {
    covers('spec 4.success.receipt', 'spec 8.receipts.success')

    const { user, path } = await openReceived()
    await user.click(alertButton('OK'))
    await waitFor(() => expect(path()).toBe('/dashboard'))
    await user.click(await screen.findByRole('tab', { name: 'Fee receipts' }))
    await openEntry(user, 'Individual receipt')
    expect(await numberField()).toHaveProperty('value', '')
  })

  test('Escape closes the alert and stays', async () => {
    const { user, path } = await openReceived()
    await user.keyboard('{Escape}')
    await isClosed()
    await cursorInSearch()
    expect(path()).toBe('/receipts/individual')
  })

  test('a number that is typed starts the next search with every digit', async () => {
    covers('decisions 6.next-payment.typing')

    const { user } = await openReceived()
    await user.keyboard('10642')
    await isClosed()
    await cursorInSearch()
    expect(await numberField()).toHaveProperty('value', '10642')
  })

  test('a scan that ends in Enter looks the next voucher up at once', async () => {
    await admitNext()
    const { user } = await openReceived()
    await user.keyboard(`${nextVoucher}{Enter}`)
    await screen.findByText('Voucher found')
    screen.getByRole('heading', { name: 'Bilal Ahmed' })
    expect(await numberField()).toHaveProperty('value', nextVoucher)
    expect(await receiptsOnVoucher()).toHaveLength(1)
  })

  test('keys that are commands, and a key held down, close nothing', async () => {
    const { user } = await openReceived()
    await user.keyboard('{Control>}c{/Control}{Alt>}x{/Alt}{Shift}{F5}')
    expect(document.activeElement).toBe(alertButton('Next payment'))
    document.activeElement?.dispatchEvent(
      new KeyboardEvent('keydown', { key: '4', repeat: true, bubbles: true, cancelable: true }),
    )
    screen.getByRole('alertdialog', { name: 'Voucher Paid' })
    await user.keyboard('{Enter}')
    await isClosed()
  })

  test('what is typed before the answer is there waits for the alert to be read, and is then looked up', async () => {
    await admitNext()
    const page = await openCounter()
    await findPayableVoucher(page)
    const release = holdPayment()
    await page.user.keyboard('{Enter}')
    await waitFor(() => expect(receiveButton().dataset['loading']).toBe('true'))
    await page.user.keyboard(`${nextRollNo}{Enter}`)
    release()
    await screen.findByRole('alertdialog', { name: 'Voucher Paid' })
    await page.user.keyboard('{Enter}')
    await screen.findByRole('heading', { name: 'Bilal Ahmed' })
    expect(await numberField()).toHaveProperty('value', `${nextRollNo}`)
    expect(await receiptsOnVoucher()).toHaveLength(1)
  })

  test('a clerk who left the counter meanwhile stays on the new screen', async () => {
    const page = await openCounter()
    await findPayableVoucher(page)
    const release = holdPayment()
    await page.user.keyboard('{Enter}')
    await waitFor(() => expect(receiveButton().dataset['loading']).toBe('true'))
    await page.user.keyboard('{Control>}k{/Control}')
    await page.user.type(await screen.findByRole('combobox', { name: /^Find/ }), 'change student{Enter}')
    const field = await screen.findByRole('combobox', { name: 'Roll No.' })
    release()
    await screen.findByRole('alertdialog', { name: 'Voucher Paid' })
    await page.user.click(alertButton('OK'))
    await isClosed()
    expect(page.path()).toBe('/student-fee-change')
    await page.user.type(field, '1')
    expect(field).toHaveProperty('value', '1')
  })

  test('shows the new balance behind the alert', async () => {
    const page = await openCounter()
    await findPayableVoucher(page)
    await page.user.keyboard('3000{Enter}')
    await screen.findByRole('alertdialog', { name: 'Part payment received' })
    expect(screen.getByRole('status', { name: 'Amount due' }).textContent).toBe('Rs 1,500')
    expect(screen.queryByRole('textbox', { name: /Received Amount/ })).toBeNull()
    screen.getByRole('row', { name: 'Received so far −3,000' })
    screen.getByRole('row', { name: 'Balance 1,500' })
  })

  test('P prints the receipt', async () => {
    const print = vi.spyOn(window, 'print').mockReturnValue()
    const { user } = await openReceived()
    await user.keyboard('p')
    await waitFor(() => expect(print).toHaveBeenCalledOnce())
    expect(screen.queryByText('DUPLICATE')).toBeNull()
    window.dispatchEvent(new Event('afterprint'))
    await cursorInSearch()
    expect(await numberField()).toHaveProperty('value', '')
    print.mockRestore()
  })

  test('a scanned voucher number that begins with P is looked up and prints nothing', async () => {
    const print = vi.spyOn(window, 'print').mockReturnValue()
    const { user } = await openReceived()
    await user.keyboard('PlayGroupRed9-202611{Enter}')
    await screen.findByText('Voucher Not Found')
    expect(await numberField()).toHaveProperty('value', 'PlayGroupRed9-202611')
    expect(print).not.toHaveBeenCalled()
    print.mockRestore()
  })

  test('prints a slip after each receipt once that is chosen, and keeps what is typed meanwhile', async () => {
    const print = vi.spyOn(window, 'print').mockReturnValue()
    const page = await openCounter()
    await page.user.click(await screen.findByRole('checkbox', { name: 'Print a slip after each receipt' }))
    await findPayableVoucher(page)
    await page.user.keyboard('{Enter}')
    await screen.findByRole('alertdialog', { name: 'Voucher Paid' })
    await page.user.keyboard('99')
    await waitFor(() => expect(print).toHaveBeenCalledOnce())
    await page.user.keyboard('9')
    window.dispatchEvent(new Event('afterprint'))
    await cursorInSearch()
    await waitFor(async () => expect(await numberField()).toHaveProperty('value', '999'))
    setPreferences({ printsSlips: false })
    print.mockRestore()
  })

  test('Print receipt prints and stays with the cursor in the search', async () => {
    const print = vi.spyOn(window, 'print').mockReturnValue()
    const { user, path } = await openReceived()
    await user.click(alertButton('Print receipt'))
    await waitFor(() => expect(print).toHaveBeenCalledOnce())
    window.dispatchEvent(new Event('afterprint'))
    await cursorInSearch()
    expect(path()).toBe('/receipts/individual')
    print.mockRestore()
  })
})

test('a payment carries every field of the specification, with the name of the user', async () => {
  await generate('2026-11-01')
  const page = await openScreen(school, '/receipts/individual', 'office@main.test')
  await findPayableVoucher(page)
  const sent = recordSentCalls()
  await page.user.keyboard('{Enter}')
  await readAndClose(page, 'Voucher Paid')
  expect(sent.map(({ path, body }) => ({ path, body }))).toEqual([
    {
      path: '/finances/markIndividualVoucherAsPaid/Main%20Campus/5Red1-202611',
      body: {
        receivedBy: 'office clerk',
        receivedDate: '2026-11-21',
        receivedAmount: 4500,
        expectedBalance: 4500,
        method: 'cash',
      },
    },
  ])
})
