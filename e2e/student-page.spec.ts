import type { Page } from '@playwright/test'
import { clerkOn } from './clerk.ts'
import { expect, readOnlyTest as test } from './fixtures.ts'

/** Finds the roll number of the first demo student who owes something and has a brother or sister. */
const findStudentWithFamily = (page: Page) =>
  page.evaluate(async () => {
    for (let rollNo = 1001; rollNo < 1200; rollNo += 1) {
      const reply = await fetch(`/admissions/studentAccount/${rollNo}/Main%20Campus`)
      if (!reply.ok) continue
      const { balance, family } = (await reply.json()) as { balance: number; family: unknown[] }
      if (balance > 0 && family.length > 0) return rollNo
    }
    return null
  })

/** Lists the texts that are wider than their box on the printed account. */
const listCutTexts = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('.paper, .paper *')]
      .filter((element) => getComputedStyle(element).display !== 'inline')
      .filter(
        (element) =>
          element.scrollWidth > element.clientWidth || getComputedStyle(element).textOverflow === 'ellipsis',
      )
      .map(({ textContent }) => textContent),
  )

test('a student page links to receiving and reprinting, lists the family, and prints the account without cut text', async ({
  page,
}) => {
  await clerkOn(page).signIn('office@main.demo')
  const rollNo = await findStudentWithFamily(page)
  expect(rollNo).not.toBeNull()
  await page.goto(`/student?roll=${rollNo}`)
  await expect(page.getByRole('status', { name: 'Balance' })).toHaveText(/^Rs [\d,.]+$/)
  const member = page.getByRole('region', { name: 'Family' }).getByRole('listitem').first()
  await expect(member).toContainText(/\d|Fully paid/)

  await page.emulateMedia({ media: 'print' })
  await page.setViewportSize({ width: 718, height: 1000 })
  await expect(page.getByRole('article')).toContainText(/Rupees .* only/)
  expect(await listCutTexts(page)).toEqual([])
  await page.emulateMedia({ media: null })
  await page.setViewportSize({ width: 1366, height: 768 })

  await expect(page.getByRole('link', { name: 'Print voucher', exact: true })).toHaveAttribute(
    'href',
    /^\/print-vouchers\?voucher=/,
  )
  await page.getByRole('link', { name: 'Receive', exact: true }).first().click()
  await expect(page).toHaveURL(/\/receipts\/individual\?roll=/)
})
