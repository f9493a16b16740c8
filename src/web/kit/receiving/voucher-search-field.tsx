import { skipToken, useQuery } from '@tanstack/react-query'
import { useEffectEvent, useLayoutEffect, useRef, useState, type FormEvent, type Ref } from 'react'
import { findVoucher, findVoucherOfStudent, type FoundVoucher } from '#contract/counter.ts'
import { refusals } from '#domain/refusals.ts'
import { rollNoFrom } from '#domain/student-search.ts'
import { canBeVoucherNo, isRollNo, isVoucherNo } from '#domain/voucher-number.ts'
import { call, CallFailed, type Reply } from '#web/api/call.ts'
import { FoundNote, LookingUpNote, NotFoundNote, StudentCombobox } from '#web/kit/student-combobox.tsx'
import { typingPauses, useAfterPause } from '#web/kit/typing-pauses.ts'
import { studentSought, useStudentList } from '#web/kit/use-student-list.ts'

/** The result for the number in the field, never for an earlier number. */
export type SearchAnswer =
  | { readonly state: 'nothing typed' | 'typing' | 'looking' }
  | { readonly state: 'found'; readonly voucher: FoundVoucher; readonly reloading: boolean }
  | { readonly state: 'not found'; readonly words: string }
  | { readonly state: 'failed'; readonly failure: CallFailed }

/** Returns the text to search among students: a name, CNIC or phone number; '' for voucher numbers. */
const studentSoughtAtCounter = (typed: string): string => (canBeVoucherNo(typed) ? '' : studentSought(typed))

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
  // A number that the contract refuses, such as roll number 0, belongs to nobody.
  return code === 'no-vouchers' || code === 'invalid' ? 'Voucher Not Found' : null
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
) {
  const searchText = typed.trim()
  // Counts each request, so that no earlier answer comes from the cache.
  const [requested, setRequested] = useState({ number: searchText, times: 0 })
  const awaited = useRef<string | null>(null)
  const isRequested = searchText !== '' && requested.number === searchText

  const query = useQuery<Reply<typeof findVoucher>, CallFailed>({
    queryKey: ['voucher', isRequested ? searchText : '', requested.times],
    queryFn: isRequested ? ({ signal }) => lookUp(searchText, signal) : skipToken,
    gcTime: 0,
    throwOnError: (error) => !(error instanceof CallFailed),
    // The clerk compares the voucher with the paper: it changes only when it is asked for again.
    staleTime: 'static',
  })

  const request = (number: string) => setRequested(({ times }) => ({ number, times: times + 1 }))
  useAfterPause(!isRequested && isNumber(searchText), searchText, typingPauses.number, request)

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
    if (query.isError) {
      const words = notFoundWords(query.error, unknownStudent)
      return words === null ? { state: 'failed', failure: query.error } : { state: 'not found', words }
    }
    return { state: 'found', voucher: query.data.voucher, reloading: query.isFetching }
  }

  return {
    answer: answer(),
    /** Looks a number up at once, as Enter does; `onSettled` receives the answer. */
    ask: (number: string): void => {
      const next = number.trim()
      if (next === '') return
      if (next === searchText && found) return onSettled(found)
      awaited.current = next
      if (next === searchText && isRequested && query.isFetching) return
      request(next)
    },
    /** Looks the found voucher up again while it stays shown; null if it is no longer found. */
    reload: async (): Promise<FoundVoucher | null> => {
      const result = await query.refetch()
      return result.isSuccess ? result.data.voucher : null
    },
  }
}

interface VoucherSearchFieldProps {
  readonly label?: string
  /** Null for none. */
  readonly description?: string | null
  readonly value: string
  readonly onChange: (typed: string) => void
  /** Called on Enter from the clerk or a bar code scanner. */
  readonly onEnter: () => void
  /** Called with a student who was chosen by name, CNIC or phone. */
  readonly onStudent: (rollNo: number) => void
  readonly answer: SearchAnswer
  readonly readOnly: boolean
  readonly ref: Ref<HTMLInputElement>
}

/** The search field of receipt screens: roll number, voucher number typed or scanned, or name; shows the result. */
export function VoucherSearchField({
  label = 'Roll No. or Voucher No.',
  description = 'Type a roll number or a name, or scan the bar code of the voucher',
  value,
  onChange,
  onEnter,
  onStudent,
  answer,
  readOnly,
  ref,
}: VoucherSearchFieldProps) {
  const list = useStudentList(readOnly ? '' : studentSoughtAtCounter(value), ({ rollNo }) =>
    onStudent(rollNo),
  )
  function submit(event: FormEvent) {
    event.preventDefault()
    if (!readOnly) onEnter()
  }
  return (
    <form role="search" onSubmit={submit}>
      <StudentCombobox
        ref={ref}
        list={list}
        label={label}
        description={description}
        placeholder="Number, name or scan"
        size="md"
        value={value}
        onType={onChange}
        onKeyDown={(event) => void list.takeKey(event)}
        readOnly={readOnly}
        clearLabel="Clear the number"
        note={<AnswerNote answer={answer} />}
      />
    </form>
  )
}

function AnswerNote({ answer }: { readonly answer: SearchAnswer }) {
  if (answer.state === 'looking') return <LookingUpNote />
  if (answer.state === 'found') return <FoundNote words="Voucher found" />
  return answer.state === 'not found' && <NotFoundNote words={answer.words} />
}
