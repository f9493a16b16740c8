import { Grid, SimpleGrid, Text, TextInput } from '@mantine/core'
import type { CalendarDate } from '#domain/calendar.ts'
import { isClosed, type DateRules } from '#domain/closed-days.ts'
import type { Correction } from '#domain/payment.ts'
import {
  editReceiptNetReceivable,
  listCharges,
  netBalance,
  unlistedCharges,
  type Account,
} from '#domain/voucher-amounts.ts'
import { useStaff } from '#web/api/session.ts'
import { MethodFields } from '#web/kit/receiving/method-fields.tsx'
import { Obstacle, type Reason } from '#web/kit/receiving/till-form.tsx'
import { studentPath } from '#web/kit/student-link.tsx'
import { useCampusRules } from '#web/kit/use-campus-rules.ts'
import { VoucherFacts } from '#web/kit/voucher-facts.tsx'
import { LedgerLines, paymentLines } from '#web/kit/voucher-ledger.tsx'
import { AmountField } from '#web/ui/amount-field.tsx'
import { DateField } from '#web/ui/date-field.tsx'
import { Rupees } from '#web/ui/rupees.tsx'
import { Table } from '#web/ui/table.tsx'
import {
  correctionWords,
  effectOf,
  typedEffect,
  type Correctable,
  type TypedCorrection,
} from './correction.ts'
import type { ReceiptEdit } from './use-receipt-edit.ts'

export function FoundReceipts({ edit }: { readonly edit: ReceiptEdit }) {
  const { today } = useStaff()
  const { base, typed, open, till } = edit
  if (!base || !typed) return null
  return (
    <>
      <Grid gap="lg" mt="sm">
        <Grid.Col span={{ base: 12, xs: 7 }}>
          <VoucherFacts voucher={base.voucher} today={today} />
        </Grid.Col>
        <Grid.Col span={{ base: 12, xs: 5 }}>
          <EditLedger account={base.voucher} />
        </Grid.Col>
      </Grid>
      {open ? (
        <CorrectionFields edit={edit} base={base} typed={typed} />
      ) : (
        <Obstacle reason={reasonFor(base)} find={till.find} />
      )}
    </>
  )
}

interface FieldsProps {
  readonly edit: ReceiptEdit
  readonly base: Correctable
  readonly typed: TypedCorrection
}

function CorrectionFields({ edit: { change, till }, base, typed }: FieldsProps) {
  const { today } = useStaff()
  const rules = useCampusRules()
  const { errors } = till.problem
  const readOnly = till.busy
  return (
    <>
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="lg" mt="md">
        <AmountField
          label="Received Amount"
          description="Correct amount (0 if no money was taken)"
          value={typed.amount}
          onChange={(amount) => change({ amount })}
          error={errors.receivedAmount}
          readOnly={readOnly}
          required
        />
        <TextInput
          label="Reason"
          value={typed.reason}
          onChange={(event) => change({ reason: event.currentTarget.value })}
          error={errors.reason}
          readOnly={readOnly}
          maxLength={500}
          autoComplete="off"
          withAsterisk
          aria-required
          description="Why the receipt is wrong"
        />
        <DateField
          label="Received Date"
          description={dateHint(base.last.receivedDate, typed, rules)}
          value={typed.receivedDate}
          onChange={(receivedDate) => change({ receivedDate })}
          error={errors.receivedDate}
          max={today}
          disabled={readOnly}
          required
        />
      </SimpleGrid>
      <MethodFields
        typed={typed.paidBy}
        onChange={(paidBy) => change({ paidBy })}
        errors={errors}
        readOnly={readOnly}
        rollNo={base.voucher.rollNo}
        corrected={base.validReceipts.map(({ receiptNo }) => receiptNo)}
      />
      <BeforeAndAfter voucher={base.voucher} after={typedEffect(base, typed)} />
      <Text role="status" fw={600} mih={42} mt={6}>
        {correctionWords(base, typed)}
      </Text>
    </>
  )
}

/** A correction keeps the day of the receipt, unless the books are closed on it. */
const dateHint = (
  before: CalendarDate | null,
  { receivedDate }: TypedCorrection,
  rules: DateRules,
): string =>
  before !== null && receivedDate === before && isClosed(before, rules)
    ? 'The books are closed on that day: the correction will be dated today'
    : 'The date on which it was received'

interface FiguresProps {
  readonly voucher: Account
  readonly after: Pick<Correction, 'received' | 'balance'> | null
}

/** Received and balance before and after; a dash while no amount is typed. */
const BeforeAndAfter = ({ voucher, after }: FiguresProps) => (
  <Table aria-label="Before and after" verticalSpacing={4} horizontalSpacing={6} mt="md" maw={440}>
    <Table.Thead>
      <Table.Tr>
        <Table.Th />
        <Table.Th ta="end">Now</Table.Th>
        <Table.Th ta="end">After the correction</Table.Th>
      </Table.Tr>
    </Table.Thead>
    <Table.Tbody>
      {(
        [
          ['Received', voucher.received, after?.received],
          ['Balance', netBalance(voucher), after?.balance],
        ] as const
      ).map(([label, before, amount]) => (
        <Table.Tr key={label}>
          <Table.Th scope="row">{label}</Table.Th>
          <Table.Td ta="end">
            <Rupees of={before} advance />
          </Table.Td>
          <Table.Td ta="end" fw={600}>
            {amount === undefined ? '–' : <Rupees of={amount} advance />}
          </Table.Td>
        </Table.Tr>
      ))}
    </Table.Tbody>
  </Table>
)

/** The reason why no receipt of the voucher can be corrected, with the next step. */
function reasonFor(base: Correctable): Reason {
  const { voucherNo, rollNo } = base.voucher
  const effect = effectOf(base)
  if (effect.ok) {
    const hadReceipts = base.receipts.length > 0
    return {
      title: hadReceipts ? 'No valid receipt' : 'No payment yet',
      words: `${hadReceipts ? 'Every receipt of this voucher was cancelled.' : 'This voucher has no receipt to correct.'} Receive the payment at the counter.`,
      link: ['Open it at the counter', `/receipts/individual?voucher=${encodeURIComponent(voucherNo)}`],
    }
  }
  const { refusal } = effect
  if (refusal.code === 'voucher-replaced') {
    const instead = refusal.facts.replacedBy
    const words = `Voucher ${instead} was generated in its place. Its receipts are on that voucher.`
    return { title: 'Voucher was replaced', words, instead }
  }
  if (refusal.code === 'voucher-not-latest') {
    const instead = refusal.facts.takenOverBy
    const words = 'Only receipts of the later voucher can be corrected.'
    return { title: 'A later voucher includes this one', words, instead }
  }
  return {
    title: 'Voucher Not Posted',
    words: "Fees cannot be received on it yet. Earlier receipts can be corrected from the student's page.",
    // A roll number finds the latest voucher. Until that voucher is posted, the receipts are on an earlier one.
    link: refusal.code === 'voucher-not-posted' && ['Open student', studentPath(rollNo)],
  }
}

/** Arrears + monthly + examination + registration + admission - discount (spec 5.amounts.edit-receipt). */
const EditLedger = ({ account }: { readonly account: Account }) => (
  <LedgerLines
    lines={[
      { label: 'Arrears', amount: account.arrears, advance: true },
      ...listCharges('receiptCorrection', account),
      { label: 'Net Receivable', amount: editReceiptNetReceivable(account), isSum: true, advance: true },
      // The formula excludes the fine, so a fine has its own line below.
      ...unlistedCharges('receiptCorrection', account),
      ...paymentLines(account),
    ]}
  />
)
