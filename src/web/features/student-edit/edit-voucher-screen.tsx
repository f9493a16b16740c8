import { SimpleGrid, Stack, Text } from '@mantine/core'
import type { VoucherReply } from '#contract/voucher.ts'
import { formatPeriod } from '#domain/calendar.ts'
import { inOrderOf, nameInSentence, oneTimeHeads, studentHeads } from '#domain/fee-heads.ts'
import { formatRupees, type Money } from '#domain/money.ts'
import { netMonthlyFee } from '#domain/voucher-amounts.ts'
import { ReasonField } from '#web/kit/approval/reason-field.tsx'
import { EditButtons, ReadOnlyField, WhatChanges } from '#web/kit/student-form/edit-parts.tsx'
import { feeLabels } from '#web/kit/student-form/fee-changes.ts'
import { StudentChoice, StudentSubject } from '#web/kit/student-form/student-choice.tsx'
import { columns } from '#web/kit/student-form/student-fields.tsx'
import { errorsWhileTyping, feesOf, type FeeName } from '#web/kit/student-form/student-form.ts'
import { AmountField } from '#web/ui/amount-field.tsx'
import { Rupees } from '#web/ui/rupees.tsx'
import { Screen } from '#web/ui/screen.tsx'
import { useFeesEdit, type repriced } from './use-fees-edit.ts'

interface VoucherRepricedProps {
  /** The latest voucher if it is unpaid. */
  readonly open: VoucherReply | null
  /** The effect of the typed fees on the voucher; null if there is none. */
  readonly effect: ReturnType<typeof repriced>
}

/** Joins names as in `one, two and three`. */
const names = new Intl.ListFormat('en-GB')

/** The voucher that the edit re-prices with its changed sum, or a note that the fees wait (decisions 3.fees.edit). */
function VoucherRepriced({ open, effect }: VoucherRepricedProps) {
  if (!open) {
    return (
      <Text role="status">
        There is no unpaid voucher to change. The {names.format(oneTimeHeads.map(nameInSentence))} fee will be
        on the next voucher; monthly fee and discount apply from then on.
      </Text>
    )
  }
  return (
    <Stack gap={4}>
      <Text>
        Voucher <b>{open.voucherNo}</b> will change ({formatPeriod(open.feePeriod)},{' '}
        {open.posted ? 'posted' : 'not posted yet'}).
      </Text>
      <WhatChanges
        title={`Voucher ${open.voucherNo}`}
        changes={effect?.changes ?? []}
        nothing="It does not change until every fee is an amount."
        figures
      />
      {effect && <Settles balance={effect.balance} />}
    </Stack>
  )
}

/** A voucher with nothing left to pay counts as paid; money beyond that is an advance. */
function Settles({ balance }: { readonly balance: Money }) {
  if (balance > 0) return null
  return (
    <Text role="status" c="var(--portal-to-do)" fw={600}>
      Nothing to pay: the voucher will be marked paid.{' '}
      {balance < 0 && (
        <>
          <Rupees of={balance} advance /> will be adjusted in the next voucher.
        </>
      )}
    </Text>
  )
}

/** `/edit-vouchers`: changes fees and re-prices the open voucher (spec 2.edit-vouchers, decisions 3.fees.edit). */
export function EditVoucherScreen() {
  const edit = useFeesEdit()
  const { form, lookup, info } = edit
  const student = info?.studentData ?? null

  return (
    <Screen
      title="Edit student voucher"
      lead="Change this student's fees. The unpaid voucher changes too."
      subject={<StudentSubject student={student} lookup={lookup} sending={form.sending} />}
      onLeave={edit.leave}
    >
      <form {...form.frame} aria-label="Edit student voucher">
        <Stack gap="md">
          <StudentChoice lookup={lookup} sending={form.sending} focus={form.focusFirstInvalid} />
          {student && (
            <>
              <SimpleGrid {...columns}>
                <ReadOnlyField label="Name" value={student.studentName} />
                <ReadOnlyField label="Father Name" value={student.fatherName} />
                <ReadOnlyField label="Class" value={student.studentClass} />
                <ReadOnlyField label="Section" value={student.section} />
              </SimpleGrid>
              <FeeFields edit={edit} />
              <SimpleGrid cols={{ base: 1, md: 2 }} spacing="xl">
                <WhatChanges
                  title="Fees that will change"
                  changes={edit.changes}
                  nothing="No fee is changed yet."
                  figures
                />
                <VoucherRepriced open={edit.open} effect={edit.effect} />
              </SimpleGrid>
            </>
          )}
          <EditButtons leave={edit.leave} sending={form.sending} />
        </Stack>
      </form>
    </Screen>
  )
}

/** The fields in the order of the specification (spec 2.edit-vouchers.fields). */
const fieldNames = inOrderOf('feesForm', studentHeads).map(({ key }) => key)

function FeeFields({ edit }: { readonly edit: ReturnType<typeof useFeesEdit> }) {
  const { fields, form } = edit
  const { values, errors } = fields
  const marked = { ...errorsWhileTyping(values), ...errors }
  const input = (name: FeeName) => (
    <AmountField
      key={name}
      {...fields.field(name)}
      label={feeLabels[name]}
      value={values[name]}
      error={marked[name]}
      required
    />
  )
  return (
    <fieldset className="plain-fieldset" disabled={form.sending}>
      <SimpleGrid cols={{ base: 1, xs: 3 }} spacing="md" verticalSpacing="sm">
        {fieldNames.map(input)}
        <AmountField label="Net Monthly Fee" value={formatRupees(netMonthlyFee(feesOf(values)))} readOnly />
        <ReasonField {...fields.field('reason')} isNeeded={edit.needsReason} />
      </SimpleGrid>
    </fieldset>
  )
}
