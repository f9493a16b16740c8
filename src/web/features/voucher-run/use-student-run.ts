import { studentInfo } from '#contract/student-edit.ts'
import { generateForStudent, studentVoucherPreview } from '#contract/voucher-run.ts'
import type { VoucherReply } from '#contract/voucher.ts'
import { call, CallFailed, type Reply } from '#web/api/call.ts'
import { keys, useCall } from '#web/api/queries.ts'
import { useStaff } from '#web/api/session.ts'
import { useChange } from '#web/api/use-change.ts'
import { useStudentLookup } from '#web/kit/use-student-lookup.ts'
import { balanceText } from '#web/kit/balance-text.ts'
import { useAlert } from '#web/ui/alert-dialog.tsx'
import { useState } from 'react'
import { useGeneratedAlert } from './use-generated-alert.ts'
import { useRunForm } from './use-run-form.ts'
import { voucherDataOf } from './voucher-data.ts'

export type StudentPreview = Reply<typeof studentVoucherPreview>

/** The student sought, the form, and what the voucher of the two would hold; never that of an earlier student or month. */
function useStudentPreview() {
  const { campus } = useStaff()
  const lookup = useStudentLookup({
    draft: 'generate student',
    key: keys.studentInfo,
    look: (params, signal) => call(studentInfo, { params, signal }),
    unknown: 'Student not found',
  })
  const runForm = useRunForm('generate-student')
  const student = lookup.found?.data.studentData ?? null
  const rollNo = student?.rollNo ?? 0
  const { form, monthAsked } = runForm
  const preview = useCall(
    keys.studentVoucherPreview(campus, rollNo, monthAsked),
    studentVoucherPreview,
    { params: { campus, rollNo, fromDate: monthAsked } },
    { enabled: student !== null && monthAsked !== '', gcTime: 0 },
  )
  return {
    ...runForm,
    lookup,
    student,
    preview,
    /** What is known of the voucher; null while it is read, or where that failed. */
    known: student === null || preview.isError ? null : (preview.data ?? null),
    /** Of whom and for when it is. */
    meant: `${rollNo} ${form.fromDate} ${form.toDate}`,
  }
}

const gone: ReadonlySet<string> = new Set(['student-left', 'student-graduated'])

const inWords = (voucher: VoucherReply): string =>
  [
    `Voucher ${voucher.voucherNo}`,
    `${voucher.studentName}, roll no. ${voucher.rollNo}`,
    `Net receivable ${balanceText(voucher.netReceivable)}`,
  ].join('\n')

const generatedOf = (voucher: VoucherReply) => ({
  detail: inWords(voucher),
  month: { year: voucher.yearGenerated, month: voucher.monthGenerated },
  unposted: voucher.posted ? 0 : 1,
})

/** A student's voucher from the look-up to its outcome, also in place of the month's one (spec 5.generation, spec 8.generation, decision record 8). */
export function useStudentRun() {
  const run = useStudentPreview()
  const { form, lookup, student, preview, known, meant } = run
  const { send, sending } = useChange(generateForStudent)
  const alert = useAlert()
  const sayGenerated = useGeneratedAlert()
  // The voucher about which the question is open; another student or period closes it.
  const [asked, setAsked] = useState<string | null>(null)

  function clear() {
    setAsked(null)
    run.clear()
    lookup.clear()
  }

  /** Generates the voucher, says its number and leaves, or says why not; `force` puts it in the place of the month's one. */
  async function generate({ force }: { readonly force: boolean }): Promise<void> {
    if (!student || !known) return
    try {
      const { msg, voucher } = await send({
        params: { rollNo: student.rollNo },
        body: {
          ...form,
          voucherData: voucherDataOf(student, known, form),
          studentData: student,
          expectedBalance: known.balance,
          ...(force && { forceGenerate: true }),
        },
      })
      // Before what is shown is read again: the new voucher would stand there as the one to be replaced.
      clear()
      await sayGenerated(msg, generatedOf(voucher))
    } catch (error) {
      if (!(error instanceof CallFailed)) throw error
      await refused(error)
    }
  }

  async function refused(failure: CallFailed) {
    if (failure.code === 'voucher-exists') return ask(failure)
    if (failure.code === 'balance-changed') return lookAgain(failure)
    // Of a student who is gone the look-up tells by itself.
    if (gone.has(failure.code)) return void (await lookup.reload())
    if (failure.status === 409) void preview.refetch()
    await run.sayWhy(failure)
  }

  /** Asks about the replacement over figures as they are now; where it cannot be done, tells that. */
  async function ask({ msg }: CallFailed) {
    const now = await preview.refetch()
    if (now.isSuccess && now.data.replaces && !now.data.takenOverBy) setAsked(meant)
    else await alert(msg, { tone: 'error' })
  }

  async function lookAgain({ msg }: CallFailed) {
    const now = await preview.refetch()
    const balance = now.isSuccess ? `It is ${balanceText(now.data.balance)} now. ` : ''
    await alert(msg, { tone: 'error', detail: `${balance}Please look at the voucher again.` })
  }

  const replaces = asked === meant ? (known?.replaces ?? null) : null
  return {
    ...run,
    clear,
    generate,
    sending,
    /** The voucher of the month while the clerk is asked whether to replace it. */
    replaces,
    keep: () => setAsked(null),
  }
}
