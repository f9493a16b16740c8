import type { MantineColorScheme, MantineColorSchemeManager } from '@mantine/core'
import { create } from 'zustand'
import { inJson, isObject } from './call.ts'

/** The only local storage key besides session and tab (decisions 5.storage); color-scheme.js reads it too. */
const storageKey = 'preferences'

const allColours = ['auto', 'light', 'dark'] as const satisfies readonly MantineColorScheme[]

/** Reads all stored values, including those of a newer version of the page. */
function readStored(): Record<string, unknown> {
  try {
    const stored = inJson(localStorage.getItem(storageKey) ?? '{}')
    return isObject(stored) ? { ...stored } : {}
  } catch {
    // The browser blocks storage.
    return {}
  }
}

const oneOf = <const Choice>(choices: readonly Choice[], value: unknown): Choice | undefined =>
  choices.find((choice) => choice === value)

const listsIn = (stored: Record<string, unknown>): Record<string, readonly string[]> =>
  Object.fromEntries(
    Object.entries(stored).map(([name, list]) => [
      name,
      Array.isArray(list) ? list.filter((item) => typeof item === 'string') : [],
    ]),
  )

function preferencesIn(stored: Record<string, unknown>) {
  return {
    colours: oneOf(allColours, stored['colours']),
    /** The paper of slips: a third of an A4 page, or a roll of a till printer. */
    paper: oneOf(['A4 third', '80 mm roll'], stored['paper']),
    printsSlips: oneOf([true, false], stored['printsSlips']),
    /** The navigation's groups by name, or as icons only. */
    menu: oneOf(['names', 'icons'], stored['menu']),
    /** The switch for single-key shortcuts outside fields (WCAG 2.1.4). */
    singleKeys: oneOf(['on', 'off'], stored['singleKeys']),
    rows: oneOf(['dense', 'roomy'], stored['rows']),
    /** The columns whose visibility differs from the report's default, by report name. */
    columns: isObject(stored['columns']) ? listsIn(stored['columns']) : undefined,
  }
}

export type Preferences = Readonly<Partial<ReturnType<typeof preferencesIn>>>

export const loadPreferences = (): Preferences => preferencesIn(readStored())

export const usePreferences = create<Preferences>(loadPreferences)

/** Stores the chosen preferences and keeps the choices made in another tab meanwhile. */
export function setPreferences(chosen: Partial<Preferences>): void {
  try {
    localStorage.setItem(storageKey, JSON.stringify({ ...readStored(), ...chosen }))
  } catch {
    // The browser blocks storage: the choice lasts for this visit only.
  }
  usePreferences.setState(chosen)
}

window.addEventListener('storage', ({ key }) => {
  if (key === storageKey || key === null) usePreferences.setState(loadPreferences())
})

const notSubscribed = (): void => undefined

export function preferredColourSchemes(): MantineColorSchemeManager {
  let stop = notSubscribed
  return {
    get: (fallback) => usePreferences.getState().colours ?? fallback,
    set: (colours) => setPreferences({ colours }),
    subscribe(onUpdate) {
      stop = usePreferences.subscribe(({ colours }, previous) => {
        if (colours !== previous.colours) onUpdate(colours ?? 'auto')
      })
    },
    unsubscribe: () => stop(),
    clear: () => setPreferences({ colours: undefined }),
  }
}
