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
  test('lists the unpaid months with due date, days late and part payments, also those that another desk received', async () => {
    await generate('2026-10-01')
    const page = await openCounter()
    await findPayableVoucher(page)
    screen.getByRole('row', { name: 'October due 11 Oct 41 days late 4,500' })

    await receiveAs('desk@main.test', { receivedAmount: 500 })
    await findPayableVoucher(page)
    await screen.findByRole('row', { name: 'October due 11 Oct, 500 of 4,500 paid 41 days late 4,000' })
    screen.getByRole('row', { name: 'November due 11 Nov 10 days late 4,500' })
    expect(screen.queryByRole('list', { name: 'Family' })).toBeNull()

    // Another desk receives while the voucher is shown.
    await receiveAs('desk@main.test', { receivedAmount: 1000 })
    await page.user.keyboard('{Enter}')
    await screen.findByRole('row', { name: 'October due 11 Oct, 1,500 of 4,500 paid 41 days late 3,000' })
    screen.getByRole('row', { name: 'Balance 7,500' })
  })

  test('finds the sister who owes with one click, even after the payment, until a number is typed', async () => {
    await admitSister()
    const page = await openCounter()
    await findPayableVoucher(page)
    expect(textsIn(await family())).toEqual(['Eman Khan, 4 Pink, owes Rs 4,500Receive next'])
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
