import { changeFee } from '#contract/fee-change.ts'
import { formatMonth, monthOf, type CalendarDate } from '#domain/calendar.ts'
import { feeInMonth } from '#domain/fee.ts'
import { formatRupees } from '#domain/money.ts'
import { netMonthlyFee } from '#domain/voucher-amounts.ts'
import { useStaff } from '#web/api/session.ts'
import { useChange } from '#web/api/use-change.ts'
import { StudentSearchField } from '#web/kit/student-search-field.tsx'
import { AmountField } from '#web/ui/amount-field.tsx'
import { DateField } from '#web/ui/date-field.tsx'
import { Screen } from '#web/ui/screen.tsx'
import { Failed } from '#web/ui/states.tsx'
import { Grid, SimpleGrid, Stack, Text } from '@mantine/core'
import type { FormEvent } from 'react'
import { fromServer, missingDate, wrongIn, wrongWhileTyping } from './admission-checks.ts'
import { feesOf, type AdmissionForm } from './admission-form.ts'
import { EditButtons } from './edit-buttons.tsx'
import { feeChanges, feeLabels, feesForm } from './fee-changes.ts'
import { FeeHistory, useFeeChanges } from './fee-history.tsx'
import { ReadOnlyField } from './read-only-field.tsx'
import { StudentPageLink } from './student-page-link.tsx'
import { useStudentEdit } from './use-student-edit.ts'
import { WhatChanges, type Changed } from './what-changes.tsx'

interface FeeForm extends AdmissionForm {
  readonly feeChangeDate: CalendarDate | ''
}

const labels = { ...feeLabels, monthlyFee: 'Monthly Fee' }

const netOf = (form: AdmissionForm): string => formatRupees(netMonthlyFee(feesOf(form)))

/** The fee in force in the month of a date as the fields hold it, which may be planned already; null while it is on its way. */
function useFeeInForce(rollNo: number | undefined, date: CalendarDate) {
  const { campus } = useStaff()
  const { data } = useFeeChanges(campus, rollNo)
  const fee = feeInMonth(data?.schedule ?? [], monthOf(date))
  return fee && { monthlyFee: formatRupees(fee.monthlyFee), discount: formatRupees(fee.discount) }
}

/** Monthly fee and discount of the student in sight and what is typed over them (spec 5.change-fee). */
function useFeeChange() {
  const { today, name } = useStaff()
  const edit = useStudentEdit<FeeForm>({ draft: 'change fee' })
  const { send, sending } = useChange(changeFee)
  const { info } = edit
  const inForce = useFeeInForce(info?.studentData.rollNo, edit.typed.feeChangeDate || today)
  const before = { ...feesForm(info?.monthlyFeeData ?? null, today), ...inForce, feeChangeDate: today }
  const form: FeeForm = info ? { ...before, ...edit.typed } : before
  const changes: readonly Changed[] = feeChanges(before, form, ['monthlyFee', 'discount'], labels)
  const wrong = {
    ...wrongIn('fees', form, today),
    ...(form.feeChangeDate === '' && { feeChangeDate: missingDate }),
  }

  async function submit() {
    if (!info || (await edit.mark(wrong))) return
    if (changes.length === 0) return edit.alert('No changes made')
    if (form.feeChangeDate === '') return
    const { studentName, rollNo } = info.studentData
    const { monthlyFee, discount } = feesOf(form)
    const from = formatMonth(monthOf(form.feeChangeDate))
    const newFee = {
      feeChangeDate: form.feeChangeDate,
      feeChangedBy: name,
      monthlyFee,
      discount,
    }
    try {
      const { msg } = await send({ params: { rollNo }, body: { newFee } })
      await edit.done(msg, `${studentName}, Roll No. ${rollNo}: ${netOf(form)} a month from ${from}.`)
    } catch (error) {
      await edit.failed(error, ({ errors }) => fromServer(errors, form))
    }
  }

  const net = { label: 'Net Monthly Fee', before: netOf(before), after: netOf(form) }
  return { ...edit, form, changes: changes.length > 0 ? [...changes, net] : [], sending, submit }
}

/** `/student-fee-change`: monthly fee and discount from a month on, beside what they were (spec 2.routes.student-fee-change, spec 5.change-fee, decisions 6.fee-change). */
export function ChangeFeeScreen() {
  const { campus } = useStaff()
  const edit = useFeeChange()
  const { lookup, info, sending } = edit

  const send = (event: FormEvent) => {
    event.preventDefault()
    void edit.submit()
  }

  return (
    <Screen
      title="Change student fee"
      campus={campus}
      lead="New monthly fee from the next voucher. Old vouchers do not change."
      actions={<StudentPageLink rollNo={info?.studentData.rollNo} />}
      onLeave={edit.back}
    >
      <Grid gap="xl">
        <Grid.Col span={{ base: 12, md: 7 }}>
          <form ref={edit.frame} noValidate onSubmit={send} aria-label="Change student fee">
            <Stack gap="md">
              <StudentSearchField {...lookup.field} readOnly={sending} autoFocus />
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
                  Voucher {info.openVoucher.voucherNo} is open and stays as it is. To change it too, use Edit
                  student voucher.
                </Text>
              )}
              <EditButtons edit={edit} sending={sending} ready={info !== null} />
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
  const { info, form, errors, change, sending } = edit
  const marked: Readonly<Record<string, string>> = { ...wrongWhileTyping(form), ...errors }
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
      <fieldset className="plain-fieldset" disabled={!info || sending}>
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md" verticalSpacing="sm">
          <AmountField
            name="monthlyFee"
            label={labels.monthlyFee}
            value={info ? form.monthlyFee : ''}
            onChange={(monthlyFee) => change({ monthlyFee })}
            error={marked['monthlyFee']}
            required
          />
          <AmountField
            name="discount"
            label={labels.discount}
            value={info ? form.discount : ''}
            onChange={(discount) => change({ discount })}
            error={marked['discount']}
            required
          />
          <AmountField label="Net Monthly Fee" value={info ? netOf(form) : ''} readOnly />
          <DateField
            name="feeChangeDate"
            label="Fee Change Date"
            value={form.feeChangeDate}
            onChange={(feeChangeDate) => change({ feeChangeDate })}
            error={marked['feeChangeDate']}
            required
          />
        </SimpleGrid>
      </fieldset>
    </>
  )
}
