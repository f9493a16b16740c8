import { Button, Checkbox, Group, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { enterDeposit, findSafe, type Deposit } from '#contract/cashier-close.ts'
import { formatDate, type CalendarDate } from '#domain/calendar.ts'
import { count } from '#domain/count.ts'
import { formatRupees, nothing, sum } from '#domain/money.ts'
import { canWrite } from '#domain/roles.ts'
import { factsOf, type Reply } from '#web/api/call.ts'
import { useCall } from '#web/api/queries.ts'
import { useStaff } from '#web/api/session.ts'
import { missingDate } from '#web/kit/form/field-errors.ts'
import { FormDialog } from '#web/kit/form/form-dialog.tsx'
import { useSendForm } from '#web/kit/form/use-send-form.ts'
import { column } from '#web/kit/table/cells.tsx'
import type { RecordColumn } from '#web/kit/table/record-table.tsx'
import { useAlert } from '#web/ui/alert-dialog.tsx'
import { AmountField } from '#web/ui/amount-field.tsx'
import { DateField } from '#web/ui/date-field.tsx'
import { Rupees } from '#web/ui/rupees.tsx'
import { NotLoaded } from '#web/ui/states.tsx'
import { amountOrNothing } from './count-form.tsx'

interface Typed {
  readonly depositedDate: CalendarDate | ''
  readonly account: string
  readonly slip: string
  readonly cash: string
  readonly cheques: readonly number[]
}

type DepositDialogProps = { readonly safe: Reply<typeof findSafe>; readonly close: () => void }

function DepositDialog({ safe, close }: DepositDialogProps) {
  const { today } = useStaff()
  const alert = useAlert()
  const form = useSendForm<typeof enterDeposit, Typed>({
    endpoint: enterDeposit,
    initial: () => ({
      depositedDate: today,
      account: '',
      slip: '',
      cash: safe.cash === 0 ? '' : formatRupees(safe.cash),
      cheques: [],
    }),
    check: ({ depositedDate, account, slip, cash }) => ({
      ...(depositedDate === '' && { depositedDate: missingDate }),
      ...(account.trim() === '' && { account: 'Enter the account or bank' }),
      ...(slip.trim() === '' && { slip: 'Enter the number of the deposit slip' }),
      ...(amountOrNothing(cash) === null && { cash: 'Not an amount' }),
    }),
    sent({ depositedDate, cash, cheques, ...typed }) {
      if (depositedDate === '') return null
      const amount = amountOrNothing(cash) ?? nothing
      return { body: { ...typed, depositedDate, cash: amount, cheques: [...cheques] } }
    },
    async done({ msg, depositNo, inSafe }) {
      close()
      await alert(msg, { detail: `Deposit ${depositNo}. Rs ${formatRupees(inSafe)} stay in the safe.` })
    },
    refused(failure, mark) {
      const facts = factsOf(failure, 'not-in-safe')
      return facts !== null && mark({ cash: `Only ${formatRupees(facts.inSafe)} are in the safe` })
    },
  })
  return (
    <FormDialog title="Deposit" confirmLabel="Enter deposit" form={form} close={close}>
      <Text>The cash empties the oldest closings first.</Text>
      <DateField label="Date of the deposit" {...form.field('depositedDate')} max={today} />
      <TextInput label="Account or bank" required maxLength={120} {...form.field('account')} />
      <TextInput label="Deposit slip No." required maxLength={120} {...form.field('slip')} />
      <AmountField label="Cash" {...form.field('cash')} />
      {safe.cheques.length > 0 && (
        <Checkbox.Group
          label="Cheques"
          value={form.values.cheques.map(String)}
          onChange={(chosen) => form.change({ cheques: chosen.map(Number) })}
          error={form.errors.cheques}
        >
          <Stack gap={6} mt={4}>
            {safe.cheques.map(({ receiptNo, reference, chequeDate, amount }) => (
              <Checkbox
                key={receiptNo}
                value={String(receiptNo)}
                label={`${reference}${chequeDate === null ? '' : `, dated ${formatDate(chequeDate)}`}: ${formatRupees(amount)}`}
              />
            ))}
          </Stack>
        </Checkbox.Group>
      )}
    </FormDialog>
  )
}

/** `In the safe 20,150 of 4 closings, no cheques`, and for a user who may write the button that deposits it. */
export function Safe() {
  const { role } = useStaff()
  const [isDepositing, setDepositing] = useState(false)
  const { data: safe, ...found } = useCall(findSafe, {}, { gcTime: 0 })
  if (found.isError) return <NotLoaded what="The safe" retry={() => void found.refetch()} />
  if (!safe) return null
  const { cash, closings, cheques } = safe
  const ofCheques = formatRupees(sum(nothing, ...cheques.map(({ amount }) => amount)))
  return (
    <Group gap="xs">
      <Text size="sm" c="dimmed">
        In the safe{' '}
        <Text span inherit fw={600} c="var(--portal-ink)">
          <Rupees of={cash} />
        </Text>
        {closings.length > 0 && ` of ${count(closings.length, 'closing')}`}
        {cheques.length === 0 ? ', no cheques' : `, ${count(cheques.length, 'cheque')} of ${ofCheques}`}
      </Text>
      {canWrite(role) && (
        <Button
          variant="default"
          disabled={cash === 0 && cheques.length === 0}
          onClick={() => setDepositing(true)}
        >
          Deposit…
        </Button>
      )}
      {isDepositing && <DepositDialog safe={safe} close={() => setDepositing(false)} />}
    </Group>
  )
}

/** The deposits, each with the closings whose cash it contains. */
export const depositColumns: readonly RecordColumn<Deposit>[] = [
  column('No.', {}, ({ depositNo }) => depositNo),
  column(
    'Deposit',
    { card: 'title', wraps: true },
    ({ depositedDate, account, slip, emptied, enteredByName }) => (
      <>
        {formatDate(depositedDate)}, <bdi>{account}</bdi>, slip <bdi>{slip}</bdi>{' '}
        <small>
          {emptied.length > 0 &&
            `Of ${emptied.map(({ closingNo, amount }) => `closing ${closingNo} ${formatRupees(amount)}`).join(', ')} · `}
          {enteredByName}
        </small>
      </>
    ),
  ),
  column('Cheques', { figures: true }, ({ cheques, chequesSum }) =>
    cheques.length === 0 ? '' : `${count(cheques.length, 'cheque')}, ${formatRupees(chequesSum)}`,
  ),
  column('Cash', { figures: true, card: 'figure' }, ({ cash }) => formatRupees(cash)),
]
