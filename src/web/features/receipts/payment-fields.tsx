import type { CalendarDate } from '#domain/calendar.ts'
import type { Voucher } from '#domain/voucher.ts'
import { Text } from '@mantine/core'
import { AmountAndDate } from './amount-and-date.tsx'
import { consequence, type PaymentErrors, type TypedPayment } from './payment.ts'

interface PaymentFieldsProps {
  readonly voucher: Voucher
  readonly typed: TypedPayment
  readonly onChange: (changed: Partial<TypedPayment>) => void
  readonly errors: PaymentErrors
  readonly today: CalendarDate
  readonly readOnly: boolean
}

/** The amount and the date, with what the amount will do to the voucher. */
export function PaymentFields({ voucher, typed, ...fields }: PaymentFieldsProps) {
  return (
    <>
      <AmountAndDate {...fields} typed={typed} />
      <Text role="status" fw={600} mih={22} mt={6}>
        {consequence(voucher, typed.amount)}
      </Text>
    </>
  )
}
