import { clerkOn } from './clerk.ts'
import { expect, readOnlyTest as test } from './fixtures.ts'

/** Runs in the page before its code: records the place at which the button is first shown. */
const recordFirstPlace = () => {
  const look = () => {
    const button = [...document.querySelectorAll('main button')].find(
      ({ textContent }) => textContent === 'Show exceptions',
    )
    if (button) Object.assign(window, { shown: { button, place: button.getBoundingClientRect().toJSON() } })
    else requestAnimationFrame(look)
  }
  look()
}

// A button that moves, or that another element replaces, misses the click of a user who has just seen it.
test('a screen that is opened with an empty cache does not move while the rest of its code loads', async ({
  page,
}) => {
  await clerkOn(page).signIn('admin@city.demo')
  await page.addInitScript(recordFirstPlace)
  // Delays each file, in the order of the requests. An intercepted page does not use its cache.
  await page.route('**/assets/**', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 50))
    await route.continue()
  })
  await page.goto('/exceptions', { waitUntil: 'networkidle' })
  await expect(page.getByRole('button', { name: 'Show exceptions' })).toBeVisible()
  const { isSame, first, last } = await page.evaluate(() => {
    const { button, place } = Reflect.get(window, 'shown')
    return { isSame: button.isConnected, first: place, last: button.getBoundingClientRect().toJSON() }
  })
  expect(isSame).toBe(true)
  expect(last).toEqual(first)
})
