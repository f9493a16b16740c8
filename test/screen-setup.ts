import { dropDrafts } from '#web/api/drafts.ts'
import { usePreferences } from '#web/api/preferences.ts'
import { useSession } from '#web/api/session.ts'
import { pauses } from '#web/api/try-again.ts'
import { dropTypedKeys } from '#web/ui/type-ahead.ts'
import { cleanup, configure } from '@testing-library/react'
import { afterEach, beforeEach } from 'vitest'

// This only bounds a hang: a wait ends as soon as its condition holds.
configure({ asyncUtilTimeout: 60_000 })

// jsdom lays nothing out and knows no media: what Mantine and the long tables ask of a browser is answered here.

class StillObserver implements ResizeObserver {
  observe() {}
  unobserve() {}
  disconnect() {}
}

window.ResizeObserver = StillObserver

window.matchMedia = (media) => ({
  matches: false,
  media,
  onchange: null,
  addListener: () => {},
  removeListener: () => {},
  addEventListener: () => {},
  removeEventListener: () => {},
  dispatchEvent: () => false,
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

beforeEach(() => {
  // As many tries as the page makes, without the waits.
  pauses.change = [3, 3, 3, 3]
  pauses.read = [2, 2]
})

afterEach(() => {
  cleanup()
  // The files of a worker share the page's modules: each test begins with nobody signed in and nothing typed.
  useSession.setState(useSession.getInitialState(), true)
  dropDrafts()
  dropTypedKeys()
  usePreferences.setState({ colours: undefined, paper: undefined })
  localStorage.clear()
})
