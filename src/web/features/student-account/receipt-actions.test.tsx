import { screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { openCounterSchool, rollNo } from '#test/counter-school.ts'
import { openScreen } from '#test/screen.tsx'

const { school, generate, receiveAs } = await openCounterSchool()

test('prints the slip of any receipt as a duplicate, and corrects one while a later voucher waits to be posted', async () => {
  await generate('2026-11-01')
  await receiveAs('desk@main.test', { receivedAmount: 500 })
  const desk = await school.as('desk@main.test')
  await desk.post('/finances/generateVoucher/campus/Main%20Campus', {
    fromDate: '2026-12-01',
    toDate: '2026-12-31',
    issueDate: '2026-11-21',
    dueDate: '2026-12-11',
    note: '',
  })
  const print = vi.spyOn(window, 'print').mockReturnValue()
  const { user } = await openScreen(school, `/student?roll=${rollNo}`, 'desk@main.test')
  for (const receiptNo of [2, 1]) {
    const button = await screen.findByRole('button', { name: `Print receipt No. ${receiptNo}` })
    await user.click(button)
    await waitFor(() => expect(print).toHaveBeenCalledOnce())
    const slip = within(screen.getByRole('article', { name: `Receipt ${receiptNo}` }))
    slip.getByText('DUPLICATE')
    window.dispatchEvent(new Event('afterprint'))
    await waitFor(() => expect(document.activeElement).toBe(button))
    print.mockClear()
  }
  expect(screen.getByRole('article').textContent).toContain('Ayesha Khan')
  print.mockRestore()

  const correct = await screen.findByRole('link', { name: 'Correct receipt No. 2' })
  expect(correct.getAttribute('href')).toBe('/receipts/individual/edit?voucher=5Red1-202611')
  await user.click(screen.getByRole('button', { name: 'More actions' }))
  const edit = await screen.findByRole('menuitem', { name: 'Edit receipt' })
  expect(edit.getAttribute('href')).toBe(`/receipts/individual/edit?roll=${rollNo}`)
  await user.click(edit)
  await user.click(await screen.findByRole('button', { name: /^Receipt 2 ·/ }))
  await screen.findByText('Correct amount (0 if no money was taken)')
})
