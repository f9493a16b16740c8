import { SimpleGrid } from '@mantine/core'
import type { CalendarDate } from '#domain/calendar.ts'
import { AmountField } from '#web/ui/amount-field.tsx'
import { DateField } from '#web/ui/date-field.tsx'
import type { PaymentErrors, TypedPayment } from './payment-input.ts'

interface Props {
  readonly typed: TypedPayment
  readonly onChange: (changed: Partial<TypedPayment>) => void
  readonly errors: PaymentErrors
  readonly today: CalendarDate
  readonly readOnly: boolean
  readonly hints?: { readonly amount: string; readonly date: string }
}

export const AmountAndDate = ({ typed, onChange, errors, today, readOnly, hints }: Props) => (
  <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="lg" mt="md">
    <AmountField
      label="Received Amount"
      {...(hints && { description: hints.amount })}
      value={typed.amount}
      onChange={(amount) => onChange({ amount })}
      error={errors.receivedAmount}
      readOnly={readOnly}
      required
    />
    <DateField
      label="Received Date"
      {...(hints && { description: hints.date })}
      value={typed.receivedDate}
      onChange={(receivedDate) => onChange({ receivedDate })}
      error={errors.receivedDate}
      max={today}
      disabled={readOnly}
      required
    />
  </SimpleGrid>
)
