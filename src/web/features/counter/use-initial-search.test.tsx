import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { amountField, numberField, octoberVoucher, openCounterSchool, rollNo } from '#test/counter-school.ts'
import { openScreen } from '#test/screen.tsx'

const { school, generate } = await openCounterSchool()

test('the counter opens with the voucher of a student, and keeps its number during a visit to the student page', async () => {
  await generate('2026-10-01')
  const { user } = await openScreen(school, `/receipts/individual?roll=${rollNo}`, 'desk@main.test')
  await screen.findByText('Voucher found')
  await waitFor(() => expect(document.activeElement).toBe(amountField()))
  expect(await numberField()).toHaveProperty('value', `${rollNo}`)

  await user.clear(await numberField())
  await user.paste(octoberVoucher)
  await user.keyboard('{Enter}')
  await waitFor(() => expect(document.activeElement).toBe(amountField()))
  await user.click(screen.getByRole('link', { name: 'Ayesha Khan' }))
  await screen.findByRole('status', { name: 'Balance' })
  await user.keyboard('{Escape}')
  expect(await numberField()).toHaveProperty('value', octoberVoucher)
})
