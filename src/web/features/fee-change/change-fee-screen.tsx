import { Fieldset, Grid, Paper, SimpleGrid, Stack, Text, Title } from '@mantine/core'
import { changeFee, feeChanges as feeChangesOf } from '#contract/fee-change.ts'
import { formatDate, formatInstant, formatMonth, monthOf, type CalendarDate } from '#domain/calendar.ts'
import { feeInMonth } from '#domain/fee.ts'
import { formatRupees } from '#domain/money.ts'
import { netMonthlyFee } from '#domain/voucher-amounts.ts'
import type { Reply } from '#web/api/call.ts'
import { useCall } from '#web/api/queries.ts'
import { useStaff } from '#web/api/session.ts'
import { missingDate } from '#web/kit/form/field-errors.ts'
import { FormButtons } from '#web/kit/form/form-buttons.tsx'
import { reasonError, ReasonField } from '#web/kit/form/reason-field.tsx'
import { PlannedFees, plannedFeeWords } from '#web/kit/planned-fees.tsx'
import { StudentScreen } from '#web/kit/student-form/student-choice.tsx'
import { FeeFields, netOf, WhatChanges } from '#web/kit/student-form/student-fields.tsx'
import {
  feeChanges,
  feeLabels,
  feesErrors,
  feesForm,
  feesOf,
  type FeesForm,
} from '#web/kit/student-form/student-form.ts'
import { useInfoLookup, useStudentEdit } from '#web/kit/student-form/use-student-edit.ts'
import { RecordTable, type RecordColumn } from '#web/kit/table/record-table.tsx'
import { useNeedsReason } from '#web/kit/use-campus-rules.ts'
import { AmountField } from '#web/ui/amount-field.tsx'
import { DateField } from '#web/ui/date-field.tsx'
import { Empty } from '#web/ui/states.tsx'

interface FeeForm extends FeesForm {
  readonly feeChangeDate: CalendarDate | ''
  /** Required if the change may need approval. */
  readonly reason: string
}

const changeable = ['monthlyFee', 'discount'] as const
const labels = { ...feeLabels, monthlyFee: 'Monthly Fee' }

/** Changes the monthly fee and discount of the student who was found (spec 5.change-fee). */
function useFeeChange() {
  const { today, name } = useStaff()
  const needsReason = useNeedsReason()
  const lookup = useInfoLookup('change fee')
  const { info } = lookup
  const rollNo = info?.studentData.rollNo ?? 0
  const history = useCall(feeChangesOf, { params: { rollNo } }, { enabled: info !== null })
  const schedule = history.data?.schedule ?? []
  /** The fee that applies in the chosen month; it may be a planned fee. */
  const before = (typed: Partial<FeeForm>): FeeForm => {
    const current = feeInMonth(schedule, monthOf(typed.feeChangeDate || today))
    const fees = info && { ...info.monthlyFeeData, ...current }
    return { ...feesForm(fees), feeChangeDate: today, reason: '' }
  }
  const changesOf = (form: FeeForm) => feeChanges(before(form), form, changeable, labels)

  const form = useStudentEdit<typeof changeFee, FeeForm>(lookup, {
    endpoint: changeFee,
    act: 'changeFee',
    before,
    check: (typed) => ({
      ...feesErrors(typed),
      ...(typed.feeChangeDate === '' && { feeChangeDate: missingDate }),
      // Without a change no reason is required: the answer is that nothing has changed.
      ...reasonError(typed.reason, needsReason && changesOf(typed).length > 0),
    }),
    isChanged: (typed) => changesOf(typed).length > 0,
    sent(typed) {
      const { feeChangeDate, reason } = typed
      // Not before the fee of the chosen month is known.
      if (!history.data || feeChangeDate === '') return null
      const { monthlyFee, discount } = feesOf(typed)
      const newFee = { feeChangeDate, feeChangedBy: name, monthlyFee, discount }
      return { params: { rollNo }, body: { newFee, ...(reason !== '' && { reason }) } }
    },
    saved({ msg, plannedFees }, typed) {
      const from = formatMonth(monthOf(typed.feeChangeDate || today))
      const planned = plannedFees.map((fee) => ` As planned: ${plannedFeeWords(fee)}.`).join('')
      const subject = `${info?.studentData.studentName}, Roll No. ${rollNo}`
      return [msg, `${subject}: ${netOf(typed)} a month from ${from}.${planned}`]
    },
  })
  const changes = changesOf(form.values)
  const net = { label: 'Net Monthly Fee', before: netOf(before(form.values)), after: netOf(form.values) }
  return {
    form,
    lookup,
    history,
    needsReason,
    /** The student, once the planned fees are known too: the fields begin with the fee of the chosen month. */
    shown: history.data ? info : null,
    changes: changes.length > 0 ? [...changes, net] : [],
  }
}

/**
 * `/student-fee-change`: sets monthly fee and discount from a given month on, next to the fee history
 * (spec 2.routes.student-fee-change, spec 5.change-fee, decisions 6.fee-change).
 */
export function ChangeFeeScreen() {
  const edit = useFeeChange()
  const { form, lookup, shown } = edit

  return (
    <StudentScreen
      title="Change student fee"
      lead="New monthly fee from the next voucher. Old vouchers do not change."
      student={shown?.studentData ?? null}
      lookup={{ ...lookup, found: shown && lookup.found }}
      form={form}
    >
      <Grid gap="xl">
        <Grid.Col span={{ base: 12, md: 7 }}>
          <Stack gap="md">
            {shown && (
              <>
                <Fieldset mx={0} disabled={form.sending}>
                  <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md" verticalSpacing="sm">
                    <FeeFields form={form} names={changeable} labels={labels} />
                    <AmountField label="Net Monthly Fee" value={netOf(form.values)} readOnly />
                    <DateField {...form.field('feeChangeDate')} label="Fee Change Date" required />
                    <ReasonField {...form.field('reason')} isNeeded={edit.needsReason} />
                  </SimpleGrid>
                </Fieldset>
                <WhatChanges
                  title="What will change"
                  changes={edit.changes}
                  nothing="Nothing is changed yet."
                  figures
                />
              </>
            )}
            {shown?.openVoucher && (
              <Text c="dimmed">
                Voucher {shown.openVoucher.voucherNo} is unpaid and does not change. To change it too, use
                Edit student voucher.
              </Text>
            )}
            <FormButtons act="Submit" sending={form.sending} cancel={form.leave} />
          </Stack>
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 5 }}>
          <FeeHistory edit={edit} />
        </Grid.Col>
      </Grid>
    </StudentScreen>
  )
}

/** The planned changes, then every change of monthly fee and discount, newest first: from, to, date, user. */
function FeeHistory({ edit: { lookup, history } }: { readonly edit: ReturnType<typeof useFeeChange> }) {
  const { today } = useStaff()
  const { data, error, refetch } = history
  if (!lookup.student) return null
  return (
    <Paper component="section" withBorder p="md" aria-label="Fee changes">
      <Title order={2}>Fee changes</Title>
      <Text c="dimmed">
        <bdi>{lookup.student.studentName}</bdi>, newest first
      </Text>
      {data && <PlannedFees planned={data.schedule.filter(({ from }) => from !== null && from > today)} />}
      <RecordTable
        label="Fee changes"
        columns={columns}
        rows={data?.changes}
        rowKey={({ changedAt }) => changedAt.toISOString()}
        empty={<Empty title="No fee changes yet" />}
        failure={error}
        retry={() => void refetch()}
      />
    </Paper>
  )
}

type Change = Reply<typeof feeChangesOf>['changes'][number]

const columns: readonly RecordColumn<Change>[] = [
  {
    key: 'when',
    heading: 'When, who',
    wraps: true,
    card: 'title',
    cell: ({ feeChangeDate, changedBy, changedByName, changedAt }) => (
      <>
        {formatDate(feeChangeDate)}
        <small>
          <span title={changedBy}>{changedByName}</span>, {formatInstant(changedAt)}
        </small>
      </>
    ),
  },
  { key: 'from', heading: 'From', figures: true, cell: ({ from }) => <Fee of={from} /> },
  { key: 'to', heading: 'To', figures: true, cell: ({ to }) => <Fee of={to} /> },
]

/** The net fee, and its parts if there is a discount. */
const Fee = ({ of: fee }: { readonly of: Change['from'] }) => (
  <>
    {formatRupees(netMonthlyFee(fee))}
    {fee.discount > 0 && (
      <small>
        {formatRupees(fee.monthlyFee)} − {formatRupees(fee.discount)}
      </small>
    )}
  </>
)
