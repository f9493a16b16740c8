import { Grid, SimpleGrid, Stack, Text } from '@mantine/core'
import { changeFee } from '#contract/fee-change.ts'
import { formatMonth, monthOf, type CalendarDate } from '#domain/calendar.ts'
import { feeInMonth, type DatedFee } from '#domain/fee.ts'
import { formatRupees } from '#domain/money.ts'
import { netMonthlyFee } from '#domain/voucher-amounts.ts'
import type { Sent } from '#web/api/call.ts'
import { useStaff } from '#web/api/session.ts'
import { reasonError, ReasonField } from '#web/kit/approval/reason-field.tsx'
import { missingDate, type FormErrors } from '#web/kit/form/field-errors.ts'
import { plannedFeeWords } from '#web/kit/planned-fees.tsx'
import { EditButtons, WhatChanges, type Changed } from '#web/kit/student-form/edit-parts.tsx'
import { feeChanges, feeLabels, feesForm } from '#web/kit/student-form/fee-changes.ts'
import { StudentChoice, StudentSubject } from '#web/kit/student-form/student-choice.tsx'
import { errorsIn, errorsWhileTyping, feesOf, type StudentForm } from '#web/kit/student-form/student-form.ts'
import { useStudentEdit, type SavedWords } from '#web/kit/student-form/use-student-edit.ts'
import { useNeedsReason } from '#web/kit/use-campus-rules.ts'
import { AmountField } from '#web/ui/amount-field.tsx'
import { DateField } from '#web/ui/date-field.tsx'
import { Screen } from '#web/ui/screen.tsx'
import { FeeHistory, useFeeChanges } from './fee-history.tsx'

interface FeeForm extends StudentForm {
  readonly feeChangeDate: CalendarDate | ''
  /** Required if the change may need approval. */
  readonly reason: string
}

const labels = { ...feeLabels, monthlyFee: 'Monthly Fee' }

const netOf = (form: StudentForm): string => formatRupees(netMonthlyFee(feesOf(form)))

/** Finds the fee that applies in the month of a date; it may be a planned fee. Null if there is none. */
function useCurrentFee(rollNo: number | undefined, date: CalendarDate) {
  const { data } = useFeeChanges(rollNo)
  const fee = feeInMonth(data?.schedule ?? [], monthOf(date))
  const currentFee = fee && { monthlyFee: formatRupees(fee.monthlyFee), discount: formatRupees(fee.discount) }
  return { currentFee, isKnown: data !== undefined }
}

/** Form state for changing the monthly fee and discount of the student who was found (spec 5.change-fee). */
function useFeeChange() {
  const { today, name } = useStaff()
  const needsReason = useNeedsReason()
  const edit = useStudentEdit<typeof changeFee, FeeForm>({
    endpoint: changeFee,
    act: 'changeFee',
    draft: 'change fee',
    names: ['monthlyFee', 'discount', 'feeChangeDate', 'reason'],
    check: (): FormErrors<FeeForm> => ({
      ...errorsIn('fees', form, today),
      ...(form.feeChangeDate === '' && { feeChangeDate: missingDate }),
      // Without a change no reason is required: the answer is that nothing has changed.
      ...reasonError(form.reason, needsReason && changes.length > 0),
    }),
    isChanged: (): boolean => changes.length > 0,
    sent: (): Sent<typeof changeFee> | null => {
      const { feeChangeDate, reason } = form
      // Not before the fee of the chosen month is known.
      if (!info || !isKnown || feeChangeDate === '') return null
      const { monthlyFee, discount } = feesOf(form)
      const newFee = { feeChangeDate, feeChangedBy: name, monthlyFee, discount }
      return {
        params: { rollNo: info.studentData.rollNo },
        body: { newFee, ...(reason !== '' && { reason }) },
      }
    },
    saved: ({ msg, plannedFees }): SavedWords => [msg, savedMessage(plannedFees)],
  })
  const { info } = edit
  const { values } = edit.form
  const { currentFee, isKnown } = useCurrentFee(info?.studentData.rollNo, values.feeChangeDate || today)
  const before = {
    ...feesForm(info?.monthlyFeeData ?? null, today),
    ...currentFee,
    feeChangeDate: today,
    reason: '',
  }
  const form: FeeForm = info ? { ...before, ...values } : before
  const changes: readonly Changed[] = feeChanges(before, form, ['monthlyFee', 'discount'], labels)

  function savedMessage(planned: readonly DatedFee[]): string {
    if (!info) return ''
    const { studentName, rollNo } = info.studentData
    const from = formatMonth(monthOf(form.feeChangeDate || today))
    const plannedText = planned.map((fee) => ` As planned: ${plannedFeeWords(fee)}.`).join('')
    return `${studentName}, Roll No. ${rollNo}: ${netOf(form)} a month from ${from}.${plannedText}`
  }

  const net = { label: 'Net Monthly Fee', before: netOf(before), after: netOf(form) }
  return {
    ...edit,
    needsReason,
    /** The student, once the planned fees are known too: the fields begin with the fee of the chosen month. */
    shown: isKnown ? info : null,
    fields: edit.withValues(form),
    changes: changes.length > 0 ? [...changes, net] : [],
  }
}

/**
 * `/student-fee-change`: sets monthly fee and discount from a given month on, next to the fee history
 * (spec 2.routes.student-fee-change, spec 5.change-fee, decisions 6.fee-change).
 */
export function ChangeFeeScreen() {
  const edit = useFeeChange()
  const { form, lookup, info, shown } = edit

  return (
    <Screen
      title="Change student fee"
      lead="New monthly fee from the next voucher. Old vouchers do not change."
      subject={<StudentSubject student={shown?.studentData ?? null} lookup={lookup} sending={form.sending} />}
      onLeave={edit.leave}
    >
      <Grid gap="xl">
        <Grid.Col span={{ base: 12, md: 7 }}>
          <form {...form.frame} aria-label="Change student fee">
            <Stack gap="md">
              <StudentChoice
                lookup={{ ...lookup, found: shown && lookup.found }}
                sending={form.sending}
                focus={form.focusFirstInvalid}
              />
              {shown && <FeeFields edit={edit} />}
              {shown && (
                <WhatChanges
                  title="What will change"
                  changes={edit.changes}
                  nothing="Nothing is changed yet."
                  figures
                />
              )}
              {shown?.openVoucher && (
                <Text c="dimmed">
                  Voucher {shown.openVoucher.voucherNo} is unpaid and does not change. To change it too, use
                  Edit student voucher.
                </Text>
              )}
              <EditButtons leave={edit.leave} sending={form.sending} />
            </Stack>
          </form>
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 5 }}>
          {info && <FeeHistory rollNo={info.studentData.rollNo} studentName={info.studentData.studentName} />}
        </Grid.Col>
      </Grid>
    </Screen>
  )
}

function FeeFields({ edit }: { readonly edit: ReturnType<typeof useFeeChange> }) {
  const { fields, form } = edit
  const { values, errors } = fields
  const marked = { ...errorsWhileTyping(values), ...errors }
  return (
    <fieldset className="plain-fieldset" disabled={form.sending}>
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md" verticalSpacing="sm">
        <AmountField
          {...fields.field('monthlyFee')}
          label={labels.monthlyFee}
          value={values.monthlyFee}
          error={marked.monthlyFee}
          required
        />
        <AmountField
          {...fields.field('discount')}
          label={labels.discount}
          value={values.discount}
          error={marked.discount}
          required
        />
        <AmountField label="Net Monthly Fee" value={netOf(values)} readOnly />
        <DateField {...fields.field('feeChangeDate')} label="Fee Change Date" required />
        <ReasonField {...fields.field('reason')} isNeeded={edit.needsReason} />
      </SimpleGrid>
    </fieldset>
  )
}
