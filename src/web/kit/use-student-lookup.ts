import { skipToken, useQuery, type UseQueryResult } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { refusals } from '#domain/refusals.ts'
import { CallFailed } from '#web/api/call.ts'
import { useDraft } from '#web/api/drafts.ts'
import { useAlert } from '#web/ui/alert-dialog.tsx'
import { useRollInAddress } from './list-addresses.ts'
import type { StudentAnswer } from './student-combobox.tsx'

interface LookupDraft {
  readonly typed: string
  readonly rollNo: number | null
  /** The reason that excludes the student: `Student has graduated`, `Student has left`; otherwise null. */
  readonly gone: string | null
  /** True if the student was chosen, by address, Enter or a list; false if the number may still be typed on. */
  readonly isChosen: boolean
}

const blank = (typed = ''): LookupDraft => ({ typed, rollNo: null, gone: null, isChosen: false })

interface Lookup<Student> {
  /** The name under which typed text is kept. */
  readonly draft: string
  readonly find: (params: { rollNo: number }, signal: AbortSignal) => Promise<Student>
  /** The message of the field if there is no such student (spec 8.look-up). */
  readonly unknown?: string
  /** True if unknown students and failed calls are alerted too (`/edit-vouchers`, spec 4.edit-voucher.other-message). */
  readonly alertsEveryFailure?: boolean
}

const failureKinds = new Map<string, 'gone' | 'unknown'>([
  ['student-graduated', 'gone'],
  ['student-left', 'gone'],
  ['student-unknown', 'unknown'],
  // A number that the contract refuses belongs to nobody.
  ['invalid', 'unknown'],
])

const kindOf = (failure: CallFailed | null) => failure && (failureKinds.get(failure.code) ?? 'failed')

function answerTo(
  { rollNo, gone }: LookupDraft,
  { error, isPending, isError }: UseQueryResult<unknown, CallFailed>,
  unknown: string,
): StudentAnswer {
  if (gone !== null) return { state: 'not found', words: gone }
  if (rollNo === null) return { state: 'nothing' }
  if (kindOf(error) === 'unknown') return { state: 'not found', words: unknown }
  if (isPending) return { state: 'looking' }
  return { state: isError ? 'failed' : 'found' }
}

/**
 * Loads the student of the roll number in a `StudentSearchField` (spread `field` into it), never of an earlier number.
 * Alerts that a student has left or graduated (spec 4.graduated).
 */
export function useStudentLookup<Student>(lookup: Lookup<Student>) {
  const { draft, find, unknown = refusals['student-unknown'].msg, alertsEveryFailure = false } = lookup
  const [current, setCurrent, clear] = useDraft<LookupDraft>(`${draft}: roll number`, blank)
  const { rollNo } = current
  const query = useQuery<Student, CallFailed>({
    queryKey: [draft, rollNo],
    queryFn: rollNo === null ? skipToken : ({ signal }) => find({ rollNo }, signal),
    gcTime: 0,
    throwOnError: (error) => !(error instanceof CallFailed),
  })

  const rollInAddress = useRollInAddress()
  const openFor = useEffectEvent((roll: number) => {
    if (roll !== rollNo) open(roll)
  })
  useEffect(() => {
    if (rollInAddress !== null) openFor(rollInAddress)
  }, [rollInAddress])

  const failure = query.error
  const kind = kindOf(failure)
  const alert = useAlert()
  const alertFailure = useEffectEvent(() => {
    // A lost session opens the sign-in instead.
    if (!failure || failure.code === 'signed-out') return
    if (kind === 'gone') setCurrent((last) => ({ ...last, rollNo: null, gone: failure.msg }))
    else if (!alertsEveryFailure) return
    const words = kind === 'unknown' ? refusals['student-unknown'].msg : failure.msg
    void alert(words, { tone: 'error', detail: `Roll No. ${rollNo}` })
  })
  useEffect(() => {
    if (query.errorUpdatedAt > 0) alertFailure()
  }, [query.errorUpdatedAt])

  /** Puts a roll number into the field and looks it up at once. */
  function open(roll: number) {
    setCurrent({ ...blank(String(roll)), rollNo: roll, isChosen: true })
  }

  return {
    field: {
      value: current.typed,
      answer: answerTo(current, query, unknown),
      onChange: (typed: string) => setCurrent(blank(typed)),
      onChosen(chosen: number | null, isChosen = false) {
        if (chosen !== null && chosen === rollNo && query.isError) void query.refetch()
        setCurrent((last) => ({ ...last, rollNo: chosen, gone: null, isChosen }))
      },
    },
    rollNo,
    isChosen: current.isChosen,
    found: rollNo !== null && query.isSuccess ? query.data : null,
    /** The failure of a call for a reason other than the student; for `Failed`, with `reload` as its retry. */
    failure: kind === 'failed' ? failure : null,
    async reload(): Promise<Student | null> {
      const result = await query.refetch()
      return result.isSuccess ? result.data : null
    },
    open,
    clear,
  }
}
