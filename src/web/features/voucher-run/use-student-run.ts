import { useState } from 'react'
import { studentInfo } from '#contract/student-edit.ts'
import type { StudentReply } from '#contract/student.ts'
import { generateForStudent, studentVoucherPreview } from '#contract/voucher-run.ts'
import type { VoucherReply } from '#contract/voucher.ts'
import type { CalendarDate } from '#domain/calendar.ts'
import { byHead, monthlyHeads, oneTimeHeads, voucherOnlyHeads } from '#domain/fee-heads.ts'
import { netMonthlyFee } from '#domain/voucher-amounts.ts'
import { call, type CallFailed, type Reply, type Sent } from '#web/api/call.ts'
import { keys, useCall } from '#web/api/queries.ts'
import { useStaff } from '#web/api/session.ts'
import { balanceText } from '#web/kit/balance-text.ts'
import { useStudentLookup } from '#web/kit/use-student-lookup.ts'
import { periodOf } from '#web/kit/voucher-form-dates.ts'
import { useAlert } from '#web/ui/alert-dialog.tsx'
import { useGeneratedAlert } from './use-generated-alert.ts'
import { useRunForm, type RunForm } from './use-run-form.ts'

type Student = Reply<typeof studentInfo>['data']['studentData']
export type StudentPreview = Reply<typeof studentVoucherPreview>

/** The voucher as the clerk sees it, by the names of spec 3.voucher; our server computes its own. */
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

const voucherWords = (voucher: VoucherReply): string =>
  [
    `Voucher ${voucher.voucherNo}`,
    `${voucher.studentName}, roll no. ${voucher.rollNo}`,
    `Net receivable ${balanceText(voucher.netReceivable)}`,
  ].join('\n')

const useLookup = () =>
  useStudentLookup({
    draft: 'generate student',
    key: keys.studentInfo,
    look: (params, signal) => call(studentInfo, { params, signal }),
    unknown: 'Student not found',
  })

/** The voucher of a student and a month; never that of an earlier student or month. */
function useVoucherPreview(student: StudentReply | null, monthAsked: CalendarDate | '') {
  const { campus } = useStaff()
  const rollNo = student?.rollNo ?? 0
  const preview = useCall(
    keys.studentVoucherPreview(campus, rollNo, monthAsked),
    studentVoucherPreview,
    { params: { campus, rollNo, fromDate: monthAsked } },
    { enabled: student !== null && monthAsked !== '', gcTime: 0 },
  )
  const known = student === null || preview.isError ? null : (preview.data ?? null)
  return { preview, known, ready: known !== null && known.takenOverBy === null && !preview.isFetching }
}

/**
 * A student's voucher from the look-up to its outcome, also in place of the month's one (spec 5.generation,
 * spec 8.generation, decision record 8).
 */
export function useStudentRun() {
  const alert = useAlert()
  const showGenerated = useGeneratedAlert()
  const lookup = useLookup()
  const student = lookup.found?.data.studentData ?? null
  // The voucher of the open question; another student or period closes it.
  const [asked, setAsked] = useState<string | null>(null)

  const form = useRunForm<typeof generateForStudent>({
    endpoint: generateForStudent,
    draft: 'generate-student',
    isPeriodConfirmed: (): boolean => replaces !== null,
    sent: (values): Sent<typeof generateForStudent> | null =>
      student && known && sentFor(student, known, values, replaces !== null),
    async done({ msg, voucher }) {
      // Closes before the shown data is read again: the new voucher would be shown as the one to replace.
      setAsked(null)
      lookup.clear()
      await showGenerated(msg, generatedOf(voucher))
    },
    refused,
  })
  const { fromDate, toDate } = form.values
  const { preview, known, ready } = useVoucherPreview(student, form.monthAsked)
  const meant = `${student?.rollNo} ${fromDate} ${toDate}`
  /** The month's voucher, while the clerk is asked about replacing it. */
  const replaces = asked === meant ? (known?.replaces ?? null) : null

  async function refused(failure: CallFailed): Promise<boolean> {
    const { code, msg, status } = failure
    if (code === 'voucher-exists') await ask(msg)
    else if (code === 'balance-changed') await readBalance(msg)
    // The look-up itself reports a student who has left.
    else if (leftCodes.has(code)) await lookup.reload()
    else {
      if (status === 409) void preview.refetch()
      return false
    }
    return true
  }

  /** Asks about the replacement with current figures, or says that it is impossible. */
  async function ask(msg: string) {
    const now = await preview.refetch()
    if (now.isSuccess && now.data.replaces && !now.data.takenOverBy) setAsked(meant)
    else await alert(msg, { tone: 'error' })
  }

  async function readBalance(msg: string) {
    const now = await preview.refetch()
    const balance = now.isSuccess ? `It is ${balanceText(now.data.balance)} now. ` : ''
    await alert(msg, { tone: 'error', detail: `${balance}Please look at the voucher again.` })
  }

  const clear = () => {
    setAsked(null)
    form.reset()
    lookup.clear()
  }
  const keep = () => {
    setAsked(null)
    form.focusFirstWrong()
  }
  return { ...form, lookup, student, preview, known, ready, replaces, clear, keep }
}

const sentFor = (
  student: StudentReply,
  known: StudentPreview,
  values: RunForm,
  isReplacing: boolean,
): Sent<typeof generateForStudent> => ({
  params: { rollNo: student.rollNo },
  body: {
    ...values,
    voucherData: voucherDataOf(student, known, values),
    studentData: student,
    expectedBalance: known.balance,
    ...(isReplacing && { forceGenerate: true }),
  },
})

const generatedOf = (voucher: VoucherReply) => ({
  detail: voucherWords(voucher),
  month: { year: voucher.yearGenerated, month: voucher.monthGenerated },
  unposted: voucher.posted ? 0 : 1,
})
