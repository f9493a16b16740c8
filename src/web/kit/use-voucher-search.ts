import { skipToken, useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { findVoucher, findVoucherOfStudent, type FoundVoucher } from '#contract/counter.ts'
import { refusals } from '#domain/refusals.ts'
import { rollNoFrom } from '#domain/student-search.ts'
import { canBeVoucherNo, isRollNo, isVoucherNo } from '#domain/voucher-number.ts'
import { call, CallFailed } from '#web/api/call.ts'
import { typingPauses } from './typing-pauses.ts'
import { studentSought } from './use-student-search.ts'

/** The result for the number in the field, never for an earlier number. */
export type SearchAnswer =
  | { readonly state: 'nothing typed' | 'typing' | 'looking' }
  | { readonly state: 'found'; readonly voucher: FoundVoucher; readonly reloading: boolean }
  | { readonly state: 'not found'; readonly words: string }
  | { readonly state: 'failed'; readonly failure: CallFailed }

export interface VoucherSearch {
  readonly answer: SearchAnswer
  /** Looks a number up at once, as Enter does; `onSettled` receives the answer. */
  readonly ask: (number: string) => void
  /** Looks the found voucher up again while it stays shown; null if it is no longer found. */
  readonly reload: () => Promise<FoundVoucher | null>
}

/** Returns the text to search among students: a name, CNIC or phone number; '' for voucher numbers. */
export const studentSoughtAtCounter = (typed: string): string =>
  canBeVoucherNo(typed) ? '' : studentSought(typed)

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
  // A number that the contract refuses, such as roll number 0, belongs to nobody.
  return code === 'no-vouchers' || code === 'invalid' ? 'Voucher Not Found' : null
}

function answerOf(failure: Error, unknownStudent: string): SearchAnswer {
  if (!(failure instanceof CallFailed)) throw failure
  const words = notFoundWords(failure, unknownStudent)
  return words ? { state: 'not found', words } : { state: 'failed', failure }
}

/**
 * Finds the voucher of the number in a search field, after the specification's pause or at once on `ask`; a new number
 * cancels the previous look-up. `onSettled` is called only for numbers passed to `ask`; `unknownStudent` is the message
 * for a roll number that nobody has.
 */
export function useVoucherSearch(
  typed: string,
  onSettled: (voucher: FoundVoucher | null) => void,
  unknownStudent = 'Student does not exist',
): VoucherSearch {
  const searchText = typed.trim()
  // Counts each request, so that no earlier answer comes from the cache.
  const [requested, setRequested] = useState({ number: searchText, times: 0 })
  const awaited = useRef<string | null>(null)
  const isRequested = searchText !== '' && requested.number === searchText

  const query = useQuery({
    queryKey: ['voucher', isRequested ? searchText : '', requested.times],
    queryFn: isRequested ? ({ signal }) => lookUp(searchText, signal) : skipToken,
    gcTime: 0,
    // The clerk compares the voucher with the paper: it changes only when it is asked for again.
    staleTime: 'static',
  })

  useEffect(() => {
    if (isRequested || searchText === '' || studentSoughtAtCounter(searchText) !== '') return undefined
    const pause = setTimeout(
      () => setRequested(({ times }) => ({ number: searchText, times: times + 1 })),
      typingPauses.number,
    )
    return () => clearTimeout(pause)
  }, [isRequested, searchText])

  const found = isRequested && query.isSuccess ? query.data.voucher : null
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
    if (query.isError) return answerOf(query.error, unknownStudent)
    return { state: 'found', voucher: query.data.voucher, reloading: query.isFetching }
  }

  return {
    answer: answer(),
    ask(number) {
      const next = number.trim()
      if (next === '') return
      if (next === searchText && found) return onSettled(found)
      awaited.current = next
      if (next === searchText && isRequested && query.isFetching) return
      setRequested(({ times }) => ({ number: next, times: times + 1 }))
    },
    async reload() {
      const result = await query.refetch()
      return result.isSuccess ? result.data.voucher : null
    },
  }
}
