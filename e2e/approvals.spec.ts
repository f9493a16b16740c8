import { clerkOn } from './clerk.ts'
import { expect, test } from './fixtures.ts'

test('an office user approves a request and sends a correction of their own receipt for approval by another user', async ({
  page,
}) => {
  const clerk = clerkOn(page)
  await clerk.signIn('office@city.demo')
  await page.getByRole('link', { name: '1 request waits for approval' }).click()
  const waiting = page.getByRole('table', { name: 'Waiting' })
  await expect(waiting.getByRole('row').nth(1)).toContainText('Waived: 6,000')
  await waiting.getByRole('button', { name: 'Approve request 1' }).click()
  const dialog = page.getByRole('dialog', { name: 'Approve request 1' })
  await expect(dialog).toContainText('Father died')
  await dialog.getByLabel('Note').fill('Seen the letter')
  await dialog.getByRole('button', { name: 'Approve' }).click()
  await expect(page.getByText('Nothing waits for approval')).toBeVisible()
  await expect(page.getByRole('table', { name: 'Decided' })).toContainText('Seen the letter')

  // A correction of money that the user received needs the approval of another user.
  const rollNo = await page.evaluate(async () => {
    const answer = await fetch('/finances/getAllVouchers/admitted/City%20Campus/unpaid', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{}',
    })
    const { vouchers } = await answer.json()
    const voucher = vouchers.find(
      (row: { posted: boolean; receivedAmount: number }) => row.posted && row.receivedAmount === 0,
    )
    await fetch(`/finances/markIndividualVoucherAsPaid/City%20Campus/${voucher.voucherNo}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ receivedAmount: 100 }),
    })
    return voucher.rollNo
  })
  await page.goto(`/receipts/individual/edit?roll=${rollNo}`)
  await page
    .getByRole('button', { name: /^Receipt \d+ / })
    .first()
    .click()
  await clerk.field('Received Amount').fill('50')
  await clerk.field('Reason').fill('Counted wrongly')
  await page.getByRole('button', { name: 'Save correction' }).click()
  const question = page.getByRole('alertdialog', { name: 'Another person has to approve this' })
  await expect(question).toContainText('You received this money yourself.')
  await question.getByRole('button', { name: 'Send for approval' }).click()
  expect(await clerk.readAlert()).toContain('Sent for approval')
  await page.goto('/approvals')
  await expect(page.getByRole('button', { name: 'Withdraw request 3' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Approve request 3' })).toHaveCount(0)
})
