import { Button, Group, Text } from '@mantine/core'
import { useRef, useState, type ComponentProps, type KeyboardEvent, type ReactNode } from 'react'
import { flushSync } from 'react-dom'
import type { FoundVoucher } from '#contract/counter.ts'
import { formatDate } from '#domain/calendar.ts'
import { formatRupees, less, opposite, parseRupees, type Money } from '#domain/money.ts'
import { methodWords } from '#domain/payment-method.ts'
import { useStaff } from '#web/api/session.ts'
import { MethodFields, methodOfKey } from '#web/kit/receiving/method-fields.tsx'
import type { TypedPayment } from '#web/kit/receiving/payment-input.ts'
import { useFirstReceiptDay } from '#web/kit/use-campus-rules.ts'
import { AmountField } from '#web/ui/amount-field.tsx'
import { DateField } from '#web/ui/date-field.tsx'
import { usePhone } from '#web/ui/use-phone.ts'
import { useAltKeys } from './counter-keys.tsx'
import { isInAdvance, quickAmounts } from './payment.ts'
import type { Counter } from './use-counter.ts'

interface PaymentFieldsProps {
  readonly counter: Counter
  readonly voucher: FoundVoucher
  readonly typed: TypedPayment
}

export function PaymentFields(props: PaymentFieldsProps) {
  const { voucher, typed } = props
  const { change, till } = props.counter
  const { errors } = till.problem
  const reference = useRef<HTMLInputElement>(null)
  /** Chooses the method by a letter in the amount; its reference, if any, is typed next. */
  function chooseByKey(event: KeyboardEvent<HTMLInputElement>) {
    const method = till.busy ? null : methodOfKey(event, typed.amount)
    if (method === null) return
    event.preventDefault()
    flushSync(() => change({ paidBy: { ...typed.paidBy, method } }))
    reference.current?.focus()
  }
  return (
    <div>
      <AmountField
        label={isInAdvance(voucher) ? 'Received in advance' : 'Received Amount'}
        value={typed.amount}
        onChange={(amount) => change({ amount })}
        onKeyDown={chooseByKey}
        error={errors.receivedAmount}
        readOnly={till.busy}
        grouped
        required
      />
      <QuickAmounts {...props} />
      <Folded {...props}>
        <MethodFields
          typed={typed.paidBy}
          onChange={(paidBy) => change({ paidBy })}
          errors={errors}
          readOnly={till.busy}
          rollNo={voucher.rollNo}
          referenceRef={reference}
          hidesLabel
        />
        {typed.paidBy.method === 'cash' && <CashGiven due={parseRupees(typed.amount)} />}
        <ReceivedDate {...props} />
      </Folded>
    </div>
  )
}

/** Folds method, cash and date on a phone, where they are mostly cash and today. */
function Folded({ counter, typed, children }: PaymentFieldsProps & { readonly children: ReactNode }) {
  const { today } = useStaff()
  const { paidBy, receivedDate } = typed
  const { errors } = counter.till.problem
  const isPhone = usePhone()
  const isWrong = Boolean(errors.reference ?? errors.chequeDate ?? errors.receivedDate)
  const [isOpen, setOpen] = useState(false)
  // Stays open while the wrong field is being corrected, which removes its error.
  if (isWrong && !isOpen) setOpen(true)
  if (!isPhone) return children
  const day = receivedDate === '' || receivedDate === today ? 'today' : formatDate(receivedDate)
  return (
    <details
      className="counter-fold"
      style={{ marginTop: 8 }}
      open={isOpen}
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary>
        {methodWords[paidBy.method].label}, {day}
      </summary>
      {children}
    </details>
  )
}

function QuickAmounts({ counter: { change, till }, voucher, typed }: PaymentFieldsProps) {
  const { today } = useStaff()
  const enter = (amount: string) => {
    change({ amount })
    till.toAmount()
  }
  return (
    <Group gap={4} mt={8}>
      {quickAmounts(voucher, today).map(({ label, key, amount }) => (
        <Button
          key={label}
          size="compact-sm"
          fz={13}
          px={6}
          variant={typed.amount === formatRupees(amount) ? 'light' : 'default'}
          {...(key && { 'aria-keyshortcuts': `Alt+${key}`, title: `Alt+${key}` })}
          disabled={till.busy}
          onClick={() => enter(formatRupees(amount))}
        >
          {label} {formatRupees(amount)}
        </Button>
      ))}
    </Group>
  )
}

/** The cash that the payer handed over, and the change; not stored. */
function CashGiven({ due }: { readonly due: Money | null }) {
  const [given, setGiven] = useState('')
  const field = useRef<HTMLInputElement>(null)
  useAltKeys((letter) => {
    if (letter !== 'G') return false
    field.current?.focus()
    return true
  })
  const amount = parseRupees(given)
  const change = amount === null || due === null ? null : less(amount, due)
  return (
    <Group gap={8} mt={8} wrap="nowrap">
      <AmountField
        ref={field}
        label="Cash handed over"
        value={given}
        onChange={setGiven}
        keyHint="Alt+G"
        className="counter-given"
        grouped
      />
      <Text role="status" size="sm" fw={600} className="figures">
        {change === null ? '' : changeWords(change)}
      </Text>
    </Group>
  )
}

function changeWords(change: Money): string {
  if (change < 0) return `${formatRupees(opposite(change))} short`
  return change === 0 ? 'No change' : `Give back ${formatRupees(change)}`
}

/** Defaults to today, because almost every payment is entered on the day of receipt. */
function ReceivedDate({ counter: { change, till }, typed: { receivedDate } }: PaymentFieldsProps) {
  const { today } = useStaff()
  const error = till.problem.errors.receivedDate
  const [opened, setOpened] = useState(false)
  if (!opened && receivedDate === today && !error) {
    return (
      <Group gap={6} mt={6}>
        <Text size="sm" c="var(--portal-ink-2)">
          Received Date: today, {formatDate(today)} ·
        </Text>
        <Button
          variant="subtle"
          size="compact-sm"
          px={0}
          aria-label="Change Received Date"
          disabled={till.busy}
          onClick={() => setOpened(true)}
        >
          Change
        </Button>
      </Group>
    )
  }
  return (
    <div style={{ marginTop: 10 }}>
      <DayField
        autoFocus={opened}
        value={receivedDate}
        onChange={(chosen) => {
          setOpened(true)
          change({ receivedDate: chosen })
        }}
        error={error}
        max={today}
        disabled={till.busy}
      />
    </div>
  )
}

/** Loads the campus's rules about dates only with this field, because most payments are of today. */
const DayField = (props: Omit<ComponentProps<typeof DateField>, 'label' | 'min' | 'required'>) => (
  <DateField label="Received Date" min={useFirstReceiptDay()} {...props} required />
)
