import { Button, Group, NativeSelect, Paper, Text, TextInput, Title } from '@mantine/core'
import { useState } from 'react'
import type { CalendarDate } from '#domain/calendar.ts'
import { debtOutcomes, departureOutcomes, departureOutcomeWords } from '#domain/departure-outcome.ts'
import { formatRupees } from '#domain/money.ts'
import { methodWords, paymentMethods } from '#domain/payment-method.ts'
import { balanceText } from '#web/kit/balance-text.ts'
import type { SendForm } from '#web/kit/form/use-send-form.ts'
import { noOutcome, type TypedOutcome } from '#web/kit/leaving/typed-outcome.ts'
import type { TypedPaidBy } from '#web/kit/receiving/payment-input.ts'
import { StudentLink } from '#web/kit/student-link.tsx'
import { lazyDialog } from '#web/ui/load-once.ts'
import {
  chosenFor,
  outcomeForAll,
  rowField,
  typedFor,
  type Balances,
  type Preview,
} from './graduate-outcomes.ts'
import { balancesHeadline, voidedWords } from './moving-words.ts'
import type { MovingForm } from './use-moving.ts'
import './graduate-balances.css'

const MarkPaidDialog = lazyDialog(
  () => import('./mark-paid-dialog.tsx'),
  (file) => file.MarkPaidDialog,
)

type Form = Pick<SendForm<MovingForm>, 'values' | 'errors' | 'change'> & { readonly sending: boolean }

interface GraduateBalancesProps {
  readonly graduation: NonNullable<Preview['graduation']>
  readonly form: Form
  readonly graduationDate: CalendarDate
  readonly reload: () => Promise<unknown>
}

/** The graduates who owe or paid in advance, their outcomes, and the vouchers that the graduation voids. */
export function GraduateBalances({ graduation, form, graduationDate, reload }: GraduateBalancesProps) {
  const { balances, voided } = graduation
  const [paying, setPaying] = useState<Balances[number] | null>(null)
  const headline = balancesHeadline(balances)
  return (
    <>
      {voided.length > 0 && <Text role="status">{voidedWords(voided)}</Text>}
      {balances.length > 0 && (
        <Paper withBorder p="md" component="section" aria-label="Balances of graduates">
          <Title order={2}>{headline}</Title>
          <Text c="dimmed" size="sm" mb="sm">
            Choose what becomes of each. With No outcome the balance stays as it is.
          </Text>
          {balances.length > 1 && <ForAll balances={balances} form={form} />}
          <ul className="graduate-balances" aria-label={headline}>
            {balances.map((row) => (
              <Row key={row.rollNo} row={row} form={form} onMarkPaid={() => setPaying(row)} />
            ))}
          </ul>
        </Paper>
      )}
      {paying && (
        <MarkPaidDialog
          graduate={paying}
          voided={voided.filter(({ rollNo }) => rollNo === paying.rollNo)}
          graduationDate={graduationDate}
          reload={reload}
          close={() => setPaying(null)}
        />
      )}
    </>
  )
}

const debtOptions = debtOutcomes.map((value) => ({ value, label: departureOutcomeWords[value] }))
const advanceOptions = [{ value: 'paid back', label: departureOutcomeWords['paid back'] }] as const
/** A debt must be decided on; an advance stays unless it is paid back. */
function optionsFor(balances: Balances) {
  const owes = balances.some(({ balance }) => balance > 0)
  return [
    { value: '', label: owes ? 'Choose an outcome' : 'No outcome' },
    ...(owes ? debtOptions : []),
    ...(balances.some(({ balance }) => balance < 0) ? advanceOptions : []),
    ...(owes ? [{ value: 'none', label: 'No outcome' }] : []),
  ]
}

const kindOf = (chosen: string): TypedOutcome['kind'] =>
  chosen === 'none' ? chosen : (departureOutcomes.find((kind) => kind === chosen) ?? '')

/** Sets one outcome for all balances that it fits. */
function ForAll({ balances, form }: { readonly balances: Balances; readonly form: Form }) {
  const [outcome, setOutcome] = useState<TypedOutcome>(noOutcome)
  return (
    <Group gap="xs" align="flex-end" mb="sm" className="graduate-all">
      <NativeSelect
        label="Outcome for all"
        value={outcome.kind}
        onChange={(event) => setOutcome({ ...outcome, kind: kindOf(event.currentTarget.value) })}
        data={optionsFor(balances)}
      />
      <TextInput
        label="Reason for all"
        maxLength={500}
        value={outcome.reason}
        onChange={(event) => setOutcome({ ...outcome, reason: event.currentTarget.value })}
      />
      <Button
        variant="default"
        disabled={form.sending}
        onClick={() => form.change({ outcomes: outcomeForAll(balances, form.values.outcomes, outcome) })}
      >
        Apply to all
      </Button>
    </Group>
  )
}

interface RowProps {
  readonly row: Balances[number]
  readonly form: Form
  readonly onMarkPaid: () => void
}

const Balance = ({ row: { balance, notPosted } }: Pick<RowProps, 'row'>) => (
  <div className="graduate-balance figures">
    {balanceText(balance)}
    {notPosted > 0 && (
      <Text size="xs" c="dimmed">
        of this {formatRupees(notPosted)} not posted
      </Text>
    )}
  </div>
)

function Row({ row, form, onMarkPaid }: RowProps) {
  const { rollNo, studentName, section, balance } = row
  const { values, errors, sending } = form
  const typed = typedFor(row, values.outcomes)
  const kind = chosenFor(row, values.outcomes)
  const set = (changed: Partial<TypedOutcome>) =>
    form.change({ outcomes: { ...values.outcomes, [rollNo]: { ...typed, ...changed } } })
  return (
    <li>
      <div className="graduate-name">
        <StudentLink rollNo={rollNo}>{studentName}</StudentLink>
        <Text size="xs" c="dimmed">
          Roll No. {rollNo}, {section}
        </Text>
      </div>
      <Balance row={row} />
      <div className="graduate-outcome">
        <NativeSelect
          aria-label={`Outcome of ${studentName}`}
          value={kind ?? (typed.kind === 'none' && balance > 0 ? 'none' : '')}
          onChange={(event) => set({ kind: kindOf(event.currentTarget.value) })}
          data={optionsFor([row])}
          error={kind === null && errors[rowField('kind', rollNo)]}
          disabled={sending}
        />
        {kind !== null && (
          <TextInput
            aria-label={`Reason of ${studentName}`}
            placeholder="Reason"
            required
            maxLength={500}
            value={typed.reason}
            onChange={(event) => set({ reason: event.currentTarget.value })}
            error={typed.reason.trim() === '' && errors[rowField('reason', rollNo)]}
            disabled={sending}
          />
        )}
        {kind === null && balance > 0 && (
          <Button variant="default" disabled={sending} onClick={onMarkPaid}>
            Mark arrears as paid
          </Button>
        )}
        {kind === 'paid back' && (
          <PaidBackBy
            studentName={studentName}
            typed={typed.paidBy}
            onChange={(paidBy) => set({ paidBy })}
            error={errors[rowField('reference', rollNo)]}
            disabled={sending}
          />
        )}
      </div>
    </li>
  )
}

interface PaidBackByProps {
  readonly studentName: string
  readonly typed: TypedPaidBy
  readonly onChange: (changed: TypedPaidBy) => void
  readonly error: string | undefined
  readonly disabled: boolean
}

/** The method of paying back an advance, on one line. */
function PaidBackBy({ studentName, typed, onChange, error, disabled }: PaidBackByProps) {
  const { reference } = methodWords[typed.method]
  return (
    <>
      <NativeSelect
        aria-label={`Paid back to ${studentName} by`}
        value={typed.method}
        onChange={({ currentTarget: { value } }) =>
          onChange({ ...typed, method: paymentMethods.find((method) => method === value) ?? typed.method })
        }
        data={paymentMethods.map((value) => ({ value, label: methodWords[value].label }))}
        disabled={disabled}
      />
      {reference !== null && (
        <TextInput
          aria-label={`${reference} of ${studentName}`}
          placeholder={reference}
          maxLength={120}
          value={typed.reference}
          onChange={(event) => onChange({ ...typed, reference: event.currentTarget.value })}
          error={error}
          disabled={disabled}
        />
      )}
    </>
  )
}
