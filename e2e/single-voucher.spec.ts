import { covers } from '#test/covers.ts'
import { clerkOn } from './clerk.ts'
import { expect, test } from './fixtures.ts'

test('a clerk generates a voucher for one student, which replaces the campus voucher and appears on receipt and account; an unknown roll number is refused', async ({
  page,
}) => {
  covers('spec 1.jobs.generate-student', 'spec 2.routes.generate-student', 'spec 8.generation.exists')

  await page.addInitScript(() => {
    Object.assign(window, { printed: 0, print: () => Object.assign(window, { printed: 1 }) })
  })
  const clerk = clerkOn(page)
  await clerk.signIn('office@main.demo')
  const unpaid = await page.evaluate(async () => {
    const answer = await fetch('/finances/getAllVouchers/admitted/Main%20Campus/unpaid', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ studentClass: '10' }),
    })
    const { vouchers } = await answer.json()
    return vouchers[0]
  })

  await clerk.open('Vouchers', 'Generate student voucher')
  await clerk.field('Roll No.').fill('999999')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Student not found')).toBeVisible()
  await clerk.field('Roll No.').fill(String(unpaid.rollNo))
  await page.keyboard.press('Enter')
  await expect(page.getByText('Student found')).toBeVisible()
  await expect(page.getByRole('link', { name: unpaid.studentName }).first()).toBeVisible()
  await page.getByRole('button', { name: 'Generate', exact: true }).click()
  const question = page.getByRole('alertdialog', {
    name: 'Voucher for this student has already been generated with the campus.',
  })
  await expect(question).toContainText('Are you sure you want to generate a new voucher for this student?')
  await expect(question).toContainText(`${unpaid.voucherNo}-2`)
  await question.getByRole('button', { name: 'Yes, generate new voucher' }).click()
  expect(await clerk.readAlertAndGoBack()).toContain('Voucher generated successfully')
  await page.goto(`/student?roll=${unpaid.rollNo}`)
  await expect(page.getByRole('table', { name: 'Account' })).toContainText(`${unpaid.voucherNo}-2`)

  // Posts and receives it, and prints the receipt from the alert; afterwards the number field has the focus again.
  await page.goto(
    `/post-vouchers?month=${unpaid.yearGenerated}-${String(unpaid.monthGenerated).padStart(2, '0')}`,
  )
  await page.getByRole('button', { name: 'Post vouchers' }).click()
  expect(await clerk.readAlert()).toContain('Vouchers Posted Successfully')
  await page.goto('/receipts/individual')
  await clerk.field('Roll No. or Voucher No.').fill(`${unpaid.voucherNo}-2`)
  await page.keyboard.press('Enter')
  await expect(clerk.field('Received Amount')).toBeFocused()
  await page.keyboard.press('Enter')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Print receipt' }).click()
  await expect.poll(() => page.evaluate(() => Reflect.get(window, 'printed'))).toBe(1)
  const slip = page.getByRole('dialog')
  await expect(slip).toContainText(`${unpaid.voucherNo}-2`)
  await expect(slip).toContainText('Fully paid')
  await page.keyboard.press('Escape')
  await expect(clerk.field('Roll No. or Voucher No.')).toBeFocused()
})
