import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import {
  amountField,
  enterNumber,
  findPayableVoucher,
  novemberVoucher,
  openCounterSchool,
  readAndClose,
  receiveButton,
  rollNo,
} from '#test/counter-school.ts'
import { bodiesOf, recordSentCalls } from '#test/page-calls.ts'
import { admit } from '#test/school.ts'
import type { OpenScreen } from '#test/screen.tsx'

const { school, openCounter, receiveAs, receiptsOnVoucher } = await openCounterSchool()

const methods = () => screen.getByRole('radiogroup', { name: 'Paid by' })
const chosen = () =>
  within(methods())
    .getAllByRole<HTMLInputElement>('radio')
    .find(({ checked }) => checked)?.value

/** Looks up the voucher again; the choices made for it are forgotten. */
async function findAgain(page: OpenScreen): Promise<void> {
  await enterNumber(page, rollNo)
  await waitFor(() => expect(document.activeElement).toBe(amountField()))
  expect(chosen()).toBe('cash')
}

describe('the method of a payment', () => {
  test('is cash until a letter in the amount chooses another method, whose reference is typed next', async () => {
    const page = await openCounter()
    await findPayableVoucher(page)
    expect(chosen()).toBe('cash')
    expect(screen.queryByLabelText(/Cheque No/)).toBeNull()
    await page.user.keyboard('b')
    expect(chosen()).toBe('bank')

    // The letters of a scanned voucher number do not choose a method; a scanner types capitals with Shift.
    await findAgain(page)
    await page.user.keyboard('10{Shift>}B{/Shift}lue7-202611')
    expect(amountField()).toHaveProperty('value', '10Blue7-202611')
    expect(chosen()).toBe('cash')

    // A cheque without its number is refused at its field, and nothing is sent.
    await findAgain(page)
    const sent = recordSentCalls()
    await page.user.click(within(methods()).getByRole('radio', { name: 'Cheque' }))
    await page.user.click(receiveButton())
    await screen.findByText('Enter the number of the cheque and its bank')
    expect(bodiesOf(sent, 'markIndividualVoucherAsPaid')).toEqual([])

    await findAgain(page)
    await page.user.keyboard('q')
    expect(chosen()).toBe('cheque')
    expect(amountField()).toHaveProperty('value', '4,500')
    const reference = screen.getByRole('textbox', { name: /Cheque No. and bank/ })
    expect(document.activeElement).toBe(reference)
    await page.user.paste('778812 HBL')
    await page.user.keyboard('{Enter}')
    const said = await readAndClose(page, 'Voucher Paid')
    expect(said).toContain('4,500 received on 21 Nov 2026, Cheque 778812 HBL')
    expect(await receiptsOnVoucher()).toMatchObject([{ method: 'cheque', reference: '778812 HBL' }])

    // A corrected receipt is not a second use of its own cheque.
    const financialData = { method: 'cheque', reference: '778812 HBL' }
    await admit(await school.as('office@main.test'), {
      studentData: { studentName: 'Bilal Ahmed' },
      financialData,
    })
    await page.goTo(`/receipts/individual/edit?voucher=${novemberVoucher}`)
    expect(await screen.findAllByText(/^Used on receipt/)).toHaveLength(1)
    screen.getByText(/^Used on receipt 3,.*Bilal Ahmed, roll no. 2$/)
  })

  test('has a warning about an earlier use of its reference; for cash, the change is shown but not stored', async () => {
    const page = await openCounter()
    await receiveAs('desk@main.test', { receivedAmount: 500, method: 'cheque', reference: '778812 HBL' })
    await findPayableVoucher(page)
    await page.user.keyboard('q')
    await page.user.paste('778812 hbl')
    await screen.findByText('Used on receipt 2, 21 Nov 2026: 500, same student')

    await findAgain(page)
    await page.user.keyboard('{Alt>}g{/Alt}')
    expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Cash handed over' }))
    await page.user.paste('5,000')
    screen.getByText('Give back 1,000')
    await page.user.clear(screen.getByRole('textbox', { name: 'Cash handed over' }))
    await page.user.paste('3500')
    screen.getByText('500 short')
    await page.user.keyboard('{Enter}')
    await readAndClose(page, 'Voucher Paid')
    expect(await receiptsOnVoucher()).toMatchObject([{ amount: 50_000 }, { amount: 400_000 }])
  })
})

test('a payment in advance is offered on a paid voucher, refused once it is due, and makes the balance negative', async () => {
  const page = await openCounter()
  await receiveAs('desk@main.test', { receivedAmount: 4500 })
  await enterNumber(page, rollNo)
  await page.user.click(await screen.findByRole('button', { name: 'Receive in advance' }))
  await page.user.paste('1000')
  // A colleague makes the voucher due meanwhile.
  await receiveAs('desk@main.test', { receivedAmount: 4000, editedBy: 'x', reason: 'Miscounted' })
  await page.user.click(receiveButton())
  await screen.findByText('This voucher is still to be paid')
  // The typed amount is kept, now as a payment of the amount due.
  await waitFor(() => expect(amountField()).toHaveProperty('value', '1,000'))
  screen.getByText('Rs 500 more than is due: paid in advance')

  await receiveAs('desk@main.test', { receivedAmount: 4500, editedBy: 'x', reason: 'Counted again' })
  await enterNumber(page, rollNo)
  await screen.findByText('Voucher already paid')
  expect(screen.queryByRole('radiogroup', { name: 'Paid by' })).toBeNull()
  await page.user.click(screen.getByRole('button', { name: 'Receive in advance' }))
  const amount = screen.getByRole('textbox', { name: /Received in advance/ })
  await waitFor(() => expect(document.activeElement).toBe(amount))
  expect(amount).toHaveProperty('value', '')
  await page.user.click(screen.getByRole('button', { name: '3 months 13,500' }))
  screen.getByText('Rs 13,500 will be paid in advance')
  await page.user.click(receiveButton())
  const said = await readAndClose(page, 'Received in advance')
  expect(said).toContain('Rs 13,500 is paid in advance.')
  const voucher = await school.db
    .selectFrom('vouchers')
    .select('net_balance')
    .where('voucher_no', '=', novemberVoucher)
    .executeTakeFirstOrThrow()
  expect(voucher.net_balance).toBe(-1_350_000)
})
