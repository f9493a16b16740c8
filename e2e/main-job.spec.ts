import { covers } from '#test/covers.ts'
import type { Page } from '@playwright/test'
import { campusDay, clerk, typedMonth, type Clerk } from './clerk.ts'
import { expect, test } from './fixtures.ts'

test('the main job: sign in, admit, generate, post, receive, read the record, print', async ({ page }) => {
  covers('spec 1.header.names', 'spec 1.jobs.admit', 'decisions 1.origin.one')

  const office = clerk(page)
  const [thisMonth, nextMonth] = [typedMonth(campusDay()), typedMonth(campusDay(), -1)]
  await page.addInitScript(() => {
    Object.assign(window, { printed: 0, print: () => Object.assign(window, { printed: 1 }) })
  })

  const complaints: string[] = []
  page.on('console', (output) => {
    if (output.type() === 'error' && !output.text().startsWith('Failed to load resource'))
      complaints.push(output.text())
  })

  // A slip at the sign-in, then in.
  await page.goto('/')
  await expect(page).toHaveURL(/\/login$/)
  await office.field('Email').fill('office@city.demo')
  await page.getByLabel('Password', { exact: true }).fill('wrong')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Invalid credentials')).toBeVisible()
  await office.signIn('office@city.demo')
  await expect(page.getByRole('banner')).toContainText('Green Valley School')
  await expect(page.getByRole('banner')).toContainText('City Campus')

  // A child is admitted; its admission covers this month.
  const rollNo = await office.admit({
    name: 'Zara Walker',
    studentClass: '5',
    fees: {
      'Monthly Fee': '5000',
      Discount: '500',
      'Registration Fee': '1000',
      'Admission Fee': '2000',
      'Examination Fee': '0',
    },
    period: thisMonth,
  })
  await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible()

  // What still waits of this month is posted first.
  await postMonth(page, office, thisMonth.name)

  // The campus's vouchers of next month: said before, done, and not done twice.
  await office.open('Vouchers', 'Generate campus vouchers')
  await page.getByRole('button', { name: nextMonth.name, exact: true }).click()
  await expect(page.getByText(new RegExp(`for ${nextMonth.name}`)).first()).toBeVisible()
  await page.getByRole('button', { name: 'Generate vouchers' }).click()
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: /generate/i })
    .click()
  expect(await office.readAlertAndGoBack()).toContain('Vouchers generated successfully')
  await expect(page.getByText(new RegExp(`vouchers of ${nextMonth.name} wait to be posted`))).toBeVisible()

  await postMonth(page, office, nextMonth.name)
  await expect(page.getByText('No vouchers wait to be posted.')).toBeVisible()

  // The counter: number, Enter, Enter, Enter, next.
  await office.open('Fee receipts', 'Individual receipt')
  await office.field('Roll No. or Voucher No.').fill(rollNo)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('region', { name: 'Voucher' })).toContainText('Zara Walker')
  await expect(office.field('Received Amount')).toHaveValue('4,500')
  await expect(office.field('Received Amount')).toBeFocused()
  await page.keyboard.press('Enter')
  expect(await office.readReceipt()).toContain('Voucher Paid')
  await expect(office.field('Roll No. or Voucher No.')).toBeFocused()
  // Above the receipt of her admission.
  const last = page.getByRole('table', { name: 'My receipts today' }).getByRole('row').nth(1)
  await expect(last).toContainText(/Zara Walker Last.*4,500/)

  // The record knows it.
  await page.goto('/fee-record')
  await page.getByLabel('Class').selectOption('5')
  await page.getByLabel('Section').selectOption('Red')
  await page.getByRole('textbox', { name: /From Date/ }).fill(thisMonth.from)
  await page.getByRole('button', { name: 'Generate Report for both' }).click()
  await expect(page.getByText('Fee vouchers for all students')).toBeVisible()
  const row = page.getByRole('row').filter({ hasText: new RegExp(`5Red${rollNo}-`) })
  await expect(row).toContainText('Zara Walker')
  await expect(row.getByRole('cell').last()).toHaveText('0')

  // Paper: one page a voucher, three copies each.
  await page.goto('/print-vouchers')
  await page.getByLabel('Class').selectOption('5')
  await page.getByRole('textbox', { name: /From Date/ }).fill(thisMonth.from)
  await page.getByRole('button', { name: 'Show Data' }).click()
  await expect(page.getByRole('table')).toBeVisible()
  await page.getByRole('button', { name: 'Print Vouchers' }).click()
  await expect.poll(() => page.evaluate(() => Reflect.get(window, 'printed'))).toBe(1)

  // The browser had nothing to complain of: no script refused, nothing broken on the way.
  expect(complaints).toEqual([])
})

/** Posts what waits of a month, from the dashboard and back to it. */
async function postMonth(page: Page, office: Clerk, name: string): Promise<void> {
  await office.open('Vouchers', 'Post vouchers')
  await page.getByLabel('Month').selectOption({ label: await monthOption(page, name) })
  await expect(page.getByRole('table')).toBeVisible()
  await page.getByRole('button', { name: 'Post vouchers' }).click()
  expect(await office.readAlert()).toContain('Vouchers Posted Successfully')
  await page.goto('/dashboard')
}

/** The month's entry as the list words it, with its year or count beside it. */
async function monthOption(page: Page, name: string): Promise<string> {
  const [month = ''] = name.split(' ')
  const words = await page.getByLabel('Month').locator('option').allInnerTexts()
  return words.find((word) => word.includes(month)) ?? month
}
