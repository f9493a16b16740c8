import type { Request } from '@playwright/test'
import { expect, readingTest as test } from './fixtures.ts'

// The bench measures every screen (row 16); this test limits the one that every user sees first.
test('a first visit to the sign-in loads at most 150 kB, and no chart or calendar code', async ({ page }) => {
  const loading: Promise<number>[] = []
  const addresses: string[] = []
  const count = (request: Request) => {
    addresses.push(request.url())
    loading.push(request.sizes().then(({ responseBodySize }) => responseBodySize))
  }
  page.on('requestfinished', count)
  await page.goto('/login', { waitUntil: 'networkidle' })
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  // A call for the size of a later request could still be open when the page closes, and would fail the run.
  page.off('requestfinished', count)
  const bytes = (await Promise.all(loading)).reduce((all, size) => all + size, 0)
  // Proves that sizes were counted.
  expect(bytes).toBeGreaterThan(50_000)
  expect(bytes).toBeLessThanOrEqual(150_000)
  expect(addresses.filter((address) => /chart|date-picker/i.test(address))).toEqual([])
})
