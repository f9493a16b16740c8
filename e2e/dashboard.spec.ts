import { clerkOn } from './clerk.ts'
import { expect, readOnlyTest as test } from './fixtures.ts'

const amountIn = (text: string | undefined): number => Number((text ?? '').replaceAll(/[^\d.]/g, ''))

test('no share of a month exceeds 100 %, and its classes, its card and Accounts have the same sums', async ({
  page,
}) => {
  await clerkOn(page).signIn('viewer@main.demo')
  const table = page.getByRole('table', { name: /by class$/ })
  await expect(table.getByRole('row', { name: /^All/ })).toBeVisible()
  const lines = await table
    .getByRole('row')
    .evaluateAll((rows) =>
      rows.slice(1).map((row) => [...row.children].map(({ textContent }) => textContent)),
    )
  const [all, ...classes] = lines.toReversed()
  const sumOf = (column: number) => classes.reduce((sum, cells) => sum + amountIn(cells[column]), 0)
  expect(classes.length).toBeGreaterThan(10)
  for (const cells of classes) expect(amountIn(cells[2])).toBeLessThanOrEqual(100)
  expect([3, 4, 5].map(sumOf)).toEqual([3, 4, 5].map((column) => amountIn(all?.[column])))

  const card = page.getByRole('link', { name: /fees collected/ })
  await expect(card).toContainText(`${all?.[2]}`)
  await expect(card).toContainText(`${all?.[3]} of ${all?.[4]} billed`)
  await expect(page.getByRole('link', { name: /^Overdue/ })).toContainText(`Rs ${all?.[5]}`)
  const shownMonth = new URL((await card.getAttribute('href')) ?? '', page.url()).searchParams.get('month')
  const collection = await page.evaluate(async (month) => {
    const reply = await fetch('/finances/getCollection/Main%20Campus', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ month }),
    })
    const { classes: rows } = (await reply.json()) as { classes: { billed: number; onBilled: number }[] }
    return [rows.reduce((sum, row) => sum + row.onBilled, 0), rows.reduce((sum, row) => sum + row.billed, 0)]
  }, shownMonth)
  expect(collection).toEqual([amountIn(all?.[3]), amountIn(all?.[4])])
})

test('a task opens exactly the students that it counts', async ({ page }) => {
  await clerkOn(page).signIn('viewer@main.demo')
  const task = page.getByRole('link', { name: /students owe three months or more/ })
  const [students, amount] = /^(\d+) .* Rs ([\d,]+)$/.exec(await task.innerText())?.slice(1) ?? []
  await task.click()
  const total = page.getByRole('row', { name: new RegExp(`^${students} students`) })
  await expect(total.first()).toContainText(`${amount}`)
})
