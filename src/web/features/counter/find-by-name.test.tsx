import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { amountField, novemberVoucher, numberField, openCounterSchool } from '#test/counter-school.ts'
import { admit } from '#test/school.ts'

const counter = await openCounterSchool()

const rows = () => screen.findAllByRole('option')

async function admitTwins(): Promise<void> {
  counter.school.now = new Date('2026-09-06T09:00:00+05:00')
  const office = await counter.school.as('office@main.test')
  await admit(office, { studentData: { studentName: 'Zoya Butt', fatherName: 'Aslam Butt' } })
  await admit(office, {
    studentData: { studentName: 'Zoya Butt', fatherName: 'Nasir Butt', section: 'Blue' },
  })
}

test('a name finds the student chosen by keyboard, or the only match on Enter, and a message reports no match', async () => {
  await admitTwins()
  const { user } = await counter.openCounter()
  await user.type(await numberField(), 'zoya')
  expect((await rows()).map((row) => row.textContent)).toEqual([
    'Zoya Butt4,500 · 10 days lateAslam Butt · 5 Red · 2',
    'Zoya Butt4,500 · 10 days lateNasir Butt · 5 Blue · 3',
  ])
  expect(screen.getByText('2 students; choose with ↑ ↓ and Enter')).toBeDefined()
  await user.keyboard('{ArrowDown}{Enter}')
  await waitFor(() => expect(document.activeElement).toBe(amountField()))
  expect(await numberField()).toHaveProperty('value', '3')
  expect(screen.getByRole('region', { name: 'Voucher' }).textContent).toContain('Nasir Butt')

  // Presses Enter before the list is shown.
  await user.clear(await numberField())
  await user.paste('ayesha')
  await user.keyboard('{Enter}')
  await waitFor(() => expect(document.activeElement).toBe(amountField()))
  expect(await numberField()).toHaveProperty('value', '1')

  await user.clear(await numberField())
  await user.paste('nobody')
  await user.keyboard('{Enter}')
  await screen.findByText('Student not found')
  expect(screen.queryByText('Voucher Not Found')).toBeNull()
})

test('Escape closes the list but not the counter, which reads letters with digits as a voucher number', async () => {
  const page = await counter.openCounter()
  await page.user.type(await numberField(), '0300-12')
  await rows()
  await page.user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('option')).toBeNull())
  expect(page.path()).toBe('/receipts/individual')

  await page.user.clear(await numberField())
  await page.user.type(await numberField(), `${novemberVoucher}{Enter}`)
  await waitFor(() => expect(document.activeElement).toBe(amountField()))
  expect(screen.getByRole('region', { name: 'Voucher' }).textContent).toContain(novemberVoucher)
})
