import { cleanup, configure, getConfig, prettyDOM } from '@testing-library/react'
import { afterEach, beforeEach } from 'vitest'
import { dropDrafts } from '#web/api/drafts.ts'
import { usePreferences } from '#web/api/preferences.ts'
import { useSession } from '#web/api/session.ts'
import { pauses } from '#web/api/try-again.ts'
import { typingPauses } from '#web/kit/typing-pauses.ts'
import { dropTypedKeys } from '#web/ui/type-ahead.ts'

declare global {
  interface Window {
    readonly happyDOM: { setURL: (url: string) => void }
  }
}

configure({
  // This only bounds a hang: a wait ends as soon as its condition holds.
  asyncUtilTimeout: 60_000,
  defaultHidden: true,
  getElementError,
})

/** Prints the page if a query fails or a wait times out, but not at each try of a wait. */
function getElementError(message: string | null, container: Element): Error {
  const isTry = Reflect.get(getConfig(), '_disableExpensiveErrorDiagnostics') === true
  const error = new Error(isTry ? (message ?? '') : `${message}\n\n${prettyDOM(container)}`)
  error.name = 'TestingLibraryElementError'
  return error
}

// happy-dom has no layout and no media queries; these replace what Mantine and the long tables need.

class IdleResizeObserver implements ResizeObserver {
  observe() {}
  unobserve() {}
  disconnect() {}
}

window.ResizeObserver = IdleResizeObserver

window.matchMedia = (media) => ({
  matches: media === '(max-width: 599px)' && window.innerWidth < 600,
  media,
  onchange: null,
  addListener: () => {},
  removeListener: () => {},
  addEventListener: () => {},
  removeEventListener: () => {},
  dispatchEvent: () => false,
})

// A browser sets the text without the setter by which React notices its own changes; happy-dom uses that setter.
const value = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')
HTMLInputElement.prototype.setRangeText = function (text: string, start: number = 0, end: number = start) {
  value?.set?.call(this, this.value.slice(0, start) + text + this.value.slice(end))
  this.setSelectionRange(start + text.length, start + text.length)
}

// For a style, happy-dom reads every rule of the page. Screen tests load no style sheet, so only the element's style
// and the display of its tag matter.
const displays = new Map<string, string>()
const computedStyle = window.getComputedStyle.bind(window)
window.getComputedStyle = (element) => {
  if (!(element instanceof HTMLElement) || element.style.display) return computedStyle(element)
  const display = displays.get(element.tagName) ?? computedStyle(element).display
  displays.set(element.tagName, display)
  return new Proxy(element.style, {
    get(style, name) {
      if (name === 'display') return display
      if (name === 'getPropertyValue')
        return (property: string) => (property === 'display' ? display : style.getPropertyValue(property))
      return Reflect.get(style, name, style)
    },
  })
}

// happy-dom does not disable the fields of a disabled fieldset.
const matches = Object.getOwnPropertyDescriptor(Element.prototype, 'matches')
Object.defineProperty(Element.prototype, 'matches', {
  ...matches,
  value(this: Element, selectors: string) {
    const inDisabledFieldset = selectors === ':disabled' && this.closest('fieldset[disabled]') !== null
    return inDisabledFieldset || Boolean(matches?.value.call(this, selectors))
  },
})

window.print = () => {}
window.scrollTo = () => {}
Element.prototype.scrollIntoView = () => {}
Object.defineProperties(HTMLElement.prototype, {
  offsetWidth: { configurable: true, get: () => 1366 },
  offsetHeight: { configurable: true, get: () => 768 },
  clientWidth: { configurable: true, get: () => 1366 },
  clientHeight: { configurable: true, get: () => 768 },
})

const typedTexts = ['number', 'name', 'reference', 'record'] as const

beforeEach(() => {
  // A link that an earlier test followed out of the page leaves the window at about:blank.
  if (location.origin === 'null') window.happyDOM.setURL('http://localhost:3000/')
  // The page's number of retries, with short delays.
  pauses.change = [3, 3, 3, 3, 3, 3]
  pauses.read = [2, 2]
  for (const text of typedTexts) typingPauses[text] = 5
  typingPauses.betweenEnters = 0
})

afterEach(() => {
  cleanup()
  // The files of a worker share the page's modules, so each test resets the session and everything typed.
  useSession.setState(useSession.getInitialState(), true)
  dropDrafts()
  dropTypedKeys()
  usePreferences.setState({ colours: undefined, paper: undefined, columns: undefined })
  localStorage.clear()
})
