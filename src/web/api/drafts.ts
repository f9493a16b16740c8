import { useCallback, useState, type Dispatch, type SetStateAction } from 'react'
import { create } from 'zustand'

type Drafts = Readonly<Record<string, unknown>>

/** A form whose screen was left; its drafts wait to be brought back. */
export interface LeftForm {
  /** The name with which its drafts begin. */
  readonly form: string
  readonly path: string
  /** The router's key of the visit. */
  readonly key: string
  readonly drafts: Drafts
  /** False if only a look-up or a step would be brought back. */
  readonly isTyped: boolean
}

interface LeftForms {
  /** Most recent last. */
  readonly left: readonly LeftForm[]
  readonly last: LeftForm | null
  /** How often each form was left or brought back: an open form then reads its draft again. */
  readonly changes: Readonly<Record<string, number>>
}

// Kept in memory only: a child's data must not be in the browser's storage.
const useDrafts = create<Drafts>(() => ({}))

export const useLeftForms = create<LeftForms>(() => ({ left: [], last: null, changes: {} }))

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
  dropLeftForms()
  unconfirmedCalls.clear()
}

/** Drops the forms that were left, at midnight; an open form keeps its values. */
export const dropLeftForms = (): void => useLeftForms.setState({ left: [], last: null })

/** Returns the form of a draft; `edit voucher: 1023` belongs to `edit voucher`. */
export const formOf = (name: string): string => name.split(': ', 1)[0] ?? name

const countChange = (changes: LeftForms['changes'], form: string) => ({
  ...changes,
  [form]: (changes[form] ?? 0) + 1,
})

export function leaveForm({ form, path, key }: Pick<LeftForm, 'form' | 'path' | 'key'>): void {
  const kept = Object.entries(useDrafts.getState())
  const drafts = kept.filter(([name]) => formOf(name) === form)
  if (drafts.length === 0) return
  useDrafts.setState(Object.fromEntries(kept.filter(([name]) => formOf(name) !== form)), true)
  const isTyped = drafts.some(([name]) => typedNames.has(name))
  const leftForm: LeftForm = { form, path, key, drafts: Object.fromEntries(drafts), isTyped }
  useLeftForms.setState(({ left, last, changes }) => ({
    left: [...left.filter((other) => other.form !== form || other.isTyped), leftForm],
    last: isTyped ? leftForm : last,
    changes: countChange(changes, form),
  }))
}

/** Makes a left form's values its drafts again; the form's present values take their place. */
export function bringBack(leftForm: LeftForm): void {
  const { form, path } = leftForm
  dropLeftForm(leftForm)
  leaveForm({ form, path, key: '' })
  useDrafts.setState(leftForm.drafts)
  useLeftForms.setState(({ changes }) => ({ changes: countChange(changes, form) }))
}

export const dropLeftForm = (leftForm: LeftForm): void =>
  useLeftForms.setState(({ left }) => ({ left: left.filter((other) => other !== leftForm) }))

// The drafts that hold typed values; the others hold a look-up or a step.
const typedNames = new Set<string>()

/** Returns the values typed under a form's name; `first` if there are none. */
export const draftOf = <T>(name: string, first: T): T => draftIn(useDrafts.getState(), name, first)

export function keepDraft(name: string, typed: unknown): void {
  typedNames.add(name)
  useDrafts.setState({ [name]: typed })
}

export const dropDraft = (name: string): void =>
  useDrafts.setState(({ [name]: _, ...others }) => others, true)

const isUpdate = <T>(next: SetStateAction<T>): next is (before: T) => T => typeof next === 'function'

/** Keeps the typed content of a form through Back, a failed submit and a lost session in the same tab. */
export function useDraft<T>(
  name: string,
  initial: () => T,
): [draft: T, set: Dispatch<SetStateAction<T>>, clear: () => void] {
  const [first, setFirst] = useState(initial)
  const draft = useDrafts((drafts) => draftIn(drafts, name, first))
  const set = useCallback(
    (next: SetStateAction<T>) =>
      useDrafts.setState((drafts) => ({
        [name]: isUpdate(next) ? next(draftIn(drafts, name, first)) : next,
      })),
    [name, first],
  )
  const clear = () => {
    dropDraft(name)
    setFirst(() => initial())
  }
  return [draft, set, clear]
}
