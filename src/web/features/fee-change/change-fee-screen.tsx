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
import {
  EditButtons,
  ReadOnlyField,
  StudentPageLink,
  WhatChanges,
  type Changed,
} from '#web/kit/student-form/edit-parts.tsx'
import { feeChanges, feeLabels, feesForm } from '#web/kit/student-form/fee-changes.ts'
import { errorsIn, errorsWhileTyping, feesOf, type StudentForm } from '#web/kit/student-form/student-form.ts'
import { useStudentEdit, type SavedWords } from '#web/kit/student-form/use-student-edit.ts'
import { StudentSearchField } from '#web/kit/student-search-field.tsx'
import { useNeedsReason } from '#web/kit/use-campus-rules.ts'
import { useAlert } from '#web/ui/alert-dialog.tsx'
import { AmountField } from '#web/ui/amount-field.tsx'
import { DateField } from '#web/ui/date-field.tsx'
import { Screen } from '#web/ui/screen.tsx'
import { Failed } from '#web/ui/states.tsx'
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
  const { campus } = useStaff()
  const { data } = useFeeChanges(campus, rollNo)
  const fee = feeInMonth(data?.schedule ?? [], monthOf(date))
  const currentFee = fee && { monthlyFee: formatRupees(fee.monthlyFee), discount: formatRupees(fee.discount) }
  return { currentFee, isKnown: data !== undefined }
}

/** Form state for changing the monthly fee and discount of the student who was found (spec 5.change-fee). */
function useFeeChange() {
  const { today, name } = useStaff()
  const needsReason = useNeedsReason()
  const alert = useAlert()
  const edit = useStudentEdit<typeof changeFee, FeeForm>({
    endpoint: changeFee,
    act: 'changeFee',
    draft: 'change fee',
    names: ['monthlyFee', 'discount', 'feeChangeDate', 'reason'],
    check: (): FormErrors<FeeForm> => ({
      ...errorsIn('fees', form, today),
      ...(form.feeChangeDate === '' && { feeChangeDate: missingDate }),
      ...reasonError(form.reason, needsReason),
    }),
    sent: request,
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

  async function request(): Promise<Sent<typeof changeFee> | null> {
    const { feeChangeDate, reason } = form
    if (!info || feeChangeDate === '') return null
    if (changes.length === 0) {
      await alert('No changes made')
      return null
    }
    const { monthlyFee, discount } = feesOf(form)
    const newFee = { feeChangeDate, feeChangedBy: name, monthlyFee, discount }
    return { params: { rollNo: info.studentData.rollNo }, body: { newFee, ...(reason !== '' && { reason }) } }
  }

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
    isReady: info !== null && isKnown,
    fields: edit.withValues(form),
    changes: changes.length > 0 ? [...changes, net] : [],
  }
}

/**
 * `/student-fee-change`: sets monthly fee and discount from a given month on, next to the fee history
 * (spec 2.routes.student-fee-change, spec 5.change-fee, decisions 6.fee-change).
 */
export function ChangeFeeScreen() {
  const { campus } = useStaff()
  const edit = useFeeChange()
  const { form, lookup, info } = edit

  return (
    <Screen
      title="Change student fee"
      campus={campus}
      lead="New monthly fee from the next voucher. Old vouchers do not change."
      actions={<StudentPageLink rollNo={info?.studentData.rollNo} />}
      onLeave={edit.leave}
    >
      <Grid gap="xl">
        <Grid.Col span={{ base: 12, md: 7 }}>
          <form {...form.frame} aria-label="Change student fee">
            <Stack gap="md">
              <StudentSearchField {...lookup.field} readOnly={form.sending} autoFocus />
              {lookup.failure && <Failed failure={lookup.failure} retry={() => void lookup.reload()} />}
              <FeeFields edit={edit} />
              {info && (
                <WhatChanges
                  title="What will change"
                  changes={edit.changes}
                  nothing="Nothing is changed yet."
                  figures
                />
              )}
              {info?.openVoucher && (
                <Text c="dimmed">
                  Voucher {info.openVoucher.voucherNo} is unpaid and does not change. To change it too, use
                  Edit student voucher.
                </Text>
              )}
              <EditButtons leave={edit.leave} sending={form.sending} ready={edit.isReady} />
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
  const { info, fields, form } = edit
  const { values, errors } = fields
  const marked = { ...errorsWhileTyping(values), ...errors }
  return (
    <>
      <SimpleGrid cols={{ base: 1, xs: 3 }} spacing="md" verticalSpacing="sm">
        <ReadOnlyField label="Name" value={info?.studentData.studentName} />
        <ReadOnlyField label="Father Name" value={info?.studentData.fatherName} />
        <ReadOnlyField
          label="Class and Section"
          value={info ? `${info.studentData.studentClass} ${info.studentData.section}` : ''}
        />
      </SimpleGrid>
      <fieldset className="plain-fieldset" disabled={!info || form.sending}>
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md" verticalSpacing="sm">
          <AmountField
            {...fields.field('monthlyFee')}
            label={labels.monthlyFee}
            value={info ? values.monthlyFee : ''}
            error={marked.monthlyFee}
            required
          />
          <AmountField
            {...fields.field('discount')}
            label={labels.discount}
            value={info ? values.discount : ''}
            error={marked.discount}
            required
          />
          <AmountField label="Net Monthly Fee" value={info ? netOf(values) : ''} readOnly />
          <DateField {...fields.field('feeChangeDate')} label="Fee Change Date" required />
          <ReasonField {...fields.field('reason')} isNeeded={edit.needsReason} />
        </SimpleGrid>
      </fieldset>
    </>
  )
}
