import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { listenForAltKeys } from './screen-keys.ts'

const pressed: string[] = []
let stop = () => {}
beforeEach(() => {
  stop = listenForAltKeys()
})
afterEach(() => {
  stop()
  pressed.length = 0
  document.body.replaceChildren()
})

/** Adds a button that Alt+S presses. */
function addButton(name: string, parent: HTMLElement = document.body): HTMLButtonElement {
  const button = document.createElement('button')
  button.setAttribute('aria-keyshortcuts', 'Alt+S')
  button.addEventListener('click', () => pressed.push(name))
  parent.append(button)
  return button
}
const typeAltS = (target: Element = document.body) =>
  target.dispatchEvent(
    new KeyboardEvent('keydown', { code: 'KeyS', key: 's', altKey: true, bubbles: true, cancelable: true }),
  )

describe('keys with Alt', () => {
  test('press the button that names them, from a field too', () => {
    addButton('save')
    const field = document.body.appendChild(document.createElement('input'))
    expect(typeAltS(field)).toBe(false)
    expect(pressed).toEqual(['save'])
  })

  test('do not press a disabled button', () => {
    addButton('save').disabled = true
    expect(typeAltS()).toBe(true)
    expect(pressed).toEqual([])
  })

  test('do not press a button beneath an open dialog', () => {
    addButton('save')
    const dialog = document.body.appendChild(document.createElement('div'))
    dialog.setAttribute('aria-modal', 'true')
    typeAltS()
    expect(pressed).toEqual([])
    addButton('confirm', dialog)
    typeAltS()
    expect(pressed).toEqual(['confirm'])
  })
})
