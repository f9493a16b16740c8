import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import {
  amountField,
  findPayableVoucher,
  numberField,
  openCounterSchool,
  readAndClose,
  rollNo,
} from '#test/counter-school.ts'
import { admit } from '#test/school.ts'

const { school, generate, openCounter, receiveAs } = await openCounterSchool()

const textsIn = (list: HTMLElement) =>
  within(list)
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent)
const family = () => screen.findByRole('list', { name: 'Family' })

async function admitSister(): Promise<void> {
  school.now = new Date('2026-09-06T09:00:00+05:00')
  await admit(await school.as('office@main.test'), {
    studentData: { studentName: 'Eman Khan', studentClass: '4', section: 'Pink' },
  })
}

describe('the counter, next to the amount due', () => {
  test('names the current months of the arrears with their due dates and received amounts', async () => {
    await generate('2026-10-01')
    const page = await openCounter()
    await findPayableVoucher(page)
    await screen.findByText('October 2026 · Rs 4,500 · due 11 Oct 2026')

    await receiveAs('desk@main.test', { receivedAmount: 500 })
    await findPayableVoucher(page)
    await screen.findByText(/Rs 500 received$/)
    expect(textsIn(screen.getByRole('list', { name: 'Arrears by month' }))).toEqual([
      'October 2026 · Rs 4,000 · due 11 Oct 2026 · Rs 500 received',
    ])
    expect(screen.queryByRole('list', { name: 'Family' })).toBeNull()

    // Another desk receives while the voucher is shown.
    await receiveAs('desk@main.test', { receivedAmount: 1000 })
    await page.user.keyboard('{Enter}')
    await screen.findByText('October 2026 · Rs 3,000 · due 11 Oct 2026 · Rs 1,500 received')
  })

  test('finds the sister who owes with one click, even after the payment, until a number is typed', async () => {
    await admitSister()
    const page = await openCounter()
    await findPayableVoucher(page)
    expect(textsIn(await family())).toEqual(['Eman Khan, 4 Pink, owes Rs 4,500Receive next'])
    // The voucher has no arrears.
    expect(screen.queryByRole('list', { name: 'Arrears by month' })).toBeNull()
    await page.user.click(screen.getByRole('button', { name: 'Receive next: Eman Khan' }))
    await screen.findByRole('heading', { name: 'Eman Khan' })
    expect(await numberField()).toHaveProperty('value', String(rollNo + 1))
    await waitFor(() => expect(document.activeElement).toBe(amountField()))
    expect(textsIn(await family())).toEqual(['Ayesha Khan, 5 Red, owes Rs 4,500Receive next'])

    await page.user.keyboard('{Enter}')
    await readAndClose(page, 'Voucher Paid')
    await waitFor(async () => expect(document.activeElement).toBe(await numberField()))
    expect(textsIn(await family())).toEqual(['Ayesha Khan, 5 Red, owes Rs 4,500Receive next'])
    await page.user.keyboard('9')
    await waitFor(() => expect(screen.queryByRole('list', { name: 'Family' })).toBeNull())
    await page.user.keyboard('{Backspace}')
    expect(screen.queryByRole('list', { name: 'Family' })).toBeNull()
  })
})
