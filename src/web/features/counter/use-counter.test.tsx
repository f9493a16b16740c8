import {
  amountField,
  enterNumber,
  findPayableVoucher,
  myReceipts,
  numberField,
  openCounterSchool,
  readAndClose,
  receiveButton,
  rollNo,
} from '#test/counter-school.ts'
import { covers } from '#test/covers.ts'
import { password } from '#test/school.ts'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'

const tryingAgain = 'No connection. We keep trying. It will be saved only once.'
const { openCounter, receiveAs, receiptsOnVoucher } = await openCounterSchool()

describe('a payment that is interrupted', () => {
  test('after a balance has changed the amount follows the new balance', async () => {
    const page = await openCounter()
    await findPayableVoucher(page)
    // A date of the clerk's own says nothing of the amount.
    await page.user.click(screen.getByRole('button', { name: 'Change Received Date' }))
    const date = screen.getByRole('textbox', { name: /Received Date/ })
    await page.user.clear(date)
    await page.user.type(date, '20/11/2026')
    await receiveAs('desk@main.test', { receivedAmount: 1000 })
    await page.user.keyboard('{Enter}')
    expect((await screen.findByRole('alert')).textContent).toContain('Balance has changed')
    await screen.findByRole('row', { name: 'Balance 3,500' })
    await waitFor(() => expect(document.activeElement).toBe(amountField()))
    expect(amountField()).toHaveProperty('value', '3,500')
    expect(date).toHaveProperty('value', '20/11/2026')
    screen.getByText('Pays the voucher in full')
    await page.user.keyboard('{Enter}')
    await readAndClose(page, 'Voucher Paid')
    expect(await receiptsOnVoucher()).toMatchObject([{ amount: 100_000 }, { amount: 350_000 }])
  })

  test('a balance that has changed is explained and shown, and a typed amount is kept', async () => {
    covers('decisions 3.receipts.expected-balance')

    const page = await openCounter()
    await findPayableVoucher(page)
    await page.user.keyboard('4500')
    await receiveAs('desk@main.test', { receivedAmount: 1000 })
    await page.user.keyboard('{Enter}')
    const notice = await screen.findByRole('alert')
    expect(notice.textContent).toContain('Balance has changed')
    expect(notice.textContent).toContain('It was 4,500 when you looked it up and is 3,500 now.')
    await screen.findByRole('row', { name: 'Balance 3,500' })
    await waitFor(() => expect(document.activeElement).toBe(amountField()))
    expect(amountField()).toHaveProperty('value', '4500')
    screen.getByText('Rs 1,000 more than is due: paid in advance')
    expect(await receiptsOnVoucher()).toHaveLength(1)
  })

  test('a voucher that another desk has paid is not paid twice', async () => {
    covers('spec 8.receipts.already-paid')

    const page = await openCounter()
    await findPayableVoucher(page)
    await receiveAs('desk@main.test', { receivedAmount: 4500 })
    await page.user.keyboard('{Enter}')
    await screen.findByText(/Received on 21 Nov 2026 by desk clerk/)
    expect(receiveButton()).toHaveProperty('disabled', true)
    expect(await receiptsOnVoucher()).toHaveLength(1)
  })

  test('shows a lost answer, keeps what was typed, and receives only once after the next press', async () => {
    const page = await openCounter()
    await findPayableVoucher(page)
    await page.user.keyboard('3000')
    const joined = globalThis.fetch
    globalThis.fetch = async (input, init) => {
      await joined(input, init)
      throw new TypeError('Failed to fetch')
    }
    await page.user.keyboard('{Enter}')
    await screen.findByText(tryingAgain)
    await page.user.keyboard('{Escape}')
    expect((await screen.findByRole('alert')).textContent).toContain('the payment is saved only once')
    expect(amountField()).toHaveProperty('value', '3000')
    await waitFor(() => expect(document.activeElement).toBe(amountField()))

    globalThis.fetch = joined
    await page.user.keyboard('{Enter}')
    expect(await readAndClose(page, 'Part payment received')).toContain('Receipt no. 2: 3,000')
    expect(await receiptsOnVoucher()).toHaveLength(1)
  })

  test('says that it retries a call without an answer, and shows the reply', async () => {
    const page = await openCounter()
    await findPayableVoucher(page)
    const joined = globalThis.fetch
    globalThis.fetch = async (input, init) => {
      await joined(input, init)
      page.network.isDown = true
      globalThis.fetch = joined
      throw new TypeError('Failed to fetch')
    }
    await page.user.keyboard('{Enter}')
    await screen.findByText(tryingAgain)
    expect(receiveButton().dataset['loading']).toBe('true')
    page.network.isDown = false
    act(() => void window.dispatchEvent(new Event('online')))
    expect(await readAndClose(page, 'Voucher Paid')).toContain('Receipt no. 2: 4,500')
    expect(screen.queryByText(tryingAgain)).toBeNull()
    expect(await receiptsOnVoucher()).toHaveLength(1)
  })

  test('retries can be stopped: the screen and what was typed stay', async () => {
    const page = await openCounter()
    await findPayableVoucher(page)
    await page.user.keyboard('3000')
    page.network.isDown = true
    await page.user.keyboard('{Enter}')
    await screen.findByText(tryingAgain)
    await page.user.keyboard('{Escape}')
    expect((await screen.findByRole('alert')).textContent).toContain('the payment is saved only once')
    expect(page.path()).toBe('/receipts/individual')
    expect(amountField()).toHaveProperty('value', '3000')
    await waitFor(() => expect(document.activeElement).toBe(amountField()))
    await page.user.keyboard('{Enter}')
    await page.user.click(await screen.findByRole('button', { name: 'Stop trying' }))
    await screen.findByRole('alert')
    await waitFor(() => expect(document.activeElement).toBe(amountField()))
    page.network.isDown = false
    await page.user.keyboard('{Enter}')
    await readAndClose(page, 'Part payment received')
    expect(await receiptsOnVoucher()).toHaveLength(1)
  })

  test('a slow answer for one number never shows under the next', async () => {
    const page = await openCounter()
    await numberField()
    const joined = globalThis.fetch
    let answerSlowOne = (): void => undefined
    const held = new Promise<void>((resolve) => (answerSlowOne = resolve))
    let cancelled = false
    globalThis.fetch = async (input, init) => {
      if (typeof input !== 'string' || !input.endsWith(`/individualVoucher/Main%20Campus/${rollNo}`))
        return joined(input, init)
      init?.signal?.addEventListener('abort', () => (cancelled = true))
      await held
      return joined(input, init)
    }
    await enterNumber(page, rollNo)
    await enterNumber(page, 999)
    answerSlowOne()
    await screen.findByText('Student does not exist')
    expect(cancelled).toBe(true)
    expect(screen.queryByRole('heading', { name: 'Ayesha Khan' })).toBeNull()
    expect(await numberField()).toHaveProperty('value', '999')
  })

  test('a key held down receives nothing and closes nothing', async () => {
    const page = await openCounter()
    await findPayableVoucher(page)
    expect(fireEvent.keyDown(amountField(), { key: 'Enter', repeat: true })).toBe(false)
    await page.user.keyboard('{Enter}')
    const next = within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Next payment' })
    expect(fireEvent.keyDown(next, { key: 'Enter', repeat: true })).toBe(false)
    await readAndClose(page, 'Voucher Paid')
  })

  test('a look-up without a connection can be tried again', async () => {
    const page = await openCounter()
    await numberField()
    // Its own call would fail with a button of the same name.
    await screen.findByText('Nothing received yet today')
    page.network.isDown = true
    await enterNumber(page, rollNo)
    const retry = await screen.findByRole('button', { name: 'Try again' })
    page.network.isDown = false
    await page.user.click(retry)
    expect(await screen.findByRole('heading', { name: 'Ayesha Khan' })).toBeDefined()
  })

  test('a lost session leads back to the same voucher with what was typed', async () => {
    covers('decisions 5.session.typed')

    const page = await openCounter()
    await findPayableVoucher(page)
    await page.user.keyboard('3000')
    page.dropSession()
    await page.user.keyboard('{Enter}')
    await page.user.type(await screen.findByLabelText(/Email/), 'office@main.test')
    await page.user.type(screen.getByLabelText(/Password/), `${password}{Enter}`)
    await waitFor(() => expect(page.path()).toBe('/receipts/individual'))
    await waitFor(() => expect(amountField()).toHaveProperty('value', '3000'))
    expect(await receiptsOnVoucher()).toHaveLength(0)
  })

  test('Cancel leaves the screen and forgets what was typed', async () => {
    const page = await openCounter()
    await findPayableVoucher(page)
    await page.user.click(screen.getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(page.path()).toBe('/dashboard'))
  })

  test('lists a corrected receipt with its reversal', async () => {
    const page = await openCounter()
    await receiveAs('office@main.test', { receivedAmount: 4500 })
    await receiveAs('office@main.test', { receivedAmount: 4000, editedBy: 'office@main.test' })
    await findPayableVoucher(page)
    await page.user.keyboard('{Enter}')
    await readAndClose(page, 'Voucher Paid')
    const reversal = await within(myReceipts()).findByRole('row', { name: /cancels no. 2/ })
    expect(reversal.textContent).toContain('−4,500')
    expect(myReceipts().textContent).toContain('4,500')
  })
})
