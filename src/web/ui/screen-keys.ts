import { useEffect, useLayoutEffect, useRef } from 'react'

/** A key of the current screen, or two keys in a row (`g d`). */
export interface ScreenKey {
  readonly key: string
  readonly label: string
  readonly run: () => void
}

type KeyList = readonly ScreenKey[]

const lists = new Set<{ readonly current: KeyList }>()

/** Offers keys while the component is mounted; they work outside fields and dialogs. */
export function useScreenKeys(keys: KeyList): void {
  const list = useRef(keys)
  useLayoutEffect(() => {
    list.current = keys
  })
  useEffect(() => {
    lists.add(list)
    return () => void lists.delete(list)
  }, [])
}

/** Lists all keys of the current screen; the keys of the innermost part come last. */
export const screenKeys = (): KeyList => [...lists].flatMap(({ current }) => current)

/** Elements in which a letter is text or chooses from a list. */
const takesLetters =
  'input, textarea, select, [contenteditable], [role=menu], [role=listbox], [role=combobox]'

/** Names a letter by its position, because an Urdu layout has another letter there; other keys by their character. */
const nameOf = ({ code, key, shiftKey }: KeyboardEvent): string =>
  code.startsWith('Key') && !shiftKey ? code.slice(3).toLowerCase() : key

/** True unless the key is text, a dialog's key or the browser's own. */
function isFree(event: KeyboardEvent): boolean {
  const { ctrlKey, metaKey, altKey, isComposing, defaultPrevented, target } = event
  if (ctrlKey || metaKey || altKey || isComposing || defaultPrevented) return false
  if (target instanceof Element && target.closest(takesLetters)) return false
  return document.querySelector('[aria-modal=true]') === null
}

function pressWithAlt(event: KeyboardEvent): void {
  const { altKey, ctrlKey, metaKey, shiftKey, repeat, code, defaultPrevented } = event
  const isOther = [ctrlKey, metaKey, shiftKey, repeat, defaultPrevented].includes(true)
  const letter = /^(?:Key|Digit)(.)$/.exec(code)?.[1]
  if (letter === undefined || !altKey || isOther) return
  const container = [...document.querySelectorAll('[aria-modal=true]')].at(-1) ?? document
  const button = container.querySelector<HTMLButtonElement>(
    `button[aria-keyshortcuts="Alt+${letter}"]:not(:disabled)`,
  )
  if (!button) return
  event.preventDefault()
  button.click()
}

/** Presses buttons by `aria-keyshortcuts` (`Alt+S`), even in fields; only an open dialog's. Returns a stop function. */
export function listenForAltKeys(): () => void {
  window.addEventListener('keydown', pressWithAlt)
  return () => window.removeEventListener('keydown', pressWithAlt)
}

/** The second key of two must follow within this time. */
const pairTimeoutMs = 1500

/** Runs the screen's keys. Returns a function that stops it. */
export function listenForScreenKeys(): () => void {
  let first = { key: '', at: -Infinity }
  const press = (event: KeyboardEvent) => {
    if (!isFree(event)) return
    const pressed = nameOf(event)
    const pair = event.timeStamp - first.at < pairTimeoutMs ? `${first.key} ${pressed}` : ''
    first = { key: pressed, at: event.timeStamp }
    const all = screenKeys()
    const match = all.findLast(({ key }) => key === pair) ?? all.findLast(({ key }) => key === pressed)
    if (!match) return
    event.preventDefault()
    first = { key: '', at: -Infinity }
    match.run()
  }
  window.addEventListener('keydown', press)
  return () => window.removeEventListener('keydown', press)
}
