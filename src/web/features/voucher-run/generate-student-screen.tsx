import { Grid, Paper } from '@mantine/core'
import { useState, type SyntheticEvent } from 'react'
import type { StudentReply } from '#contract/student.ts'
import { generateForStudent, studentVoucherPreview } from '#contract/voucher-run.ts'
import type { CalendarDate } from '#domain/calendar.ts'
import { byHead, feeHeads } from '#domain/fee-heads.ts'
import { netMonthlyFee } from '#domain/voucher-amounts.ts'
import type { Sent } from '#web/api/call.ts'
import { useCall } from '#web/api/queries.ts'
import { balanceText } from '#web/kit/balance-text.ts'
import { FormButtons } from '#web/kit/form/form-buttons.tsx'
import { useGoBack } from '#web/kit/go-back.ts'
import { StudentScreen } from '#web/kit/student-form/student-choice.tsx'
import { useInfoLookup } from '#web/kit/student-form/use-student-edit.ts'
import { periodOf } from '#web/kit/voucher-date-fields.tsx'
import { useAlert } from '#web/ui/alert-dialog.tsx'
import { RunFields, useGeneratedAlert, useRunForm, type RunForm } from './run-form.tsx'
import { NewVoucher, ReplaceQuestion, type StudentPreview } from './voucher-preview.tsx'

/** The call with the voucher that the clerk sees, as spec 3.voucher names its fields. The server computes its own. */
function requestFor(
  student: StudentReply,
  preview: StudentPreview,
  form: RunForm,
  isReplacing: boolean,
): Sent<typeof generateForStudent> {
  const { rollNo, studentName, studentClass, section, campus } = student
  const { issueDate, dueDate, note } = form
  const voucherData = {
    voucherNo: preview.voucherNo,
    studentName,
    rollNo,
    studentClass,
    section,
    campus,
    feePeriod: periodOf(form),
    issueDate,
    dueDate,
    ...byHead(feeHeads, ({ key }) => preview[key]),
    netMonthlyFee: netMonthlyFee(preview),
    arrears: preview.arrears,
    netReceivable: preview.netReceivable,
    note,
    monthGenerated: preview.month,
    yearGenerated: preview.year,
  }
  const request = { ...form, voucherData, studentData: student, expectedBalance: preview.balance }
  return { params: { rollNo }, body: { ...request, ...(isReplacing && { forceGenerate: true }) } }
}

/** Loads the preview for a student and month. Never returns the preview of a previous selection. */
function useVoucherPreview(student: StudentReply | null, fromDate: CalendarDate | '') {
  const preview = useCall(
    studentVoucherPreview,
    { params: { rollNo: student?.rollNo ?? 0, fromDate } },
    { enabled: student !== null && fromDate !== '', gcTime: 0 },
  )
  const currentPreview = student === null || preview.isError ? null : (preview.data ?? null)
  return { preview, currentPreview, ready: currentPreview?.takenOverBy === null && !preview.isFetching }
}

/**
 * Generates one student's voucher, from the look-up to the result; may replace the voucher that the month already has
 * (spec 5.generation, spec 8.generation, decision record 8).
 */
function useStudentRun() {
  const alert = useAlert()
  const leave = useGoBack()
  const showGenerated = useGeneratedAlert()
  const lookup = useInfoLookup('generate student', 'Student not found')
  const { student } = lookup
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
      const { voucherNo, studentName, rollNo } = voucher
      await showGenerated(msg, {
        detail: `Voucher ${voucherNo}\n${studentName}, roll no. ${rollNo}\nNet receivable ${balanceText(voucher.netReceivable)}`,
        month: { year: voucher.yearGenerated, month: voucher.monthGenerated },
        unposted: voucher.posted ? 0 : 1,
      })
    },
    async refused({ code, msg, status }) {
      if (code === 'voucher-exists') await ask(msg)
      else if (code === 'balance-changed') await showNewBalance(msg)
      // The look-up itself reports a student who has left.
      else if (code === 'student-left' || code === 'student-graduated') await lookup.reload()
      else {
        if (status === 409) void preview.refetch()
        return false
      }
      return true
    },
  })
  const { values } = form
  const { preview, currentPreview, ready } = useVoucherPreview(student, form.requestedMonth)
  const selectionKey = `${student?.rollNo} ${values.fromDate} ${values.toDate}`
  /** The month's voucher, while the clerk is asked about replacing it. */
  const voucherToReplace = openQuestionKey === selectionKey ? (currentPreview?.replaces ?? null) : null

  /** Asks about the replacement with current figures, or shows the refusal if there is nothing to replace. */
  async function ask(msg: string) {
    const now = await preview.refetch()
    if (now.isSuccess && now.data.replaces && !now.data.takenOverBy) setOpenQuestionKey(selectionKey)
    else await alert(msg, { tone: 'error' })
  }

  async function showNewBalance(msg: string) {
    const { data, isSuccess } = await preview.refetch()
    const balance = isSuccess ? `It is ${balanceText(data.balance)} now. ` : ''
    await alert(msg, { tone: 'error', detail: `${balance}Please look at the voucher again.` })
  }

  const onSubmit = (event: SyntheticEvent) => {
    event.preventDefault()
    // While the question is open, only its own button sends.
    if (!voucherToReplace) void form.submit()
  }
  const keepVoucher = () => {
    setOpenQuestionKey(null)
    form.focusFirstInvalid()
  }
  const shown = { ...form, frame: { ...form.frame, onSubmit }, leave }
  return { form: shown, lookup, student, preview, currentPreview, ready, voucherToReplace, keepVoucher }
}

/**
 * `/generate-voucher/student`: shows the voucher, then generates it (spec 2.routes.generate-student, spec 5.generation,
 * spec 8.generation).
 */
export function GenerateStudentScreen() {
  const run = useStudentRun()
  const { form, currentPreview, voucherToReplace } = run

  return (
    <StudentScreen
      title="Generate student voucher"
      lead="Makes one student's voucher for a month. Unpaid fees of earlier months are added as arrears."
      student={run.student}
      lookup={run.lookup}
      form={form}
    >
      {run.student && (
        <Grid gap="xl">
          <Grid.Col span={{ base: 12, lg: 7 }}>
            <RunFields form={form} noteFor="Saved on the voucher" />
          </Grid.Col>
          <Grid.Col span={{ base: 12, lg: 5 }}>
            {/* Reserves the height while the figures load, so that nothing below jumps. */}
            <Paper component="section" aria-label="The new voucher" withBorder p="md" mih={300}>
              <NewVoucher found={run.preview} />
            </Paper>
          </Grid.Col>
        </Grid>
      )}
      {voucherToReplace && currentPreview ? (
        <ReplaceQuestion
          voucher={voucherToReplace}
          preview={currentPreview}
          ready={run.ready}
          sending={form.sending}
          keep={run.keepVoucher}
          replace={() => void form.submit()}
        />
      ) : (
        <FormButtons act="Generate" ready={run.ready} sending={form.sending} cancel={form.leave} />
      )}
    </StudentScreen>
  )
}
