import type { Request } from '@playwright/test'
import { expect, readOnlyTest as test } from './fixtures.ts'

// The bench measures every screen (row 16); this test limits the screen that every user sees first.
test('a first visit to /login loads at most 150 kB, and no chart or calendar code', async ({ page }) => {
  const sizes: Promise<number>[] = []
  const addresses: string[] = []
  const count = (request: Request) => {
    addresses.push(request.url())
    sizes.push(request.sizes().then(({ responseBodySize }) => responseBodySize))
  }
  page.on('requestfinished', count)
  await page.goto('/login', { waitUntil: 'networkidle' })
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  // Ignores later requests: reading a size while the page closes would fail the run.
  page.off('requestfinished', count)
  const bytes = (await Promise.all(sizes)).reduce((all, size) => all + size, 0)
  // Proves that sizes were counted.
  expect(bytes).toBeGreaterThan(50_000)
  expect(bytes).toBeLessThanOrEqual(150_000)
  expect(addresses.filter((address) => /chart|date-picker/i.test(address))).toEqual([])
})
