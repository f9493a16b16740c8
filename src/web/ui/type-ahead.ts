/** Collects keys typed before a screen or dialog opens, and types them into its first field, so that nobody waits. */

const enter = '\n'

let collected: string[] = []
let listening = false
/** True if the keys are for a dialog that is loading: a screen that opens first takes none. */
let isForDialog = false

const keyboardTypes = /^(?:date|email|month|number|password|search|tel|text|time|url)$/

const isOpenInput = (target: EventTarget | null): target is HTMLInputElement =>
  target instanceof HTMLInputElement &&
  keyboardTypes.test(target.type) &&
  !target.readOnly &&
  !target.matches(':disabled')

const takesKeys = (target: EventTarget | null): boolean =>
  isOpenInput(target) ||
  (target instanceof HTMLTextAreaElement && !target.readOnly) ||
  target instanceof HTMLSelectElement ||
  (target instanceof HTMLElement && target.isContentEditable)

/** True if the key writes one character, also with AltGr, which some systems report as Ctrl with Alt. */
export function isPrintable(event: KeyboardEvent): boolean {
  const { key, ctrlKey, metaKey, altKey, isComposing } = event
  const isCommand = metaKey || ((ctrlKey || altKey) && !event.getModifierState('AltGraph'))
  return !isCommand && !isComposing && /^.$/u.test(key)
}

/** True if the key is collected; Space and Enter may press a button, so they only continue typed text. */
function collect(event: KeyboardEvent): boolean {
  const { key } = event
  const hasKeys = collected.length > 0
  if (hasKeys && key === 'Backspace') collected.pop()
  else if (hasKeys && key === 'Enter') {
    if (!event.repeat) collected.push(enter)
  } else if (isPrintable(event) && (hasKeys || key !== ' ')) collected.push(key)
  else return false
  return true
}

function press(event: KeyboardEvent): void {
  if (event.key === 'Escape') collected = []
  if (takesKeys(event.target) || !collect(event)) return
  event.preventDefault()
  event.stopPropagation()
}

/** Collects keys from now on, beginning with `first`, until they are delivered or dropped. */
export function startTypeAhead(first = ''): void {
  if (first !== '') collected.push(first)
  if (listening) return
  listening = true
  document.addEventListener('keydown', press, { capture: true })
}

export function startTypeAheadForDialog(): void {
  isForDialog = true
  startTypeAhead()
}

/** Drops the keys of a dialog that does not open. */
export function dropKeysForDialog(): void {
  if (isForDialog) dropTypedKeys()
}

export const countTypedKeys = (): number => collected.length

/** Stops collecting but keeps the typed keys. */
export function pauseTypeAhead(): void {
  listening = false
  document.removeEventListener('keydown', press, { capture: true })
}

export function dropTypedKeys(): void {
  pauseTypeAhead()
  collected = []
  isForDialog = false
}

/** Replaces the selection as typing does, so that React sees an input. */
function insert(field: HTMLInputElement, text: string): void {
  // A field without a selection, such as an e-mail field, takes the text at its end.
  if (field.selectionStart === null) {
    const value = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')
    value?.set?.call(field, field.value + text)
  } else field.setRangeText(text, field.selectionStart, field.selectionEnd ?? field.selectionStart, 'end')
  field.dispatchEvent(new InputEvent('input', { bubbles: true, data: text, inputType: 'insertText' }))
}

/** Dispatches Enter at the field, then submits the form as the browser does by default. */
function pressEnter(field: HTMLInputElement): void {
  const isUnhandled = field.dispatchEvent(
    new KeyboardEvent('keydown', { key: 'Enter', code: 'Enter', bubbles: true, cancelable: true }),
  )
  if (!isUnhandled || !field.form) return
  const button = field.form.querySelector<HTMLButtonElement>('button:not([type]), [type=submit]')
  if (!button?.disabled) field.form.requestSubmit(button ?? undefined)
}

function typeInto(field: HTMLInputElement, typed: string): void {
  field.focus()
  const [first = '', ...others] = typed.split(enter)
  if (first !== '') insert(field, first)
  for (const text of others) {
    // Enter may have moved the focus.
    const current = isOpenInput(document.activeElement) ? document.activeElement : field
    pressEnter(current)
    if (text !== '') insert(isOpenInput(document.activeElement) ? document.activeElement : field, text)
  }
}

/** Types the collected keys into a field; no later key can come in between. */
export function deliverTypedKeys(field: HTMLInputElement): void {
  const typed = collected.join('')
  dropTypedKeys()
  // Types after React has rendered, so that each input reaches the state before the Enter that follows it.
  if (typed !== '') queueMicrotask(() => typeInto(field, typed))
}

const isVisible = (field: HTMLElement): boolean => field.checkVisibility?.() ?? true

/** Returns the focused field, or else the first; null if that field takes no text, such as a list. */
function firstField(screen: HTMLElement): HTMLInputElement | null {
  const focused = document.activeElement
  if (isOpenInput(focused) && screen.contains(focused)) return focused
  const fields = screen.querySelectorAll<HTMLElement>(
    'input:not([type=hidden], [readonly]), select, textarea',
  )
  const first = [...fields].find((field) => !field.matches(':disabled') && isVisible(field)) ?? null
  return isOpenInput(first) ? first : null
}

/** Delivers the keys typed meanwhile to the first field of a new screen, and focuses it if no element has the focus. */
export function arriveAt(screen: HTMLElement): void {
  if (!listening || isForDialog) return
  const isCovered = document.querySelector('[aria-modal=true]') !== null
  const field = isCovered ? null : firstField(screen)
  if (!field) return dropTypedKeys()
  // If the screen was open already, a user who chose it in Find continues in its field.
  if (document.activeElement === document.body) field.focus()
  deliverTypedKeys(field)
}
