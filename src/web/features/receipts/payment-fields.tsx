import type { CalendarDate } from '#domain/calendar.ts'
import type { Voucher } from '#domain/voucher.ts'
import { AmountField } from '#web/ui/amount-field.tsx'
import { DateField } from '#web/ui/date-field.tsx'
import { SimpleGrid, Text } from '@mantine/core'
import { consequence, type PaymentErrors, type TypedPayment } from './payment.ts'

interface PaymentFieldsProps {
  readonly voucher: Voucher
  readonly typed: TypedPayment
  readonly onChange: (typed: TypedPayment) => void
  readonly errors: PaymentErrors
  readonly today: CalendarDate
  readonly readOnly: boolean
}

/** The amount and the date, with what the amount will do to the voucher. */
export function PaymentFields({ voucher, typed, onChange, errors, today, readOnly }: PaymentFieldsProps) {
  return (
    <>
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="lg" mt="md">
        <AmountField
          label="Received Amount"
          value={typed.amount}
          onChange={(amount) => onChange({ ...typed, amount })}
          error={errors.receivedAmount}
          readOnly={readOnly}
          required
        />
        <DateField
          label="Received Date"
          value={typed.receivedDate}
          onChange={(receivedDate) => onChange({ ...typed, receivedDate })}
          error={errors.receivedDate}
          max={today}
          disabled={readOnly}
          required
        />
      </SimpleGrid>
      <Text role="status" fw={600} mih={22} mt={6}>
        {consequence(voucher, typed.amount)}
      </Text>
    </>
  )
}
