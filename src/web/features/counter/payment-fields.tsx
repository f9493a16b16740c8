import { Button, Group, Text } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
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
import { isInAdvance, quickAmounts } from './payment.ts'
import type { Counter } from './use-counter.ts'

interface PaymentProps {
  readonly counter: Counter
  readonly typed: TypedPayment
}

export function PaymentFields(props: PaymentProps & { readonly voucher: FoundVoucher }) {
  const { counter, voucher, typed } = props
  const { today } = useStaff()
  const { change, till } = counter
  const { busy, toAmount } = till
  const reference = useRef<HTMLInputElement>(null)
  /** Chooses the method by a letter in the amount; its reference, if any, is typed next. */
  function chooseByKey(event: KeyboardEvent<HTMLInputElement>) {
    const method = busy ? null : methodOfKey(event, typed.amount)
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
        error={till.problem.errors.receivedAmount}
        readOnly={busy}
        grouped
        required
      />
      <Group gap={4} mt={8}>
        {quickAmounts(voucher, today).map(({ label, key, amount }) => (
          <Button
            key={label}
            size="compact-sm"
            fz={13}
            px={6}
            variant={typed.amount === formatRupees(amount) ? 'light' : 'default'}
            {...(key && { 'aria-keyshortcuts': `Alt+${key}`, title: `Alt+${key}` })}
            disabled={busy}
            onClick={() => {
              change({ amount: formatRupees(amount) })
              toAmount()
            }}
          >
            {label} {formatRupees(amount)}
          </Button>
        ))}
      </Group>
      <Folded {...props}>
        <MethodFields
          typed={typed.paidBy}
          onChange={(paidBy) => change({ paidBy })}
          errors={till.problem.errors}
          readOnly={busy}
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
function Folded({ counter, typed, children }: PaymentProps & { readonly children: ReactNode }) {
  const { paidBy, receivedDate } = typed
  const { reference, chequeDate, receivedDate: date } = counter.till.problem.errors
  const isWrong = Boolean(reference ?? chequeDate ?? date)
  const { today } = useStaff()
  const isPhone = usePhone()
  const [isOpen, setOpen] = useState(false)
  // Stays open while the wrong field is being corrected, which removes its error.
  if (isWrong && !isOpen) setOpen(true)
  if (!isPhone) return children
  return (
    <details
      className="counter-fold"
      style={{ marginTop: 8 }}
      open={isOpen}
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary>
        {methodWords[paidBy.method].label},{' '}
        {receivedDate === '' || receivedDate === today ? 'today' : formatDate(receivedDate)}
      </summary>
      {children}
    </details>
  )
}

/** The cash that the payer handed over, and the change; not stored. */
function CashGiven({ due }: { readonly due: Money | null }) {
  const [given, setGiven] = useState('')
  const field = useRef<HTMLInputElement>(null)
  useHotkeys([['alt+G', () => field.current?.focus(), { usePhysicalKeys: true }]], [])
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
        {change !== null && changeWords(change)}
      </Text>
    </Group>
  )
}

function changeWords(change: Money): string {
  if (change < 0) return `${formatRupees(opposite(change))} short`
  return change === 0 ? 'No change' : `Give back ${formatRupees(change)}`
}

/** Defaults to today, because almost every payment is entered on the day of receipt. */
function ReceivedDate({ counter: { change, till }, typed }: PaymentProps) {
  const { today } = useStaff()
  const error = till.problem.errors.receivedDate
  const [opened, setOpened] = useState(false)
  if (!opened && typed.receivedDate === today && !error) {
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
    <DayField
      autoFocus={opened}
      value={typed.receivedDate}
      onChange={(receivedDate) => {
        setOpened(true)
        change({ receivedDate })
      }}
      error={error}
      max={today}
      disabled={till.busy}
    />
  )
}

/** Loads the campus's rules about dates only with this field, because most payments are of today. */
const DayField = (props: Omit<ComponentProps<typeof DateField>, 'label' | 'min' | 'required' | 'mt'>) => (
  <DateField label="Received Date" mt={10} min={useFirstReceiptDay()} {...props} required />
)
