import { Box, Button, Group, NativeSelect, Paper, Text, TextInput, Title } from '@mantine/core'
import { useState } from 'react'
import { departureOutcomes, departureOutcomeWords } from '#domain/departure-outcome.ts'
import { formatRupees } from '#domain/money.ts'
import { methodWords, paymentMethods } from '#domain/payment-method.ts'
import { balanceText } from '#web/kit/balance-text.ts'
import { FormDialog } from '#web/kit/form/form-dialog.tsx'
import { noOutcome, outcomeFor, useMarkArrearsPaid, type TypedOutcome } from '#web/kit/leaving/leaving.ts'
import { MethodFields } from '#web/kit/receiving/method-fields.tsx'
import { StudentLink } from '#web/kit/student-link.tsx'
import { Rupees } from '#web/ui/rupees.tsx'
import {
  balancesHeadline,
  graduatesOf,
  rowField,
  voidedWords,
  type Graduate,
  type useMoving,
} from './moving.ts'
import './graduate-balances.css'

interface MovingProps {
  readonly moving: ReturnType<typeof useMoving>
}

/** The graduates who owe or paid in advance, their outcomes, and the vouchers that the graduation voids. */
export function GraduateBalances({ moving }: MovingProps) {
  const { data } = moving.preview
  if (!data?.graduation) return null
  const { voided } = data.graduation
  const graduates = graduatesOf(data, moving.values)
  const headline = balancesHeadline(graduates)
  return (
    <>
      {voided.length > 0 && <Text role="status">{voidedWords(voided)}</Text>}
      {graduates.length > 0 && (
        <Paper withBorder p="md" component="section" aria-label="Balances of graduates">
          <Title order={2}>{headline}</Title>
          <Text c="dimmed" size="sm" mb="sm">
            Choose what becomes of each. With No outcome the balance stays as it is.
          </Text>
          {graduates.length > 1 && <ForAll graduates={graduates} moving={moving} />}
          <Box component="ul" m={0} p={0} className="graduate-balances" aria-label={headline}>
            {graduates.map((row) => (
              <Row key={row.rollNo} row={row} moving={moving} />
            ))}
          </Box>
        </Paper>
      )}
    </>
  )
}

/** Receives a graduate's debt before the class graduates. */
export function MarkPaidDialog({ graduate, moving }: MovingProps & { readonly graduate: Graduate }) {
  const { rollNo, studentName, balance, voucherNo } = graduate
  const close = () => moving.setPaying(null)
  const voided = moving.preview.data?.graduation?.voided ?? []
  const form = useMarkArrearsPaid({
    ...graduate,
    arrears: balance,
    voucher: graduate,
    voided: voided.filter((voucher) => voucher.rollNo === rollNo),
    removalDate: moving.graduationDay,
    async settled() {
      await moving.preview.refetch()
      close()
    },
  })
  return (
    <FormDialog
      title={`Arrears of ${studentName}`}
      confirmLabel="Mark arrears as paid"
      form={form}
      close={close}
    >
      <Text>
        Arrears <Rupees of={balance} /> on voucher {voucherNo}
      </Text>
      <MethodFields
        typed={form.values}
        onChange={form.change}
        errors={form.errors}
        readOnly={form.sending}
        rollNo={rollNo}
      />
    </FormDialog>
  )
}

/** A debt must be decided on; an advance stays unless it is paid back. */
function optionsFor(graduates: readonly Graduate[]) {
  const owes = graduates.some(({ balance }) => balance > 0)
  const fitting = departureOutcomes.filter((kind) => graduates.some((row) => fits(row, kind)))
  return [
    { value: '', label: owes ? 'Choose an outcome' : 'No outcome' },
    ...fitting.map((value) => ({ value, label: departureOutcomeWords[value] })),
    ...(owes ? [{ value: 'none', label: 'No outcome' }] : []),
  ]
}

const kindOf = (chosen: string): TypedOutcome['kind'] =>
  chosen === 'none' ? chosen : (departureOutcomes.find((kind) => kind === chosen) ?? '')

const fits = ({ balance, typed }: Graduate, kind: TypedOutcome['kind']): boolean =>
  kind === '' || (kind === 'none' && balance > 0) || outcomeFor(balance, { ...typed, kind }) !== null

/** Sets one outcome for all balances that it fits. */
function ForAll({ graduates, moving }: MovingProps & { readonly graduates: readonly Graduate[] }) {
  const [outcome, setOutcome] = useState<TypedOutcome>(noOutcome)
  const set = () => {
    const given = graduates
      .filter((row) => fits(row, outcome.kind))
      .map(({ rollNo }) => [rollNo, outcome] as const)
    moving.change({ outcomes: { ...moving.values.outcomes, ...Object.fromEntries(given) } })
  }
  return (
    <Group gap="xs" align="flex-end" mb="sm" className="graduate-all">
      <NativeSelect
        label="Outcome for all"
        value={outcome.kind}
        onChange={(event) => setOutcome({ ...outcome, kind: kindOf(event.currentTarget.value) })}
        data={optionsFor(graduates)}
      />
      <TextInput
        label="Reason for all"
        maxLength={500}
        value={outcome.reason}
        onChange={(event) => setOutcome({ ...outcome, reason: event.currentTarget.value })}
      />
      <Button variant="default" disabled={moving.sending} onClick={set}>
        Apply to all
      </Button>
    </Group>
  )
}

function Row({ row, moving }: MovingProps & { readonly row: Graduate }) {
  const { rollNo, studentName, section, balance, notPosted, typed, kind } = row
  const { values, errors, sending } = moving
  const set = (changed: Partial<TypedOutcome>) =>
    moving.change({ outcomes: { ...values.outcomes, [rollNo]: { ...typed, ...changed } } })
  return (
    <li>
      <div>
        <StudentLink rollNo={rollNo}>{studentName}</StudentLink>
        <Text size="xs" c="dimmed">
          Roll No. {rollNo}, {section}
        </Text>
      </div>
      <Box pt={6} ta="end" className="graduate-balance figures">
        {balanceText(balance)}
        {notPosted > 0 && (
          <Text size="xs" c="dimmed">
            of this {formatRupees(notPosted)} not posted
          </Text>
        )}
      </Box>
      <div className="graduate-outcome">
        <NativeSelect
          aria-label={`Outcome of ${studentName}`}
          value={fits(row, typed.kind) ? typed.kind : ''}
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
          <Button variant="default" disabled={sending} onClick={() => moving.setPaying(row)}>
            Mark arrears as paid
          </Button>
        )}
        {kind === 'paid back' && <PaidBackBy row={row} moving={moving} set={(paidBy) => set({ paidBy })} />}
      </div>
    </li>
  )
}

interface PaidBackByProps extends MovingProps {
  readonly row: Graduate
  readonly set: (paidBy: TypedOutcome['paidBy']) => void
}

/** The method of paying back an advance, on one line. */
function PaidBackBy({ row, moving: { errors, sending }, set }: PaidBackByProps) {
  const { rollNo, studentName, typed } = row
  const { paidBy } = typed
  const { reference } = methodWords[paidBy.method]
  return (
    <>
      <NativeSelect
        aria-label={`Paid back to ${studentName} by`}
        value={paidBy.method}
        onChange={({ currentTarget: { value } }) =>
          set({ ...paidBy, method: paymentMethods.find((method) => method === value) ?? paidBy.method })
        }
        data={paymentMethods.map((value) => ({ value, label: methodWords[value].label }))}
        disabled={sending}
      />
      {reference !== null && (
        <TextInput
          aria-label={`${reference} of ${studentName}`}
          placeholder={reference}
          maxLength={120}
          value={paidBy.reference}
          onChange={(event) => set({ ...paidBy, reference: event.currentTarget.value })}
          error={errors[rowField('reference', rollNo)]}
          disabled={sending}
        />
      )}
    </>
  )
}
