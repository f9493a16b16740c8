import { useState } from 'react'
import { studentInfo } from '#contract/student-edit.ts'
import type { StudentReply } from '#contract/student.ts'
import { generateForStudent, studentVoucherPreview } from '#contract/voucher-run.ts'
import type { VoucherReply } from '#contract/voucher.ts'
import type { CalendarDate } from '#domain/calendar.ts'
import { byHead, monthlyHeads, oneTimeHeads, voucherOnlyHeads } from '#domain/fee-heads.ts'
import { netMonthlyFee } from '#domain/voucher-amounts.ts'
import { call, type CallFailed, type Reply, type Sent } from '#web/api/call.ts'
import { useCall } from '#web/api/queries.ts'
import { balanceText } from '#web/kit/balance-text.ts'
import { useStudentLookup } from '#web/kit/use-student-lookup.ts'
import { periodOf } from '#web/kit/voucher-date-fields.tsx'
import { useAlert } from '#web/ui/alert-dialog.tsx'
import { useGeneratedAlert } from './use-generated-alert.ts'
import { useRunForm, type RunForm } from './use-run-form.ts'

type Student = Reply<typeof studentInfo>['data']['studentData']
export type StudentPreview = Reply<typeof studentVoucherPreview>

/** Builds the voucher that the clerk sees, with the field names of spec 3.voucher. The server computes its own. */
function voucherDataOf(student: Student, preview: StudentPreview, form: RunForm) {
  const { rollNo, studentName, studentClass, section, campus } = student
  const { monthlyFee, ...otherMonthlyFees } = byHead(monthlyHeads, ({ key }) => preview[key])
  const { issueDate, dueDate, note } = form
  return {
    voucherNo: preview.voucherNo,
    studentName,
    rollNo,
    studentClass,
    section,
    campus,
    feePeriod: periodOf(form),
    issueDate,
    dueDate,
    monthlyFee,
    netMonthlyFee: netMonthlyFee(preview),
    ...otherMonthlyFees,
    ...byHead(oneTimeHeads, ({ key }) => preview[key]),
    arrears: preview.arrears,
    ...byHead(voucherOnlyHeads, ({ key }) => preview[key]),
    netReceivable: preview.netReceivable,
    note,
    monthGenerated: preview.month,
    yearGenerated: preview.year,
  }
}

const leftCodes: ReadonlySet<string> = new Set(['student-left', 'student-graduated'])

const voucherSummary = (voucher: VoucherReply): string =>
  [
    `Voucher ${voucher.voucherNo}`,
    `${voucher.studentName}, roll no. ${voucher.rollNo}`,
    `Net receivable ${balanceText(voucher.netReceivable)}`,
  ].join('\n')

const useLookup = () =>
  useStudentLookup({
    draft: 'generate student',
    find: (params, signal) => call(studentInfo, { params, signal }),
    unknown: 'Student not found',
  })

/** Loads the preview for a student and month. Never returns the preview of a previous selection. */
function useVoucherPreview(student: StudentReply | null, requestedMonth: CalendarDate | '') {
  const rollNo = student?.rollNo ?? 0
  const preview = useCall(
    studentVoucherPreview,
    { params: { rollNo, fromDate: requestedMonth } },
    { enabled: student !== null && requestedMonth !== '', gcTime: 0 },
  )
  const currentPreview = student === null || preview.isError ? null : (preview.data ?? null)
  return { preview, currentPreview, ready: currentPreview?.takenOverBy === null && !preview.isFetching }
}

/**
 * Generates one student's voucher, from the look-up to the result; may replace the voucher that the month already has
 * (spec 5.generation, spec 8.generation, decision record 8).
 */
export function useStudentRun() {
  const alert = useAlert()
  const showGenerated = useGeneratedAlert()
  const lookup = useLookup()
  const student = lookup.found?.data.studentData ?? null
  // The student and period for which the question about replacing is open; another selection closes it.
  const [openQuestionKey, setOpenQuestionKey] = useState<string | null>(null)

  const form = useRunForm<typeof generateForStudent>({
    endpoint: generateForStudent,
    draft: 'generate student',
    isPeriodConfirmed: (): boolean => voucherToReplace !== null,
    sent: (values): Sent<typeof generateForStudent> | null =>
      student && currentPreview && requestFor(student, currentPreview, values, voucherToReplace !== null),
    async done({ msg, voucher }) {
      // Closes the question before the preview is refetched; otherwise it would offer to replace the new voucher.
      setOpenQuestionKey(null)
      lookup.clear()
      await showGenerated(msg, resultOf(voucher))
    },
    refused,
  })
  const { fromDate, toDate } = form.values
  const { preview, currentPreview, ready } = useVoucherPreview(student, form.requestedMonth)
  const selectionKey = `${student?.rollNo} ${fromDate} ${toDate}`
  /** The month's voucher, while the clerk is asked about replacing it. */
  const voucherToReplace = openQuestionKey === selectionKey ? (currentPreview?.replaces ?? null) : null

  async function refused(failure: CallFailed): Promise<boolean> {
    const { code, msg, status } = failure
    if (code === 'voucher-exists') await ask(msg)
    else if (code === 'balance-changed') await showNewBalance(msg)
    // The look-up itself reports a student who has left.
    else if (leftCodes.has(code)) await lookup.reload()
    else {
      if (status === 409) void preview.refetch()
      return false
    }
    return true
  }

  /** Asks about the replacement with current figures, or shows the refusal if there is nothing to replace. */
  async function ask(msg: string) {
    const now = await preview.refetch()
    if (now.isSuccess && now.data.replaces && !now.data.takenOverBy) setOpenQuestionKey(selectionKey)
    else await alert(msg, { tone: 'error' })
  }

  async function showNewBalance(msg: string) {
    const now = await preview.refetch()
    const balance = now.isSuccess ? `It is ${balanceText(now.data.balance)} now. ` : ''
    await alert(msg, { tone: 'error', detail: `${balance}Please look at the voucher again.` })
  }

  const keepVoucher = () => {
    setOpenQuestionKey(null)
    form.focusFirstInvalid()
  }
  return { ...form, lookup, student, preview, currentPreview, ready, voucherToReplace, keepVoucher }
}

const requestFor = (
  student: StudentReply,
  preview: StudentPreview,
  values: RunForm,
  isReplacing: boolean,
): Sent<typeof generateForStudent> => ({
  params: { rollNo: student.rollNo },
  body: {
    ...values,
    voucherData: voucherDataOf(student, preview, values),
    studentData: student,
    expectedBalance: preview.balance,
    ...(isReplacing && { forceGenerate: true }),
  },
})

const resultOf = (voucher: VoucherReply) => ({
  detail: voucherSummary(voucher),
  month: { year: voucher.yearGenerated, month: voucher.monthGenerated },
  unposted: voucher.posted ? 0 : 1,
})
