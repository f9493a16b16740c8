import type { CDPSession, Page } from '@playwright/test'
import { clerkOn } from './clerk.ts'
import { expect, readingTest as test } from './fixtures.ts'

const digits = ['1', '0', '6', '4'] as const
const number = digits.join('')

const findField = (page: Page) => clerkOn(page).field('Find a student or a screen')
const counterField = (page: Page) => clerkOn(page).field('Roll No. or Voucher No.')

const keyCodes: Readonly<Record<string, number>> = { Backspace: 8, Enter: 13, Escape: 27, 'Ctrl k': 75 }

/** The browser events of pressing and releasing one key. */
function keyEvents(pressed: string) {
  const key = pressed.replace('Ctrl ', '')
  const modifiers = key === pressed ? 0 : 2
  const text = key === 'Enter' ? '\r' : key
  const writes = modifiers === 0 && text.length === 1
  const common = { key, modifiers, windowsVirtualKeyCode: keyCodes[pressed] ?? key.charCodeAt(0) }
  return [
    writes ? ({ ...common, type: 'keyDown', text } as const) : ({ ...common, type: 'rawKeyDown' } as const),
    { ...common, type: 'keyUp' } as const,
  ]
}

/** Presses the keys in order without waiting, like a scanner or a fast typist on a slow machine. */
async function pressAtOnce(devTools: CDPSession, ...keys: readonly string[]): Promise<void> {
  await Promise.all(keys.flatMap(keyEvents).map((event) => devTools.send('Input.dispatchKeyEvent', event)))
}

test('Find opens with what was typed as soon as its code can be fetched', async ({ page }) => {
  let failures = 0
  const code = /find-dialog.*\.js/
  await page.route(code, (route) => {
    failures += 1
    return route.abort()
  })
  await clerkOn(page).signIn('office@main.demo')
  await page.keyboard.press('Control+k')
  await page.keyboard.type(number)
  await expect.poll(() => failures).toBeGreaterThan(1)
  await page.unroute(code)
  await expect(findField(page)).toHaveValue(number)
})

test('no key is lost between Ctrl K, choosing a screen in Find, and its first field', async ({ page }) => {
  await clerkOn(page).signIn('office@main.demo')
  const devTools = await page.context().newCDPSession(page)
  // Simulates a busy machine.
  await devTools.send('Emulation.setCPUThrottlingRate', { rate: 12 })
  for (let time = 1; time <= 5; time += 1) {
    await pressAtOnce(devTools, 'Ctrl k', ...digits)
    await expect(findField(page), `time ${time}`).toHaveValue(number)
    await page.keyboard.press('Escape')
    await expect(findField(page)).toBeHidden()
  }

  await page.keyboard.press('Control+k')
  await findField(page).fill('individual receipt')
  await expect(page.getByRole('option', { name: 'Individual receipt', exact: true })).toBeVisible()
  await pressAtOnce(devTools, 'Enter', ...digits, 'Enter')
  await expect(counterField(page)).toHaveValue(number)
  await expect(page.getByRole('region', { name: 'Voucher' })).toContainText(number)
})

test('keys typed while the code of a screen is still loading are not lost', async ({ page }) => {
  let deliver = (): void => undefined
  const held = new Promise<void>((resolve) => (deliver = resolve))
  await page.route(/receive-payment-screen.*\.js/, async (route) => {
    await held
    await route.continue()
  })
  await clerkOn(page).signIn('office@main.demo')
  await page.getByRole('tab', { name: 'Fee receipts' }).click()
  await page.getByRole('link', { name: 'Individual receipt', exact: true }).focus()
  const devTools = await page.context().newCDPSession(page)
  await pressAtOnce(devTools, 'Enter', '1', '0', '6', '5', 'Backspace', '4')
  await expect(counterField(page)).toBeHidden()
  deliver()
  await expect(counterField(page)).toHaveValue(number)
  await expect(counterField(page)).toBeFocused()
})
