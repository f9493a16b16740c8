import { useCallback, useState } from 'react'
import { create } from 'zustand'

type Drafts = Readonly<Record<string, unknown>>

// Kept in memory only: a child's data must not be in the browser's storage.
const useDrafts = create<Drafts>(() => ({}))

const draftIn = <T>(drafts: Drafts, name: string, first: T): T =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- each name belongs to one form, which set this value
  Object.hasOwn(drafts, name) ? (drafts[name] as T) : first

/** A change that was sent and whose outcome is unknown. */
export interface PendingCall {
  readonly key: string
  readonly content: string
  /** The original call, which a repeat sends unchanged. */
  readonly sent: object
}

/** The unconfirmed calls by path; kept when the screen or session ends, so that the server recognises a repeat. */
export const unconfirmedCalls = new Map<string, PendingCall>()

/** Drops all drafts and unconfirmed calls, at sign-out and when another user signs in. */
export function dropDrafts(): void {
  useDrafts.setState({}, true)
  unconfirmedCalls.clear()
}

/** Returns the values typed under a form's name; `first` if there are none. */
export const draftOf = <T>(name: string, first: T): T => draftIn(useDrafts.getState(), name, first)

export const keepDraft = (name: string, typed: unknown): void => useDrafts.setState({ [name]: typed })

export const dropDraft = (name: string): void => useDrafts.setState((drafts) => omit(drafts, name), true)

export const dropDraftsUnder = (prefix: string): void =>
  useDrafts.setState(
    (drafts) => Object.fromEntries(Object.entries(drafts).filter(([name]) => !name.startsWith(prefix))),
    true,
  )

/** Keeps the typed content of a form through Back, a failed submit and a lost session in the same tab. */
export function useDraft<T>(
  name: string,
  initial: () => T,
): [draft: T, set: (next: T | ((before: T) => T)) => void, clear: () => void] {
  const [first, setFirst] = useState(initial)
  const draft = useDrafts((drafts) => draftIn(drafts, name, first))
  const set = useCallback(
    (next: T | ((before: T) => T)) =>
      useDrafts.setState((drafts) => ({
        [name]: isChange(next) ? next(draftIn(drafts, name, first)) : next,
      })),
    [name, first],
  )
  const clear = () => {
    dropDraft(name)
    setFirst(() => initial())
  }
  return [draft, set, clear]
}

const omit = (drafts: Drafts, name: string) =>
  Object.fromEntries(Object.entries(drafts).filter(([other]) => other !== name))

function isChange<T>(next: T | ((before: T) => T)): next is (before: T) => T {
  return typeof next === 'function'
}
