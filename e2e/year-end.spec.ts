import { clerkOn } from './clerk.ts'
import { expect, test } from './fixtures.ts'

test('class 10 graduates, disappears from the student list, and can still be found', async ({ page }) => {
  const clerk = clerkOn(page)
  await clerk.signIn('office@main.demo')
  await clerk.open('Admission reports', 'Student list')
  await page.getByRole('combobox', { name: 'Class', exact: true }).selectOption('10')
  await page.getByRole('button', { name: 'Show students' }).click()
  const rows = page.getByRole('table').getByRole('row')
  const name = await rows.nth(1).getByRole('link').innerText()
  await expect(page.getByText(/students? listed/)).toBeVisible()

  await page.goto('/promotions')
  await page.getByRole('link', { name: 'Graduate class 10' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Graduation' })).toBeVisible()
  await expect(page.getByRole('cell', { name }).first()).toBeVisible()
  await page.getByLabel('Outcome for all').selectOption({ label: 'No outcome' })
  await page.getByRole('button', { name: 'Apply to all' }).click()
  await page.getByRole('button', { name: /Graduate/ }).click()
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: /graduate/i })
    .click()
  expect(await clerk.readAlertAndGoBack()).toContain('Class graduated successfully')

  await page.goto('/student-list')
  await page.getByRole('combobox', { name: 'Class', exact: true }).selectOption('10')
  await page.getByRole('button', { name: 'Show students' }).click()
  await expect(page.getByRole('link', { name })).toHaveCount(0)
  await page.keyboard.press('Control+k')
  await page.getByRole('dialog').getByRole('combobox').fill(name)
  const option = page.getByRole('option', { name: new RegExp(name) })
  await expect(option.filter({ hasText: 'Graduated' }).first()).toBeVisible()
})
