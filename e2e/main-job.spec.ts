import { covers } from '#test/covers.ts'
import { campusDay, clerkOn, typedMonth } from './clerk.ts'
import { expect, journey, test } from './fixtures.ts'

test(
  'a clerk signs in, admits, generates, posts, receives, reads the fee record and prints',
  journey,
  async ({ page }) => {
    covers('spec 1.header.names', 'spec 1.jobs.admit', 'decisions 1.origin.one')

    const clerk = clerkOn(page)
    const [thisMonth, nextMonth] = [typedMonth(campusDay()), typedMonth(campusDay(), -1)]
    await page.addInitScript(() => {
      Object.assign(window, { printed: 0, print: () => Object.assign(window, { printed: 1 }) })
    })

    const consoleErrors: string[] = []
    page.on('console', (output) => {
      if (output.type() === 'error' && !output.text().startsWith('Failed to load resource'))
        consoleErrors.push(output.text())
    })

    // The first password is wrong, the second is right.
    await page.goto('/')
    await expect(page).toHaveURL(/\/login$/)
    await clerk.field('Email').fill('office@city.demo')
    await page.getByLabel('Password', { exact: true }).fill('wrong')
    await page.keyboard.press('Enter')
    await expect(page.getByText('Invalid credentials')).toBeVisible()
    await clerk.signIn('office@city.demo')
    await expect(page.getByRole('banner')).toContainText('Green Valley School')
    await expect(page.getByRole('banner')).toContainText('City Campus')

    // A student is admitted; the admission voucher covers this month.
    const rollNo = await clerk.admit({
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

    // The unposted vouchers of this month are posted first.
    await clerk.postMonth(thisMonth.name)

    // The campus's vouchers of next month are previewed and then generated.
    await clerk.open('Vouchers', 'Generate campus vouchers')
    await clerk.generate(nextMonth)
    await expect(
      page.getByText(new RegExp(`${nextMonth.name.split(' ')[0]}( \\d{4})? vouchers are not posted yet`)),
    ).toBeVisible()

    await clerk.postMonth(nextMonth.name)
    await expect(page.getByRole('region', { name: 'To do' })).not.toContainText('not posted')

    // The counter needs the number and Enter, Enter to receive, and Enter for the next payment.
    await clerk.open('Fee receipts', 'Individual receipt')
    await clerk.field('Roll No. or Voucher No.').fill(rollNo)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('region', { name: 'Voucher' })).toContainText('Zara Walker')
    await expect(clerk.field('Received Amount')).toHaveValue('4,500')
    await expect(clerk.field('Received Amount')).toBeFocused()
    await page.keyboard.press('Enter')
    expect(await clerk.readReceipt()).toContain('Voucher Paid')
    await expect(clerk.field('Roll No. or Voucher No.')).toBeFocused()
    // The payment is listed above the receipt of the admission.
    const newest = page.getByRole('table', { name: 'My receipts today' }).getByRole('row').first()
    await expect(newest).toContainText(/Zara Walker.*4,500/)

    // The fee record shows the payment.
    await page.goto('/fee-record')
    await page.getByRole('combobox', { name: 'Class', exact: true }).selectOption('5')
    await page.getByLabel('Section').selectOption('Red')
    await page.getByRole('textbox', { name: /From Date/ }).fill(thisMonth.from)
    await page.getByRole('button', { name: 'Generate Report for both' }).click()
    await expect(page.getByText('Fee vouchers for all students')).toBeVisible()
    const row = page.getByRole('row').filter({ hasText: new RegExp(`5Red${rollNo}-`) })
    await expect(row).toContainText('Zara Walker')
    await expect(row.getByRole('cell').last()).toHaveText('0')

    await page.goto('/print-vouchers')
    await page.getByRole('combobox', { name: 'Class', exact: true }).selectOption('5')
    await page.getByRole('textbox', { name: /From Date/ }).fill(thisMonth.from)
    await page.getByRole('button', { name: 'Show Data' }).click()
    await expect(page.getByRole('table')).toBeVisible()
    await page.getByRole('button', { name: 'Print Vouchers' }).click()
    await expect.poll(() => page.evaluate(() => Reflect.get(window, 'printed'))).toBe(1)

    // No script was refused and no error was logged.
    expect(consoleErrors).toEqual([])
  },
)
