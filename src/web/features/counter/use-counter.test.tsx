import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
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
import type { OpenScreen } from '#test/screen.tsx'

const tryingAgain = 'No connection. We keep trying. It will be saved only once.'
const { school, openCounter, receiveAs, receiptsOnVoucher } = await openCounterSchool(['Bilal Ahmed'])

const nextVoucher = '5Red2-202611'

/** Lets the server handle the next call, but drops its reply; `down` cuts the connection from then on. */
function loseAnswer(page: OpenScreen, { down = false } = {}): () => void {
  const joined = globalThis.fetch
  globalThis.fetch = async (input, init) => {
    await joined(input, init)
    if (down) {
      page.network.isDown = true
      globalThis.fetch = joined
    }
    throw new TypeError('Failed to fetch')
  }
  return () => void (globalThis.fetch = joined)
}

/** Expects the screen to stay after a payment without a reply, with the typed amount and the cursor in it. */
async function expectKept(page: OpenScreen, amount: string): Promise<void> {
  expect((await screen.findByRole('alert')).textContent).toContain('the payment is saved only once')
  expect(page.path()).toBe('/receipts/individual')
  expect(amountField()).toHaveProperty('value', amount)
  await waitFor(() => expect(document.activeElement).toBe(amountField()))
}

describe('a payment that is interrupted', () => {
  test('explains a changed balance and keeps a typed amount; an amount that was not typed follows the balance', async () => {
    covers('decisions 3.receipts.expected-balance')

    const page = await openCounter()
    await findPayableVoucher(page)
    await page.user.paste('4500')
    await receiveAs('desk@main.test', { receivedAmount: 1000 })
    await page.user.keyboard('{Enter}')
    const notice = await screen.findByRole('alert')
    expect(notice.textContent).toContain('Balance has changed')
    expect(notice.textContent).toContain('It was 4,500 when you looked it up and is 3,500 now.')
    await screen.findByRole('row', { name: 'Balance 3,500' })
    await waitFor(() => expect(document.activeElement).toBe(amountField()))
    expect(amountField()).toHaveProperty('value', '4,500')
    screen.getByText('Rs 1,000 more than is due: paid in advance')
    expect(await receiptsOnVoucher()).toHaveLength(1)

    await findPayableVoucher(page)
    expect(screen.queryByRole('alert')).toBeNull()
    // A typed date does not count as a typed amount.
    await page.user.click(screen.getByRole('button', { name: 'Change Received Date' }))
    const date = screen.getByRole('textbox', { name: /Received Date/ })
    await page.user.clear(date)
    await page.user.paste('20/11/2026')
    await receiveAs('desk@main.test', { receivedAmount: 1000 })
    await page.user.keyboard('{Enter}')
    expect((await screen.findByRole('alert')).textContent).toContain('Balance has changed')
    await screen.findByRole('row', { name: 'Balance 2,500' })
    await waitFor(() => expect(document.activeElement).toBe(amountField()))
    expect(amountField()).toHaveProperty('value', '2,500')
    expect(date).toHaveProperty('value', '20/11/2026')
    screen.getByText('Pays everything up to November')
    await page.user.keyboard('{Enter}')
    await readAndClose(page, 'Voucher Paid')
    expect(await receiptsOnVoucher()).toMatchObject([
      { amount: 100_000 },
      { amount: 100_000 },
      { amount: 250_000 },
    ])
  })

  test('keeps the typed text after a lost reply or a lost connection, and receives only once', async () => {
    const page = await openCounter()
    await findPayableVoucher(page)
    await page.user.paste('2000')
    const answerAgain = loseAnswer(page)
    await page.user.keyboard('{Enter}')
    await screen.findByText(tryingAgain)
    await page.user.keyboard('{Escape}')
    await expectKept(page, '2,000')
    answerAgain()
    await page.user.keyboard('{Enter}')
    expect(await readAndClose(page, 'Part payment received')).toContain('Receipt no. 3: 2,000')
    expect(await receiptsOnVoucher()).toHaveLength(1)

    // Without a connection the page tries again until the clerk stops it.
    await findPayableVoucher(page)
    await page.user.paste('1000')
    page.network.isDown = true
    await page.user.keyboard('{Enter}')
    await screen.findByText(tryingAgain)
    await page.user.keyboard('{Escape}')
    await expectKept(page, '1,000')
    await page.user.keyboard('{Enter}')
    await page.stopTrying()
    await expectKept(page, '1,000')
    page.network.isDown = false
    await page.user.keyboard('{Enter}')
    await readAndClose(page, 'Part payment received')
    expect(await receiptsOnVoucher()).toHaveLength(2)

    // The page tries again and shows the reply.
    await findPayableVoucher(page)
    loseAnswer(page, { down: true })
    await page.user.keyboard('{Enter}')
    await screen.findByText(tryingAgain)
    expect(receiveButton().dataset['loading']).toBe('true')
    page.network.isDown = false
    act(() => void window.dispatchEvent(new Event('online')))
    expect(await readAndClose(page, 'Voucher Paid')).toContain('Receipt no. 5: 1,500')
    expect(screen.queryByText(tryingAgain)).toBeNull()
    expect(await receiptsOnVoucher()).toHaveLength(3)
  })

  test('returns to the typed text after a lost session; Cancel leaves and forgets it', async () => {
    covers('decisions 5.session.typed')

    const page = await openCounter()
    await findPayableVoucher(page)
    await page.user.paste('3000')
    page.dropSession()
    await page.user.keyboard('{Enter}')
    await page.user.click(await screen.findByLabelText(/Email/))
    await page.user.paste('office@main.test')
    await page.user.click(screen.getByLabelText(/Password/))
    await page.user.paste(password)
    await page.user.keyboard('{Enter}')
    await waitFor(() => expect(page.path()).toBe('/receipts/individual'))
    await waitFor(() => expect(amountField()).toHaveProperty('value', '3,000'))
    expect(await receiptsOnVoucher()).toHaveLength(0)

    await page.user.click(screen.getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(page.path()).toBe('/dashboard'))
    await page.goTo('/receipts/individual')
    expect(await numberField()).toHaveProperty('value', '')
  })

  test('is not received twice by another desk, and a repeated key neither receives nor closes anything', async () => {
    covers('spec 8.receipts.already-paid')

    const page = await openCounter()
    await findPayableVoucher(page, 2)
    const pay = `/finances/markIndividualVoucherAsPaid/Main%20Campus/${nextVoucher}`
    await (await school.as('desk@main.test')).post(pay, { receivedAmount: 4500 })
    await page.user.keyboard('{Enter}')
    await screen.findByText(/^Received on 21 Nov 2026 by desk clerk\..* Nothing was received\.$/)
    expect(screen.getAllByRole('alert')).toHaveLength(1)
    expect(receiveButton()).toHaveProperty('disabled', true)
    expect(await receiptsOnVoucher(nextVoucher)).toHaveLength(1)

    await receiveAs('office@main.test', { receivedAmount: 4500 })
    await receiveAs('office@main.test', { receivedAmount: 4000, editedBy: 'office@main.test' })
    await findPayableVoucher(page)
    expect(fireEvent.keyDown(amountField(), { key: 'Enter', repeat: true })).toBe(false)
    await page.user.keyboard('{Enter}')
    const next = within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Next payment' })
    expect(fireEvent.keyDown(next, { key: 'Enter', repeat: true })).toBe(false)
    await readAndClose(page, 'Voucher Paid')
    // The corrected receipt is listed with its reversal.
    const reversal = await within(myReceipts()).findByRole('row', { name: /cancels no. 4/ })
    expect(reversal.textContent).toContain('−4,500')
    expect(myReceipts().textContent).toContain('4,500')
  })
})

describe('a look-up that is interrupted', () => {
  test('never shows a slow reply under the next number, and can be retried after a lost connection', async () => {
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

    // The receipts of the day have a call of their own, which would fail with a button of the same name.
    await screen.findByText('Nothing received yet today')
    globalThis.fetch = joined
    page.network.isDown = true
    await enterNumber(page, rollNo)
    const retry = await screen.findByRole('button', { name: 'Try again' })
    page.network.isDown = false
    await page.user.click(retry)
    expect(await screen.findByRole('heading', { name: 'Ayesha Khan' })).toBeDefined()
  })
})
