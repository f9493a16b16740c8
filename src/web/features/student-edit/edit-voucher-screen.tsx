import { Fieldset, Paper, SimpleGrid, Stack, Text } from '@mantine/core'
import { editFees } from '#contract/student-edit.ts'
import type { VoucherReply } from '#contract/voucher.ts'
import { formatPeriod } from '#domain/calendar.ts'
import { inOrderOf, nameInSentence, oneTimeHeads, studentHeads } from '#domain/fee-heads.ts'
import type { Money } from '#domain/money.ts'
import { netBalance, netMonthlyFee, netReceivable, thisMonth, type Account } from '#domain/voucher-amounts.ts'
import { repriceVoucher } from '#domain/voucher.ts'
import { useStaff } from '#web/api/session.ts'
import { balanceText } from '#web/kit/balance-text.ts'
import { FormButtons } from '#web/kit/form/form-buttons.tsx'
import { reasonError, ReasonField } from '#web/kit/form/reason-field.tsx'
import { localDateTime } from '#web/kit/local-date-time.ts'
import { StudentScreen } from '#web/kit/student-form/student-choice.tsx'
import {
  columns,
  FeeFields,
  netOf,
  ReadOnlyField,
  WhatChanges,
} from '#web/kit/student-form/student-fields.tsx'
import {
  feeChanges,
  feeNames,
  feesErrors,
  feesForm,
  feesOf,
  type FeesForm,
} from '#web/kit/student-form/student-form.ts'
import { useInfoLookup, useStudentEdit } from '#web/kit/student-form/use-student-edit.ts'
import { useNeedsReason } from '#web/kit/use-campus-rules.ts'
import { AmountField } from '#web/ui/amount-field.tsx'
import { Rupees } from '#web/ui/rupees.tsx'

interface FeesEditForm extends FeesForm {
  /** Required if the edit may need approval. */
  readonly reason: string
}

const sumsOf = ({ adjusted }: Account): readonly { label: string; of: (account: Account) => Money }[] => [
  { label: 'This month', of: thisMonth },
  { label: 'With arrears', of: netReceivable },
  { label: 'Received so far', of: ({ received }) => received },
  ...(adjusted === 0 ? [] : [{ label: 'Adjusted', of: () => adjusted }]),
  { label: 'Left to pay', of: netBalance },
]

/** The effect of the typed fees on the open voucher; null if there is none, or if the rules would not re-price it. */
function effectOf(open: VoucherReply | null, form: FeesForm) {
  if (!open || Object.keys(feesErrors(form)).length > 0) return null
  const outcome = repriceVoucher(open, open.voucherNo, feesOf(form))
  if (!outcome.ok) return null
  const after = { ...open, ...outcome.value }
  return {
    changes: sumsOf(open).map(({ label, of }) => ({
      label,
      before: balanceText(of(open)),
      after: balanceText(of(after)),
    })),
    differs: feeNames.some((name) => open[name] !== after[name]),
    balance: netBalance(after),
  }
}

/** An edit of fees and its effect on the open voucher (spec 4.edit-voucher, decisions 3.fees.edit). */
function useFeesEdit() {
  const { name } = useStaff()
  const needsReason = useNeedsReason()
  const lookup = useInfoLookup('edit voucher', undefined, true)
  const { info, student } = lookup
  const open = info?.openVoucher ?? null
  const before = { ...feesForm(info?.monthlyFeeData ?? null), reason: '' }
  const isChanged = (form: FeesForm) =>
    feeChanges(before, form).length > 0 || effectOf(open, form)?.differs === true
  /** Every field of spec 7.admissions.edit-fee, with the balance that the clerk saw if a voucher is open. */
  const bodyOf = (form: FeesForm) => ({
    rollNo: student?.rollNo ?? 0,
    newFee: feesOf(form),
    ...(open && { expectedBalance: open.netBalance }),
  })
  const form = useStudentEdit<typeof editFees, FeesEditForm>(lookup, {
    endpoint: editFees,
    act: 'editFees',
    failedWords: 'Editing voucher failed',
    before: () => before,
    // Without a change no reason is required: the answer is that nothing has changed.
    check: (typed) => ({
      ...feesErrors(typed),
      ...reasonError(typed.reason, needsReason && isChanged(typed)),
    }),
    isChanged,
    sent({ reason, ...fees }) {
      const { newFee, ...rest } = bodyOf(fees)
      // Our server sets fee, editor and time itself (decisions 6.payloads).
      const edited = {
        netMonthlyFee: netMonthlyFee(newFee),
        editedBy: name,
        editedOn: localDateTime(new Date()),
      }
      return { body: { ...rest, newFee: { ...newFee, ...edited }, ...(reason !== '' && { reason }) } }
    },
    // Leaves out editor and time, which do not identify an edit.
    identity: bodyOf,
    saved: ({ msg, voucher }) => [
      msg,
      `${student?.studentName}, Roll No. ${student?.rollNo}. ${
        voucher
          ? `Voucher ${voucher.voucherNo}: ${balanceText(voucher.netBalance)} to be paid.`
          : 'The fees will be on the next voucher.'
      }`,
    ],
    /** States the amount to be paid now, after another user has received or changed something. */
    async explain({ code, msg }) {
      const now = code === 'balance-changed' ? await lookup.reload() : null
      if (!now) return null
      const voucher = now.data.openVoucher
      const words = voucher
        ? `It is ${balanceText(voucher.netBalance)} now.`
        : 'There is no unpaid voucher now.'
      return `${msg}. ${words} Please check the sums again.`
    },
  })
  return { form, lookup, needsReason, changes: feeChanges(before, form.values) }
}

/** `/edit-vouchers`: changes fees and re-prices the open voucher (spec 2.edit-vouchers, decisions 3.fees.edit). */
export function EditVoucherScreen() {
  const { form, lookup, needsReason, changes } = useFeesEdit()
  const { info, student } = lookup

  return (
    <StudentScreen
      title="Edit student voucher"
      lead="Change this student's fees. The unpaid voucher changes too."
      student={student}
      lookup={lookup}
      form={form}
    >
      {student && (
        <>
          <Fieldset mx={0} disabled={form.sending}>
            <SimpleGrid {...columns} mb="sm">
              <ReadOnlyField label="Name" value={student.studentName} />
              <ReadOnlyField label="Father Name" value={student.fatherName} />
              <ReadOnlyField label="Class" value={student.studentClass} />
              <ReadOnlyField label="Section" value={student.section} />
            </SimpleGrid>
            <SimpleGrid cols={{ base: 1, xs: 3 }} spacing="md" verticalSpacing="sm">
              {/* In the order of the specification (spec 2.edit-vouchers.fields). */}
              <FeeFields form={form} names={inOrderOf('feesForm', studentHeads).map(({ key }) => key)} />
              <AmountField label="Net Monthly Fee" value={netOf(form.values)} readOnly />
              <ReasonField {...form.field('reason')} isNeeded={needsReason} />
            </SimpleGrid>
          </Fieldset>
          <Paper withBorder p="md" component={SimpleGrid} cols={{ base: 1, md: 2 }} spacing="xl">
            <WhatChanges
              title="Fees that will change"
              changes={changes}
              nothing="No fee is changed yet."
              figures
            />
            <VoucherRepriced open={info?.openVoucher ?? null} form={form.values} />
          </Paper>
        </>
      )}
      <FormButtons act="Submit" sending={form.sending} cancel={form.leave} />
    </StudentScreen>
  )
}

const oneTimeNames = new Intl.ListFormat('en-GB').format(oneTimeHeads.map(nameInSentence))

/** The voucher that the edit re-prices with its changed sum, or a note that the fees wait (decisions 3.fees.edit). */
function VoucherRepriced({ open, form }: { readonly open: VoucherReply | null; readonly form: FeesForm }) {
  const effect = effectOf(open, form)
  if (!open) {
    return (
      <Text role="status">
        There is no unpaid voucher to change. The {oneTimeNames} fee will be on the next voucher; monthly fee
        and discount apply from then on.
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
      {/* A voucher with nothing left to pay counts as paid; money beyond that is an advance. */}
      {effect && effect.balance <= 0 && (
        <Text role="status" c="var(--portal-to-do)" fw={600}>
          Nothing to pay: the voucher will be marked paid.{' '}
          {effect.balance < 0 && (
            <>
              <Rupees of={effect.balance} advance /> will be adjusted in the next voucher.
            </>
          )}
        </Text>
      )}
    </Stack>
  )
}
