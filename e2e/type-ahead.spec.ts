import type { CDPSession, Page } from '@playwright/test'
import { clerkOn } from './clerk.ts'
import { expect, readOnlyTest as test } from './fixtures.ts'

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
  const isText = modifiers === 0 && text.length === 1
  const common = { key, modifiers, windowsVirtualKeyCode: keyCodes[pressed] ?? key.charCodeAt(0) }
  return [
    isText ? ({ ...common, type: 'keyDown', text } as const) : ({ ...common, type: 'rawKeyDown' } as const),
    { ...common, type: 'keyUp' } as const,
  ]
}

/** Presses the keys in order without waiting, like a scanner or a fast typist on a slow machine. */
async function pressAtOnce(devTools: CDPSession, ...keys: readonly string[]): Promise<void> {
  await Promise.all(keys.flatMap(keyEvents).map((event) => devTools.send('Input.dispatchKeyEvent', event)))
}

test('Find opens with the typed text as soon as its code can be fetched', async ({ page }) => {
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

test('no key is lost from Ctrl K through the choice in Find to the field of the screen', async ({ page }) => {
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

test('a screen receives the keys that were typed while its code was loading', async ({ page }) => {
  let deliver = (): void => undefined
  const delivered = new Promise<void>((resolve) => (deliver = resolve))
  await page.route(/receive-payment-screen.*\.js/, async (route) => {
    await delivered
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
