import { Button, Grid, SimpleGrid, Text, TextInput } from '@mantine/core'
import { Link } from 'react-router'
import { isClosed, type DateRules } from '#domain/closed-days.ts'
import { parseRupees, type Money } from '#domain/money.ts'
import type { Refusal } from '#domain/outcome.ts'
import {
  editReceiptNetReceivable,
  listCharges,
  netBalance,
  unlistedCharges,
  type Account,
} from '#domain/voucher-amounts.ts'
import { useStaff } from '#web/api/session.ts'
import { MethodFields } from '#web/kit/receiving/method-fields.tsx'
import { anyAmountError } from '#web/kit/receiving/payment-input.ts'
import { studentPath } from '#web/kit/student-link.tsx'
import { useCampusRules } from '#web/kit/use-campus-rules.ts'
import { VoucherFacts } from '#web/kit/voucher-facts.tsx'
import { LedgerLines, paymentLines } from '#web/kit/voucher-ledger.tsx'
import { AmountField } from '#web/ui/amount-field.tsx'
import { Attention } from '#web/ui/attention.tsx'
import { DateField } from '#web/ui/date-field.tsx'
import { Rupees } from '#web/ui/rupees.tsx'
import { Failed, Loading } from '#web/ui/states.tsx'
import { Table } from '#web/ui/table.tsx'
import { correctionWords, effectOf, type Correctable, type TypedCorrection } from './correction.ts'
import type { ReceiptEdit } from './use-receipt-edit.ts'

export function FoundReceipts({ edit }: { readonly edit: ReceiptEdit }) {
  const { today } = useStaff()
  const { voucher, base, typed, open, failure } = edit
  return (
    <>
      {voucher && (
        <Grid gap="lg" mt="sm">
          <Grid.Col span={{ base: 12, xs: 7 }}>
            <VoucherFacts voucher={voucher} today={today} />
          </Grid.Col>
          <Grid.Col span={{ base: 12, xs: 5 }}>{base && <EditLedger account={base.voucher} />}</Grid.Col>
        </Grid>
      )}
      {edit.loading && <Loading label="Loading its receipts" />}
      {failure && <Failed failure={failure} retry={edit.retry} />}
      {base &&
        typed &&
        (open ? (
          <CorrectionFields edit={edit} base={base} typed={typed} />
        ) : (
          <CorrectionNotice edit={edit} base={base} />
        ))}
    </>
  )
}

interface FieldsProps {
  readonly edit: ReceiptEdit
  readonly base: Correctable
  readonly typed: TypedCorrection
}

function CorrectionFields({ edit, base, typed }: FieldsProps) {
  const { today } = useStaff()
  const { errors } = edit.till.problem
  const readOnly = edit.till.busy
  const change = (changed: Partial<TypedCorrection>) => edit.change({ ...typed, ...changed })
  const rules = useCampusRules()
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
          description={dateHint(base, typed, rules)}
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
      <BeforeAndAfter base={base} typed={typed} />
      <Text role="status" fw={600} mih={42} mt={6}>
        {correctionWords(base, typed)}
      </Text>
    </>
  )
}

/** A correction keeps the day of the receipt, unless the books are closed on it. */
function dateHint({ receivedDate: before }: Correctable, typed: TypedCorrection, rules: DateRules): string {
  if (before === null || typed.receivedDate !== before || !isClosed(before, rules)) {
    return 'The date on which it was received'
  }
  return 'The books are closed on that day: the correction will be dated today'
}

/** Received and balance before and after; a dash while no amount is typed. */
function BeforeAndAfter({ base, typed }: Omit<FieldsProps, 'edit'>) {
  const amount = parseRupees(typed.amount)
  const effect = amount === null || anyAmountError(amount) ? null : effectOf(base, amount)
  const after = effect?.ok ? effect.value : null
  return (
    <Table aria-label="Before and after" verticalSpacing={4} horizontalSpacing={6} mt="md" maw={440}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th />
          <Table.Th ta="end">Now</Table.Th>
          <Table.Th ta="end">After the correction</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        <Line label="Received" before={base.voucher.received} after={after?.received} />
        <Line label="Balance" before={netBalance(base.voucher)} after={after?.balance} />
      </Table.Tbody>
    </Table>
  )
}

interface LineProps {
  readonly label: string
  readonly before: Money
  readonly after: Money | undefined
}

const Line = ({ label, before, after }: LineProps) => (
  <Table.Tr>
    <Table.Th scope="row">{label}</Table.Th>
    <Table.Td ta="end">
      <Rupees of={before} advance />
    </Table.Td>
    <Table.Td ta="end" fw={600}>
      {after === undefined ? '–' : <Rupees of={after} advance />}
    </Table.Td>
  </Table.Tr>
)

/** Explains why no receipt of the voucher can be corrected, with the next step. */
function CorrectionNotice({ edit, base: { voucher, ...base } }: Omit<FieldsProps, 'typed'>) {
  const effect = effectOf({ voucher, ...base }, voucher.received)
  const { title, words, instead, action } = effect.ok
    ? whyNothing(edit.receipts.length > 0, voucher.voucherNo)
    : whyRefused(effect.refusal, voucher.rollNo)
  const look = { variant: 'default', size: 'xs' } as const
  return (
    <Attention role="alert" title={title} words={words} mt="sm">
      {instead && (
        <Button {...look} onClick={() => edit.find(instead)}>
          Open {instead}
        </Button>
      )}
      {action && (
        <Button {...look} component={Link} to={action.to}>
          {action.label}
        </Button>
      )}
    </Attention>
  )
}

interface Reason {
  readonly title: string
  readonly words: string
  readonly instead?: string
  readonly action?: { readonly label: string; readonly to: string }
}

/** `hadReceipts` is true if anything was ever received on the voucher. */
const whyNothing = (hadReceipts: boolean, voucherNo: string): Reason => ({
  title: hadReceipts ? 'No valid receipt' : 'No payment yet',
  words: hadReceipts
    ? 'Every receipt of this voucher was cancelled. Receive the payment at the counter.'
    : 'This voucher has no receipt to correct. Receive the payment at the counter.',
  action: {
    label: 'Open it at the counter',
    to: `/receipts/individual?voucher=${encodeURIComponent(voucherNo)}`,
  },
})

function whyRefused(refusal: Refusal, rollNo: number): Reason {
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
    ...(refusal.code === 'voucher-not-posted' && {
      action: { label: 'Open student', to: studentPath(rollNo) },
    }),
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
