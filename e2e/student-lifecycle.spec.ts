import type { Page } from '@playwright/test'
import { campusDay, clerkOn, typedMonth } from './clerk.ts'
import { expect, test } from './fixtures.ts'

/** Checks the balance on the student's page and the newest running balance of the account. */
async function expectAccount(page: Page, rollNo: string, owed: string): Promise<void> {
  await page.goto(`/student?roll=${rollNo}`)
  await expect(page.getByRole('status', { name: 'Balance' })).toHaveText(owed)
  const newest = page.getByRole('table', { name: 'Account' }).getByRole('row').nth(1)
  const running = owed === 'Fully paid.' ? '0' : owed.replace('Rs ', '')
  await expect(newest.getByRole('cell').nth(5)).toHaveText(running)
}

test('a student is admitted, renamed, promoted, charged, pays and leaves, and the account always shows the right balance', async ({
  page,
}) => {
  const clerk = clerkOn(page)
  const [thisMonth, nextMonth] = [typedMonth(campusDay()), typedMonth(campusDay(), -1)]
  await clerk.signIn('office@city.demo')

  // The student is admitted for this month; the admission voucher is paid at once.
  const rollNo = await clerk.admit({
    name: 'Zara Wlaker',
    studentClass: '4',
    fees: {
      'Monthly Fee': '5000',
      Discount: '0',
      'Registration Fee': '0',
      'Admission Fee': '2000',
      'Examination Fee': '0',
    },
    period: thisMonth,
  })
  await expectAccount(page, rollNo, 'Fully paid.')

  // The student is found by the misspelt name, which is corrected.
  await page.goto('/edit-admissions')
  await page.getByRole('combobox', { name: 'Roll No.' }).fill('zara wlak')
  await page.getByRole('option', { name: /Zara Wlaker/ }).click()
  await expect(clerk.field('Student Name')).toHaveValue('Zara Wlaker')
  await clerk.field('Student Name').fill('Zara Walker')
  await page.getByRole('button', { name: 'Submit' }).click()
  expect(await clerk.readAlertAndGoBack()).toContain('Admission edited successfully')

  // The student is promoted with the class.
  await page.goto('/promotions')
  await page.getByRole('combobox', { name: 'Class', exact: true }).selectOption('4')
  await expect(page.getByText('Zara Walker')).toBeVisible()
  await page.getByRole('button', { name: 'Promote' }).click()
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: /promote/i })
    .click()
  expect(await clerk.readAlertAndGoBack()).toContain('Class promoted successfully')
  await expectAccount(page, rollNo, 'Fully paid.')
  await expect(page.getByText(/^Class 5 /).first()).toBeVisible()

  // The fee changes with the next voucher, which is generated and posted.
  await page.goto(`/student-fee-change?roll=${rollNo}`)
  await expect(clerk.field('Monthly Fee')).toHaveValue('5,000')
  await clerk.field('Monthly Fee').fill('6000')
  await clerk.field('Discount').fill('500')
  // A change of fees needs a reason because this campus is audited.
  await clerk.field('Reason').fill('New class')
  await page.getByRole('button', { name: 'Submit' }).click()
  expect(await clerk.readAlertAndGoBack()).toContain('Student fee changed successfully')
  await expectAccount(page, rollNo, 'Fully paid.')
  await clerk.generateAndPost(nextMonth)
  await expectAccount(page, rollNo, 'Rs 5,500')

  // The examination fee is added to the open voucher; the screen shows the new total before it is saved.
  await page.goto(`/edit-vouchers?roll=${rollNo}`)
  await expect(clerk.field('Examination Fee')).toHaveValue('0')
  await clerk.field('Examination Fee').fill('700')
  await clerk.field('Reason').fill('Charged late')
  await expect(page.getByRole('main')).toContainText('6,200')
  await page.getByRole('button', { name: 'Submit' }).click()
  expect(await clerk.readAlertAndGoBack()).toContain('Voucher edited successfully')
  await expectAccount(page, rollNo, 'Rs 6,200')

  // A part is paid; removal is refused until the rest is paid.
  await page.goto(`/receipts/individual?roll=${rollNo}`)
  await clerk.field('Received Amount').fill('1200')
  await page.getByRole('button', { name: 'Receive', exact: true }).click()
  expect(await clerk.readReceipt()).toContain('Part payment received')
  await expectAccount(page, rollNo, 'Rs 5,000')
  await page.goto(`/student-removal?roll=${rollNo}`)
  await expect(page.getByText('Fee payment is pending')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Remove' })).toBeDisabled()
  await page.getByRole('button', { name: 'Mark arrears as paid' }).click()
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: /paid|receive|yes/i })
    .click()
  expect(await clerk.readAlert()).toContain('Arrears marked paid successfully')
  await page.getByRole('button', { name: 'Remove' }).click()
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: /remove/i })
    .click()
  expect(await clerk.readAlertAndGoBack()).toContain('Student removed successfully')

  // The removed student can still be found, with the complete account.
  await expectAccount(page, rollNo, 'Fully paid.')
  await expect(page.getByText(/^Left on/)).toBeVisible()
  await page.getByRole('tab', { name: 'History' }).click()
  const history = page.getByRole('table', { name: 'Changes, newest first' })
  await expect(history).toContainText('Zara Wlaker')
  await expect(history).toContainText('Zara Walker')
  await page.keyboard.press('Control+k')
  await page.getByRole('dialog').getByRole('combobox').fill('zara walker')
  await expect(page.getByRole('option', { name: /Zara Walker/ })).toContainText('Left')
})
