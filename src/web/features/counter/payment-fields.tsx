import { formatDate, type CalendarDate } from '#domain/calendar.ts'
import { formatRupees, type Money } from '#domain/money.ts'
import type { Voucher } from '#domain/voucher.ts'
import type { PaymentErrors, TypedPayment } from '#web/kit/receiving/payment-input.ts'
import { AmountField } from '#web/ui/amount-field.tsx'
import { DateField } from '#web/ui/date-field.tsx'
import { Button, Group, Text } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { quickAmounts } from './payment.ts'

interface PaymentFieldsProps {
  readonly voucher: Voucher
  readonly typed: TypedPayment
  readonly onChange: (changed: Partial<TypedPayment>) => void
  /** Takes an amount that is offered, in paisa. */
  readonly onQuickAmount: (amount: Money) => void
  readonly errors: PaymentErrors
  readonly today: CalendarDate
  readonly readOnly: boolean
}

/** The amount, with the usual ones to choose from, and the date. */
export function PaymentFields(props: PaymentFieldsProps) {
  const { voucher, typed, onChange, onQuickAmount, errors, readOnly } = props
  const offered = quickAmounts(voucher)
  return (
    <div>
      <AmountField
        label="Received Amount"
        value={typed.amount}
        onChange={(amount) => onChange({ amount })}
        error={errors.receivedAmount}
        readOnly={readOnly}
        required
      />
      <Group gap={4} mt={8}>
        {offered.map(({ label, key, amount }) => (
          <Button
            key={key}
            size="compact-sm"
            px={6}
            variant={typed.amount === formatRupees(amount) ? 'light' : 'default'}
            aria-keyshortcuts={`Alt+${key}`}
            title={`Alt+${key}`}
            disabled={readOnly}
            onClick={() => onQuickAmount(amount)}
          >
            {label} {formatRupees(amount)}
          </Button>
        ))}
      </Group>
      <ReceivedDate {...props} />
    </div>
  )
}

/** Today unless the clerk changes it: almost every payment is entered on the day on which it is received. */
function ReceivedDate({ typed, onChange, errors, today, readOnly }: PaymentFieldsProps) {
  const { receivedDate } = typed
  const [opened, setOpened] = useState(false)
  const section = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (opened) section.current?.querySelector('input')?.focus()
  }, [opened])
  if (!opened && receivedDate === today && !errors.receivedDate) {
    return (
      <Group gap={6} mt={10}>
        <Text size="sm" fw={500}>
          Received Date
        </Text>
        <Text>Today, {formatDate(today)}</Text>
        <Text aria-hidden>·</Text>
        <Button
          variant="subtle"
          size="compact-sm"
          px={0}
          aria-label="Change Received Date"
          disabled={readOnly}
          onClick={() => setOpened(true)}
        >
          Change
        </Button>
      </Group>
    )
  }
  return (
    <div ref={section} style={{ marginTop: 10 }}>
      <DateField
        label="Received Date"
        value={receivedDate}
        onChange={(chosen) => {
          setOpened(true)
          onChange({ receivedDate: chosen })
        }}
        error={errors.receivedDate}
        max={today}
        disabled={readOnly}
        required
      />
    </div>
  )
}
