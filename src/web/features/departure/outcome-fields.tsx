import { Group, SegmentedControl, Stack, Text, TextInput } from '@mantine/core'
import { useId, type ReactNode } from 'react'
import type { DepartureOutcome } from '#domain/departure-outcome.ts'
import { formatRupees } from '#domain/money.ts'
import { outcomeFor, type TypedOutcome } from '#web/kit/leaving/typed-outcome.ts'
import { MethodFields } from '#web/kit/receiving/method-fields.tsx'
import type { RemovalCheck, useRemoval } from './use-removal.ts'

interface Choice {
  readonly value: DepartureOutcome | ''
  readonly label: string
  readonly meaning: string
}

const ofDebt: readonly Choice[] = [
  { value: '', label: 'Paid', meaning: '' },
  {
    value: 'written off',
    label: 'Written off',
    meaning: 'The money will not come: the debt is taken off the books. No receipt is made.',
  },
  {
    value: 'leaves owing',
    label: 'Leaves owing',
    meaning: 'The debt stays on the receivables of students who left, and can be paid later.',
  },
]

const ofAdvance: readonly Choice[] = [
  { value: '', label: 'Stays', meaning: 'The advance stays on the account.' },
  { value: 'paid back', label: 'Paid back', meaning: 'The whole advance is paid out with a number.' },
]

interface OutcomeFieldsProps {
  readonly check: RemovalCheck
  readonly form: Pick<ReturnType<typeof useRemoval>['form'], 'values' | 'errors' | 'change' | 'sending'>
  /** The fields that mark arrears as paid. */
  readonly children?: ReactNode
}

/** The outcome of a debt or an advance; it is carried out with the removal. */
export function OutcomeFields({ check, form, children }: OutcomeFieldsProps) {
  const { values, change, sending } = form
  const { outcome } = values
  const kind = outcomeFor(check.arrears, outcome)
  const set = (changed: Partial<TypedOutcome>) => change({ outcome: { ...outcome, ...changed } })
  const id = useId()
  const owes = check.arrears > 0
  const choices = owes ? ofDebt : ofAdvance
  const chosen = choices.find(({ value }) => value === (kind ?? ''))
  return (
    <Stack gap="xs">
      <Group gap="sm">
        <Text size="sm" fw={500} id={id}>
          {owes ? `Dues of ${formatRupees(check.arrears)} are` : 'The advance'}
        </Text>
        <SegmentedControl
          aria-labelledby={id}
          size="xs"
          value={kind ?? ''}
          onChange={(value) => set({ kind: value })}
          readOnly={sending}
          data={choices.map(({ value, label }) => ({ value, label }))}
        />
      </Group>
      {chosen && chosen.meaning !== '' && (
        <Text size="sm" c="dimmed">
          {chosen.meaning}
        </Text>
      )}
      {kind === null ? children : <Details kind={kind} check={check} form={form} set={set} />}
    </Stack>
  )
}

interface DetailsProps extends Omit<OutcomeFieldsProps, 'children'> {
  readonly kind: DepartureOutcome
  readonly set: (changed: Partial<TypedOutcome>) => void
}

/** The reason of an outcome, and the method of paying back an advance. */
function Details({ kind, check: { voucher }, form: { values, errors, sending }, set }: DetailsProps) {
  const { reference, reason } = errors
  return (
    <>
      {kind === 'paid back' && (
        <MethodFields
          typed={values.outcome.paidBy}
          onChange={(paidBy) => set({ paidBy })}
          errors={reference === undefined ? {} : { reference }}
          readOnly={sending}
          rollNo={null}
        />
      )}
      <TextInput
        label="Reason"
        required
        maxLength={500}
        maw={500}
        value={values.outcome.reason}
        error={reason}
        disabled={sending}
        onChange={(event) => set({ reason: event.currentTarget.value })}
      />
      {voucher?.posted === false && <Text size="sm">Voucher {voucher.voucherNo} will also be posted.</Text>}
    </>
  )
}
