import { SimpleGrid, Text, TextInput } from '@mantine/core'
import type { CalendarDate } from '#domain/calendar.ts'
import { isClosed, type DateRules } from '#domain/closed-days.ts'
import { parseRupees, type Money } from '#domain/money.ts'
import { netBalance } from '#domain/voucher-amounts.ts'
import { MethodFields } from '#web/kit/receiving/method-fields.tsx'
import { anyAmountError, type PaymentErrors } from '#web/kit/receiving/payment-input.ts'
import { useCampusRules } from '#web/kit/use-campus-rules.ts'
import { AmountField } from '#web/ui/amount-field.tsx'
import { DateField } from '#web/ui/date-field.tsx'
import { Rupees } from '#web/ui/rupees.tsx'
import { Table } from '#web/ui/table.tsx'
import { correctionWords, effectOf, type Correctable, type TypedCorrection } from './correction.ts'

interface Props {
  readonly base: Correctable
  readonly typed: TypedCorrection
  readonly onChange: (typed: TypedCorrection) => void
  readonly errors: PaymentErrors
  readonly today: CalendarDate
  readonly readOnly: boolean
}

/** The correct values, the reason for the error, and the effect in words and figures. */
export function CorrectionFields({ base, typed, onChange, errors, today, readOnly }: Props) {
  const rules = useCampusRules()
  return (
    <>
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="lg" mt="md">
        <AmountField
          label="Received Amount"
          description="Correct amount (0 if no money was taken)"
          value={typed.amount}
          onChange={(amount) => onChange({ ...typed, amount })}
          error={errors.receivedAmount}
          readOnly={readOnly}
          required
        />
        <TextInput
          label="Reason"
          value={typed.reason}
          onChange={(event) => onChange({ ...typed, reason: event.currentTarget.value })}
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
          onChange={(receivedDate) => onChange({ ...typed, receivedDate })}
          error={errors.receivedDate}
          max={today}
          disabled={readOnly}
          required
        />
      </SimpleGrid>
      <MethodFields
        typed={typed.paidBy}
        onChange={(paidBy) => onChange({ ...typed, paidBy })}
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
function BeforeAndAfter({ base, typed }: Pick<Props, 'base' | 'typed'>) {
  const amount = parseRupees(typed.amount)
  const effect = amount === null || anyAmountError(amount) ? null : effectOf(base, amount)
  const after = effect?.ok ? effect.value : null
  const lines: readonly (readonly [label: string, before: Money, after: Money | undefined])[] = [
    ['Received', base.voucher.received, after?.received],
    ['Balance', netBalance(base.voucher), after?.balance],
  ]
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
        {lines.map(([label, before, then]) => (
          <Table.Tr key={label}>
            <Table.Th scope="row">{label}</Table.Th>
            <Table.Td ta="end">
              <Rupees of={before} advance />
            </Table.Td>
            <Table.Td ta="end" fw={600}>
              {then === undefined ? '–' : <Rupees of={then} advance />}
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  )
}
