import { screen, waitFor } from '@testing-library/react'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { setValue } from '#test/form-fields.ts'
import { openSchool, type TestSchool } from '#test/school.ts'
import { openScreen } from '#test/screen.tsx'

let school: TestSchool
beforeAll(async () => {
  school = await openSchool()
})
afterAll(() => school[Symbol.asyncDispose]())

const findField = () => screen.findByRole('combobox', { name: 'Find a student or a screen' })
const counterField = () => screen.findByRole('combobox', { name: 'Roll No. or Voucher No.' })

const openDashboard = async () => {
  const page = await openScreen(school, '/dashboard', 'office@main.test')
  await screen.findByRole('tab', { name: 'Fee receipts' })
  return page
}

/** Performs the browser's default action for a key that no handler prevented. */
function takeDefault(target: Element, key: string): void {
  if (target instanceof HTMLAnchorElement && key === 'Enter') target.click()
  if (!(target instanceof HTMLInputElement) || key.length !== 1) return
  target.setRangeText(key, target.selectionStart ?? 0, target.selectionEnd ?? 0, 'end')
  target.dispatchEvent(new InputEvent('input', { bubbles: true }))
}

/** Presses keys one after the other without waiting for the page between them, as a hand or a scanner does. */
function pressAtOnce(...keys: string[]): void {
  for (const key of keys) {
    const target = document.activeElement ?? document.body
    const isUnhandled = target.dispatchEvent(
      new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }),
    )
    if (isUnhandled) takeDefault(target, key)
  }
}

const pressFind = () =>
  window.dispatchEvent(new KeyboardEvent('keydown', { key: 'k', code: 'KeyK', ctrlKey: true }))

test('Find takes the focus at once, and everything typed straight after Ctrl K goes into its field', async () => {
  const { user } = await openDashboard()
  await user.keyboard('{Control>}k{/Control}')
  // The first press may wait for the code.
  await findField()
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Find' })).toBeNull())
  await user.keyboard('{Control>}k{/Control}')
  expect(document.activeElement?.getAttribute('aria-label')).toBe('Find a student or a screen')
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Find' })).toBeNull())
  pressFind()
  pressAtOnce('1', '0', '6', '4')
  // The field is mounted a moment before it receives the collected keys.
  await waitFor(async () => expect(await findField()).toHaveProperty('value', '1064'))
  expect(document.activeElement).toBe(await findField())
})

test('text typed after choosing a screen in Find goes into the screen’s first field and is looked up', async () => {
  const { user, path } = await openDashboard()
  await user.keyboard('{Control>}k{/Control}')
  setValue(await findField(), 'individual receipt')
  await screen.findByRole('option', { name: 'Individual receipt' })
  pressAtOnce('Enter', '1', '0', '6', '5', 'Backspace', '4', 'Enter')
  await waitFor(async () => expect(await counterField()).toHaveProperty('value', '1064'))
  expect(path()).toBe('/receipts/individual')
  await screen.findByText('Student does not exist')
})

test('text typed after Enter on a link goes into the first field of the linked screen', async () => {
  const { user } = await openDashboard()
  await user.click(screen.getByRole('tab', { name: 'Fee receipts' }))
  screen.getByRole('link', { name: 'Individual receipt' }).focus()
  pressAtOnce('Enter', '1', '0', '6', '4')
  await waitFor(async () => expect(await counterField()).toHaveProperty('value', '1064'))
  await waitFor(async () => expect(document.activeElement).toBe(await counterField()))
})

test('choosing the current screen in Find returns the focus to its field, with the text typed meanwhile', async () => {
  const { user } = await openScreen(school, '/receipts/individual', 'office@main.test')
  await user.click(await counterField())
  await user.keyboard('{Control>}k{/Control}')
  setValue(await findField(), 'individual receipt')
  pressAtOnce('Enter', '7')
  await waitFor(async () => expect(await counterField()).toHaveProperty('value', '7'))
  await user.keyboard('8')
  expect(await counterField()).toHaveProperty('value', '78')
})
