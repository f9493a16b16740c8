import { skipToken, useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { findVoucher, findVoucherOfStudent, type FoundVoucher } from '#contract/counter.ts'
import { formatRupees, type Money } from '#domain/money.ts'
import { refusals } from '#domain/refusals.ts'
import { rollNoFrom } from '#domain/student-search.ts'
import { canBeVoucherNo, isRollNo, isVoucherNo } from '#domain/voucher-number.ts'
import { call, CallFailed, factsOf } from '#web/api/call.ts'
import { errorsByField } from '#web/kit/form/field-errors.ts'
import { typingPauses, useAfterPause } from '#web/kit/typing-pauses.ts'
import { studentSought } from '#web/kit/use-student-list.ts'
import { deliverTypedKeys } from '#web/ui/type-ahead.ts'
import { paymentFields, type PaymentErrors } from './payment-input.ts'

interface TillOptions<F> {
  /** The name of the screen, whose answers no other screen uses. */
  readonly screen: string
  readonly number: string
  /** Starts an empty form for a number. */
  readonly start: (number: string) => void
  /** Completes a voucher that was looked up. */
  readonly complete: (voucher: FoundVoucher, signal: AbortSignal) => F | Promise<F>
  /** True if the amount is typed next. */
  readonly isOpen: (found: F) => boolean
  /** The message for a roll number that no student has. */
  readonly unknownStudent: string
  /** The words for a change whose result is unknown, that was refused, or whose figures have changed. */
  readonly words: { readonly unsure: string; readonly undone: string; readonly changed: string }
}

/** The search for a voucher by number or name, and one payment or correction at a time. */
export function useTill<F>(options: TillOptions<F>) {
  const { number, start, isOpen } = options
  const { toWrong, ...focus } = useTillFocus()
  const { toAmount, toSearch } = focus
  const { ask, reload, ...search } = useVoucherSearch(options, (found) =>
    found !== null && isOpen(found) ? toAmount() : toSearch(),
  )
  const { clearProblem, ...act } = useReceive(options.words, toWrong, () => void reload())
  /** Drops the voucher and what was typed for it. */
  function type(typed: string) {
    clearProblem()
    start(typed)
    if (typed === '') toSearch()
  }
  return {
    ...focus,
    ...search,
    ...act,
    number,
    type,
    /** Looks a number up at once, as Enter does, and moves the cursor to the next field. */
    find: (wanted: string): void => {
      if (wanted !== number) type(wanted)
      ask(wanted)
    },
  }
}

/** Returns the text to search among students: a name, CNIC or phone number; '' for voucher numbers. */
export const studentSoughtAtCounter = (typed: string): string =>
  canBeVoucherNo(typed) ? '' : studentSought(typed)

const isNumber = (text: string): boolean => text !== '' && studentSoughtAtCounter(text) === ''

/** Skips values that cannot be a number, so that a CNIC, a phone number or a name never gets into a URL. */
async function lookUp(typed: string, signal: AbortSignal) {
  if (isRollNo(typed)) {
    if (rollNoFrom(typed) === null && !/^0+$/.test(typed)) throw unknownNumber('student-unknown')
    return call(findVoucherOfStudent, { params: { rollNo: typed }, signal })
  }
  if (!isVoucherNo(typed)) throw unknownNumber('no-vouchers')
  return call(findVoucher, { params: { voucherId: typed }, signal })
}

const unknownNumber = (code: 'student-unknown' | 'no-vouchers') => new CallFailed({ code, ...refusals[code] })

/** Returns the reason why there is no such voucher; null if the call failed for another reason. */
function notFoundWords({ code }: CallFailed, unknownStudent: string): string | null {
  if (code === 'student-unknown') return unknownStudent
  // A number that the contract refuses, such as roll number 0, belongs to no student.
  return code === 'no-vouchers' || code === 'invalid' ? 'Voucher Not Found' : null
}

/** The result for the number in the field, never for an earlier number. */
type SearchAnswer =
  | { readonly state: 'nothing typed' | 'typing' | 'looking' }
  | { readonly state: 'found'; readonly reloading: boolean }
  | { readonly state: 'not found'; readonly words: string }
  | { readonly state: 'failed'; readonly failure: CallFailed }

/**
 * Finds the voucher of the number after the specification's pause or at once on `ask`; a new number cancels the previous
 * look-up. `onSettled` is called only for numbers passed to `ask` and after `reload`.
 */
function useVoucherSearch<F>(
  { screen, number, complete, unknownStudent }: TillOptions<F>,
  onSettled: (found: F | null) => void,
) {
  const searchText = number.trim()
  // Counts each request, so that no earlier answer comes from the cache.
  const [requested, setRequested] = useState({ number: searchText, times: 0 })
  const awaited = useRef<string | null>(null)
  const isRequested = searchText !== '' && requested.number === searchText

  const query = useQuery<F, CallFailed>({
    queryKey: [screen, isRequested ? searchText : '', requested.times],
    queryFn: isRequested
      ? async ({ signal }) => complete((await lookUp(searchText, signal)).voucher, signal)
      : skipToken,
    gcTime: 0,
    throwOnError: (error) => !(error instanceof CallFailed),
    // The clerk compares the voucher with the paper: it changes only when it is asked for again.
    staleTime: 'static',
  })

  const request = (next: string) => setRequested(({ times }) => ({ number: next, times: times + 1 }))
  useAfterPause(!isRequested && isNumber(searchText), searchText, typingPauses.number, request)

  const found = isRequested && query.isSuccess ? query.data : null
  const settled = isRequested && !query.isFetching && !query.isPending
  const settle = useEffectEvent(() => {
    if (awaited.current !== searchText) return
    awaited.current = null
    onSettled(found)
  })
  // Runs with the answer itself: a digit typed right after it must not be selected with the old number.
  useLayoutEffect(() => {
    if (settled) settle()
  }, [settled])

  function answer(): SearchAnswer {
    if (searchText === '') return { state: 'nothing typed' }
    if (!isRequested) return { state: 'typing' }
    if (query.isPending) return { state: 'looking' }
    if (query.isSuccess) return { state: 'found', reloading: query.isFetching }
    const words = notFoundWords(query.error, unknownStudent)
    return words === null ? { state: 'failed', failure: query.error } : { state: 'not found', words }
  }

  return {
    answer: answer(),
    found,
    ask: (typed: string): void => {
      const next = typed.trim()
      if (next === '') return
      if (next === searchText && found !== null) return onSettled(found)
      awaited.current = next
      if (next !== searchText || !isRequested || !query.isFetching) request(next)
    },
    /** Looks the found voucher up again while it stays shown. */
    reload: async (): Promise<void> => {
      const result = await query.refetch()
      onSettled(result.isSuccess ? result.data : null)
    },
  }
}

/** A problem that is shown at a field, or as a notice until the next press. */
interface Problem {
  readonly errors: PaymentErrors
  readonly notice: { readonly title: string; readonly words: string } | null
}

const noProblem: Problem = { errors: {}, notice: null }

/** The refusals after which the voucher must be looked up again: it has changed since the clerk saw it. */
const outdatedCodes = new Set([
  'balance-changed',
  'voucher-already-paid',
  'pay-the-voucher',
  'voucher-carried',
  'voucher-replaced',
  'voucher-voided',
  'voucher-not-latest',
  'voucher-not-posted',
  'no-vouchers',
])

function problemOf(failure: CallFailed, seen: Money, words: TillOptions<unknown>['words']): Problem {
  const { status, msg: title } = failure
  const errors = errorsByField<PaymentErrors>(failure.errors, paymentFields)
  if (Object.keys(errors).length > 0) return { errors, notice: null }
  const changed = factsOf(failure, 'balance-changed')
  if (changed) {
    const balances = `It was ${formatRupees(seen)} when you looked it up and is ${formatRupees(changed.balance)} now.`
    return { errors: {}, notice: { title, words: `${balances} ${words.changed}` } }
  }
  const isUnsure = status === 0 || status === 429 || status >= 500
  return { errors: {}, notice: { title, words: isUnsure ? words.unsure : words.undone } }
}

/** Receives or corrects one payment at a time, and shows its problem. */
function useReceive(words: TillOptions<unknown>['words'], toWrong: () => void, reload: () => void) {
  const [problem, setProblem] = useState(noProblem)
  const [busy, setBusy] = useState(false)
  const pressed = useRef(false)
  return {
    busy,
    problem,
    /**
     * Runs `send`, which returns the step that follows; `seen` is the balance that the clerk sees. A second press
     * meanwhile does nothing, even while a dialog is open.
     */
    async receive(seen: Money, send: () => Promise<() => void>): Promise<void> {
      if (pressed.current) return
      pressed.current = true
      setProblem(noProblem)
      setBusy(true)
      let next: () => void
      try {
        next = await send()
      } catch (failure) {
        if (!(failure instanceof CallFailed)) throw failure
        setProblem(problemOf(failure, seen, words))
        next = outdatedCodes.has(failure.code) ? reload : toWrong
      } finally {
        pressed.current = false
        setBusy(false)
      }
      next()
    },
    markWrong: (errors: PaymentErrors) => {
      setProblem({ errors, notice: null })
      toWrong()
    },
    /** Called if the amount or date changes; another number also clears the notice. */
    clearErrors: () => setProblem((current) => ({ ...current, errors: {} })),
    clearProblem: () => setProblem(noProblem),
  }
}

/**
 * Focuses the field for the next key: the search field at first and after each payment, the amount once its voucher is
 * found, and after an error the invalid field. Selects the text, so that the next number or amount replaces it.
 */
function useTillFocus() {
  const searchField = useRef<HTMLInputElement>(null)
  const form = useRef<HTMLFormElement>(null)
  const [next, setNext] = useState<{ readonly place: 'search' | 'amount' | 'wrong' }>({ place: 'search' })
  // Runs after the field is rendered and a closing dialog has returned the focus.
  useEffect(() => {
    const find = (selector: string) => form.current?.querySelector<HTMLInputElement>(selector)
    const wrong = next.place === 'wrong' ? find('input[aria-invalid="true"]') : null
    const field = next.place === 'search' ? searchField.current : (wrong ?? find('.amount-field input'))
    field?.focus()
    field?.select()
    if (next.place === 'search' && field) deliverTypedKeys(field)
  }, [next])
  return {
    searchField,
    form,
    toSearch: () => setNext({ place: 'search' }),
    toAmount: () => setNext({ place: 'amount' }),
    toWrong: () => setNext({ place: 'wrong' }),
  }
}
