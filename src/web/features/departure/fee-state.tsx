import { Box, Button, Group, SegmentedControl, Stack, Text, TextInput } from '@mantine/core'
import { IconCircleCheck } from '@tabler/icons-react'
import { useId, useState } from 'react'
import { formatDate, formatMonth, formatPeriod } from '#domain/calendar.ts'
import { debtOutcomes, departureOutcomeWords, type DepartureOutcome } from '#domain/departure-outcome.ts'
import { formatRupees } from '#domain/money.ts'
import { refusals } from '#domain/refusals.ts'
import { useMarkArrearsPaid, type TypedOutcome } from '#web/kit/leaving/leaving.ts'
import { MethodFields } from '#web/kit/receiving/method-fields.tsx'
import { Attention } from '#web/ui/attention.tsx'
import { Facts } from '#web/ui/facts.tsx'
import { lazyDialog } from '#web/ui/load-once.ts'
import { Rupees } from '#web/ui/rupees.tsx'
import { giveBack, type Removal } from './use-removal.ts'

const VoidVoucherDialog = lazyDialog(
  () => import('#web/kit/adjusting/account-dialogs.tsx'),
  (module) => module.VoidVoucherDialog,
)

interface FeeProps {
  readonly removal: Removal
  readonly check: NonNullable<Removal['check']['found']>
}

/** Shows if fees prevent a removal, and the outcomes that clear them (spec 8.removal.pending, decisions 3.removal). */
export function FeeState({ check, removal }: FeeProps) {
  const { arrears, voided, voucher } = check
  return (
    <>
      {/* The vouchers of later months, which the departure voids. */}
      {voided.map((later) => (
        <Text key={later.voucherNo}>
          Voucher of {formatMonth(later)}, <Rupees of={later.amount} />, will be voided.
        </Text>
      ))}
      {arrears > 0 && (
        <Attention role="status" title={refusals['fees-pending'].msg}>
          <Text fz="lg" fw={600} mt="xs">
            Arrears <Rupees of={arrears} />
          </Text>
          <NotPosted check={check} />
          {voucher && (
            <>
              <Text mb="xs">
                on voucher {voucher.voucherNo}, {formatPeriod(voucher.feePeriod)}
              </Text>
              <Facts
                layout="columns"
                facts={[
                  { label: 'Due Date', value: formatDate(voucher.dueDate) },
                  { label: 'This month', value: <Rupees of={voucher.thisMonth} /> },
                  { label: 'Arrears from before', value: <Rupees of={voucher.arrears} advance /> },
                  { label: 'Received so far', value: <Rupees of={voucher.received} /> },
                  ...(voucher.posted ? [] : [{ label: 'State', value: 'Not yet posted' }]),
                ]}
              />
            </>
          )}
        </Attention>
      )}
      {arrears < 0 && <Attention role="status" title={giveBack(arrears)} />}
      {arrears === 0 ? (
        <Group role="status" gap={6} wrap="nowrap">
          <IconCircleCheck size={18} color="var(--portal-paid)" aria-hidden />
          <Text c="var(--portal-paid)">Fees are cleared: no dues.</Text>
        </Group>
      ) : (
        <OutcomeFields check={check} removal={removal} />
      )}
    </>
  )
}

/** The part of the arrears that drafts charge, and the button that voids the last draft. */
function NotPosted({ check: { notPosted, voided, voucher } }: Pick<FeeProps, 'check'>) {
  const [isOpen, setOpen] = useState(false)
  if (notPosted === 0 || !voucher) return null
  const { thisMonth: amount, yearGenerated: year, monthGenerated: month } = voucher
  return (
    <Group gap="xs">
      <Text>
        Of this Rs <Rupees of={notPosted} /> not posted
      </Text>
      {voided.length === 0 && (
        <Button variant="subtle" size="compact-sm" onClick={() => setOpen(true)}>
          Void it
        </Button>
      )}
      {isOpen && (
        <VoidVoucherDialog voucher={{ ...voucher, amount, year, month }} close={() => setOpen(false)} />
      )}
    </Group>
  )
}

const meanings: Readonly<Record<DepartureOutcome, string>> = {
  'written off': 'The money will not come: the debt is taken off the books. No receipt is made.',
  'leaves owing': 'The debt stays on the receivables of students who left, and can be paid later.',
  'paid back': 'The whole advance is paid out with a number.',
}

/** The outcome of a debt or an advance, which the removal carries out; without one, the fields of a payment. */
function OutcomeFields({ check, removal }: FeeProps) {
  const { form, kind } = removal
  const { outcome } = form.values
  const { arrears } = check
  const owes = arrears > 0
  const id = useId()
  const set = (changed: Partial<TypedOutcome>) => form.change({ outcome: { ...outcome, ...changed } })
  const outcomes: readonly DepartureOutcome[] = owes ? debtOutcomes : ['paid back']
  const meaning = kind === null ? !owes && 'The advance stays on the account.' : meanings[kind]
  return (
    <Stack gap="xs">
      <Group gap="sm">
        <Text size="sm" fw={500} id={id}>
          {owes ? `Dues of ${formatRupees(arrears)} are` : 'The advance'}
        </Text>
        <SegmentedControl
          aria-labelledby={id}
          size="xs"
          value={kind ?? ''}
          onChange={(value) => set({ kind: value })}
          readOnly={form.sending}
          data={[
            { value: '', label: owes ? 'Paid' : 'Stays' },
            ...outcomes.map((value) => ({ value, label: departureOutcomeWords[value] })),
          ]}
        />
      </Group>
      {meaning && (
        <Text size="sm" c="dimmed">
          {meaning}
        </Text>
      )}
      {owes && <PaymentFields check={check} removal={removal} />}
      {kind !== null && <Details check={check} removal={removal} set={set} />}
    </Stack>
  )
}

interface DetailsProps extends FeeProps {
  readonly set: (changed: Partial<TypedOutcome>) => void
}

/** The reason of an outcome, and the method of paying back an advance. */
function Details({ check: { voucher }, removal: { form, kind }, set }: DetailsProps) {
  const { values, errors, sending } = form
  const { reason, reference } = errors
  return (
    <>
      {kind === 'paid back' && (
        <MethodFields
          typed={values.outcome.paidBy}
          onChange={(paidBy) => set({ paidBy })}
          errors={reference === undefined ? {} : { reference }}
          readOnly={sending}
          rollNo={null}
        />
      )}
      <TextInput
        label="Reason"
        required
        maxLength={500}
        maw={500}
        value={values.outcome.reason}
        error={reason}
        disabled={sending}
        onChange={(event) => set({ reason: event.currentTarget.value })}
      />
      {voucher?.posted === false && <Text size="sm">Voucher {voucher.voucherNo} will also be posted.</Text>}
    </>
  )
}

/** The receipt of a debt; keeps its method while the clerk tries an outcome, which hides it. */
function PaymentFields({ check, removal: { check: onDay, form, kind } }: FeeProps) {
  const { rollNo, studentName } = check.studentData
  const payment = useMarkArrearsPaid({
    ...check,
    rollNo,
    studentName,
    removalDate: onDay.removalDate,
    async settled() {
      await onDay.reload()
      form.focusFirstInvalid()
    },
  })
  if (kind !== null) return null
  return (
    <Box maw={400}>
      <MethodFields
        typed={payment.values}
        onChange={payment.change}
        errors={payment.errors}
        readOnly={payment.sending}
        rollNo={rollNo}
      />
      <Button
        aria-keyshortcuts="Alt+M"
        variant="default"
        mt="sm"
        disabled={!onDay.isKnown}
        loading={payment.sending}
        onClick={() => void payment.submit()}
      >
        Mark arrears as paid
      </Button>
    </Box>
  )
}
