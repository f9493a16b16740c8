import { Button, Group, Text } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import { useRef, useState, type ComponentProps, type KeyboardEvent, type ReactNode } from 'react'
import { flushSync } from 'react-dom'
import type { FoundVoucher } from '#contract/counter.ts'
import { formatDate, type CalendarDate } from '#domain/calendar.ts'
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

interface PaymentFieldsProps {
  readonly counter: Counter
  readonly voucher: FoundVoucher
  readonly typed: TypedPayment
}

export function PaymentFields({ counter, voucher, typed }: PaymentFieldsProps) {
  const { today } = useStaff()
  const { change, till } = counter
  const { busy, problem, toAmount } = till
  const { errors } = problem
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
        error={errors.receivedAmount}
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
      <Folded typed={typed} isWrong={Boolean(errors.reference ?? errors.chequeDate ?? errors.receivedDate)}>
        <MethodFields
          typed={typed.paidBy}
          onChange={(paidBy) => change({ paidBy })}
          errors={errors}
          readOnly={busy}
          rollNo={voucher.rollNo}
          referenceRef={reference}
          hidesLabel
        />
        {typed.paidBy.method === 'cash' && <CashGiven due={parseRupees(typed.amount)} />}
        <ReceivedDate counter={counter} value={typed.receivedDate} />
      </Folded>
    </div>
  )
}

interface FoldedProps {
  readonly typed: TypedPayment
  readonly isWrong: boolean
  readonly children: ReactNode
}

/** Folds method, cash and date on a phone, where they are mostly cash and today. */
function Folded({ typed: { paidBy, receivedDate }, isWrong, children }: FoldedProps) {
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

interface ReceivedDateProps {
  readonly counter: Counter
  readonly value: CalendarDate | ''
}

/** Defaults to today, because almost every payment is entered on the day of receipt. */
function ReceivedDate({ counter: { change, till }, value }: ReceivedDateProps) {
  const { today } = useStaff()
  const error = till.problem.errors.receivedDate
  const [opened, setOpened] = useState(false)
  if (!opened && value === today && !error) {
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
      value={value}
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
