import { addMonths, calendarDate, formatMonth, monthName, monthOf, monthText } from '#domain/calendar.ts'
import { covers } from '#test/covers.ts'
import { campusDay, clerkOn } from './clerk.ts'
import { expect, test } from './fixtures.ts'

const today = calendarDate(campusDay().toISOString().slice(0, 10))
if (!today) throw new Error('No calendar date')
const next = addMonths(monthOf(today), 1)
const stepsOfNext = `Vouchers of ${formatMonth(next)}, step by step`

/** Runs in the page: generates the vouchers of a month, which are issued today. */
const generate = async (fromDate: string) => {
  const answer = await fetch('/finances/generateVoucher/campus/Main%20Campus', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ fromDate }),
  })
  return answer.status
}

test('vouchers generated before their month are in its lists, which a typed date leaves', async ({
  page,
}) => {
  covers('decisions 7.month.filters')

  await clerkOn(page).signIn('office@main.demo')
  expect(await page.evaluate(generate, `${monthText(next)}-01`)).toBe(200)
  await page.goto(`/fee-record?month=${monthText(next)}`)
  const table = page.getByRole('table', { name: 'Fee vouchers for admitted students' })
  await expect(table).toBeVisible()
  const suffix = `-${monthText(next).replace('-', '')}`
  await expect(table.getByRole('row').nth(1)).toContainText(suffix)
  const period = page.getByRole('radiogroup', { name: 'Period' })
  await expect(period.getByRole('radio', { checked: true })).toHaveAccessibleName(
    new RegExp(monthName(next.month)),
  )
  const from = page.getByRole('textbox', { name: 'From Date (Issue Date)' })
  await expect(from).toHaveValue(`01/${monthText(next).split('-').toReversed().join('/')}`)

  await page.getByLabel('Class', { exact: true }).selectOption('5')
  await expect(page).toHaveURL(new RegExp(`class=5.*month=${monthText(next)}`))
  await page.getByRole('button', { name: 'Generate Report for Regular' }).click()
  await expect(table.getByRole('row').nth(1)).toContainText(suffix)

  // Typed dates keep their meaning: the vouchers were issued before the month.
  await from.fill(`02/${monthText(next).split('-').toReversed().join('/')}`)
  await expect(page).not.toHaveURL(/month=/)
  await page.getByRole('button', { name: 'Generate Report for Regular' }).click()
  await expect(page.getByRole('alertdialog', { name: 'No vouchers found' })).toBeVisible()
})

test('the printed list keeps its month and steps after a reload and Back', async ({ page }) => {
  await clerkOn(page).signIn('office@main.demo')
  expect(await page.evaluate(generate, `${monthText(next)}-01`)).toBe(200)
  await page.goto('/print-vouchers')
  await page.goto(`/post-vouchers?month=${monthText(next)}`)
  const steps = page.getByRole('navigation', { name: stepsOfNext })
  await steps.getByRole('link', { name: /Print/ }).click()
  const table = page.getByRole('table', { name: 'Fee vouchers for admitted students' })
  const expectNextMonth = async () => {
    await expect(steps).toBeVisible()
    await expect(table.getByRole('row').nth(1)).toContainText(`-${monthText(next).replace('-', '')}`)
  }
  await expectNextMonth()
  await page.reload()
  await expectNextMonth()
  await table.getByRole('row').nth(1).getByRole('link').first().click()
  await expect(page).toHaveURL(/student\?roll/)
  await page.goBack()
  await expectNextMonth()
})
