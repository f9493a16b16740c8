import { clerkOn } from './clerk.ts'
import { expect, readingTest as test } from './fixtures.ts'

/** Notes the place at which the button is first shown. It runs in the page before any of its code. */
const noteFirstPlace = () => {
  const look = () => {
    const button = [...document.querySelectorAll('main button')].find(
      ({ textContent }) => textContent === 'Show exceptions',
    )
    if (button) Object.assign(window, { shown: { button, place: button.getBoundingClientRect().toJSON() } })
    else requestAnimationFrame(look)
  }
  look()
}

// A button that moves, or gives its place to another, loses the press of a user who has just seen it.
test('a screen opened with an empty cache stays where it is first shown while the rest of the code arrives', async ({
  page,
}) => {
  await clerkOn(page).signIn('admin@city.demo')
  await page.addInitScript(noteFirstPlace)
  // Each file comes late, in the order in which the page asks for them; an intercepted page has no cache.
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
