import type { MantineColorScheme, MantineColorSchemeManager } from '@mantine/core'
import { create } from 'zustand'
import { inJson, isObject } from './call.ts'

/** The one key in local storage beside the session and the chosen tab (decisions 5.storage); color-scheme.js reads it too. */
const storageKey = 'preferences'

/** The key of the colours before the preferences had one of their own. */
const formerColoursKey = 'colorScheme'

const allColours = ['auto', 'light', 'dark'] as const satisfies readonly MantineColorScheme[]
const allPapers = ['A4 third', '80 mm roll'] as const
const onOrOff = ['on', 'off'] as const
const allMenus = ['names', 'icons'] as const
const allRowHeights = ['dense', 'roomy'] as const

/** The preferences of this browser's user; each part has a default for the missing ones. */
export interface Preferences {
  readonly colours?: (typeof allColours)[number] | undefined
  /** The paper of slips: a third of an A4 page, or a roll of a till printer. */
  readonly paper?: (typeof allPapers)[number] | undefined
  /** True if the counter prints a slip after each receipt. */
  readonly printsSlips?: boolean | undefined
  /** Shows the names of the navigation's groups, or their icons alone. */
  readonly menu?: (typeof allMenus)[number] | undefined
  /** Turns single keys outside fields on or off (WCAG 2.1.4). */
  readonly singleKeys?: (typeof onOrOff)[number] | undefined
  /** The height of the rows of lists. */
  readonly rows?: (typeof allRowHeights)[number] | undefined
  /** The columns, by the name of their report, that are shown or hidden against its default. */
  readonly columns?: Readonly<Record<string, readonly string[]>> | undefined
}

/** All stored values, also those of a newer version of the page. */
function readStored(): Record<string, unknown> {
  try {
    const stored = inJson(localStorage.getItem(storageKey) ?? '{}')
    return isObject(stored) ? { ...stored } : {}
  } catch {
    // Storage is closed to the page.
    return {}
  }
}

function readFormerColours(): string | null {
  try {
    const colours = localStorage.getItem(formerColoursKey)
    localStorage.removeItem(formerColoursKey)
    return colours
  } catch {
    return null
  }
}

function write(stored: Record<string, unknown>): void {
  try {
    localStorage.setItem(storageKey, JSON.stringify(stored))
  } catch {
    // Storage is closed to the page: the choice holds for this visit only.
  }
}

const oneOf = <Choice>(choices: readonly Choice[], value: unknown): Choice | undefined =>
  choices.find((choice) => choice === value)

const listsIn = (stored: Record<string, unknown>): Record<string, readonly string[]> =>
  Object.fromEntries(
    Object.entries(stored).map(([name, list]) => [
      name,
      Array.isArray(list) ? list.filter((item) => typeof item === 'string') : [],
    ]),
  )

const known = (stored: Record<string, unknown>): Preferences => ({
  colours: oneOf(allColours, stored['colours']),
  paper: oneOf(allPapers, stored['paper']),
  printsSlips: oneOf([true, false], stored['printsSlips']),
  menu: oneOf(allMenus, stored['menu']),
  singleKeys: oneOf(onOrOff, stored['singleKeys']),
  rows: oneOf(allRowHeights, stored['rows']),
  columns: isObject(stored['columns']) ? listsIn(stored['columns']) : undefined,
})

/** Reads the preferences; colours that lie under their former key are carried over and that key is removed. */
export function loadPreferences(): Preferences {
  const stored = readStored()
  const former = oneOf(allColours, readFormerColours())
  if (former !== undefined && stored['colours'] === undefined) {
    stored['colours'] = former
    write(stored)
  }
  return known(stored)
}

/** The preferences of whoever uses this browser. */
export const usePreferences = create<Preferences>(loadPreferences)

/** Stores the chosen preferences; those that another tab chose meanwhile stay. */
export function setPreferences(chosen: Partial<Preferences>): void {
  const stored = { ...readStored(), ...chosen }
  write(stored)
  usePreferences.setState(chosen)
}

window.addEventListener('storage', ({ key }) => {
  if (key === storageKey || key === null) usePreferences.setState(known(readStored()))
})

const notSubscribed = (): void => undefined

/** Lets Mantine keep its colours among the preferences. */
export function preferredColourSchemes(): MantineColorSchemeManager {
  let stop = notSubscribed
  return {
    get: (fallback) => usePreferences.getState().colours ?? fallback,
    set: (colours) => setPreferences({ colours }),
    subscribe(onUpdate) {
      stop = usePreferences.subscribe(({ colours }, before) => {
        if (colours !== before.colours) onUpdate(colours ?? 'auto')
      })
    },
    unsubscribe: () => stop(),
    clear: () => setPreferences({ colours: undefined }),
  }
}
