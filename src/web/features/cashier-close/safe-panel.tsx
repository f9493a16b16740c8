import { Button, Checkbox, Group, Paper, Stack, Text, TextInput, Title } from '@mantine/core'
import { useState } from 'react'
import { enterDeposit, findSafe } from '#contract/cashier-close.ts'
import { formatDate, type CalendarDate } from '#domain/calendar.ts'
import { formatRupees, nothing, parseRupees, sum } from '#domain/money.ts'
import { canWrite } from '#domain/roles.ts'
import { factsOf, type Reply } from '#web/api/call.ts'
import { keys, useCall } from '#web/api/queries.ts'
import { useStaff } from '#web/api/session.ts'
import { missingDate } from '#web/kit/form/field-errors.ts'
import { FormDialog } from '#web/kit/form/form-dialog.tsx'
import { useSendForm } from '#web/kit/form/use-send-form.ts'
import { useAlert } from '#web/ui/alert-dialog.tsx'
import { AmountField } from '#web/ui/amount-field.tsx'
import { DateField } from '#web/ui/date-field.tsx'
import { Facts } from '#web/ui/facts.tsx'
import { Rupees } from '#web/ui/rupees.tsx'
import { Failed } from '#web/ui/states.tsx'

interface DepositDialogProps {
  readonly safe: Reply<typeof findSafe>
  readonly close: () => void
}

interface Typed {
  readonly depositedDate: CalendarDate | ''
  readonly account: string
  readonly slip: string
  readonly cash: string
  readonly cheques: readonly number[]
}

const readCash = (typed: string) => (typed.trim() === '' ? nothing : parseRupees(typed))

function useDepositForm({ safe, close }: DepositDialogProps) {
  const { campus, today } = useStaff()
  const alert = useAlert()
  return useSendForm<typeof enterDeposit, Typed>({
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
      ...(readCash(cash) === null && { cash: 'Not an amount' }),
    }),
    sent: ({ depositedDate, cash, cheques, ...typed }) =>
      depositedDate === ''
        ? null
        : {
            params: { campus },
            body: { ...typed, depositedDate, cash: readCash(cash) ?? nothing, cheques: [...cheques] },
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
}

/** Enters the cash and cheques taken from the safe to the bank. */
function DepositDialog({ safe, close }: DepositDialogProps) {
  const { today } = useStaff()
  const form = useDepositForm({ safe, close })
  const { cheques } = form.values
  return (
    <FormDialog title="Deposit" confirmLabel="Enter deposit" form={form} close={close}>
      <Text>The cash empties the oldest closings first.</Text>
      <DateField
        label="Date of the deposit"
        value={form.values.depositedDate}
        onChange={(depositedDate) => form.change({ depositedDate })}
        error={form.errors.depositedDate}
        max={today}
      />
      <TextInput label="Account or bank" required maxLength={120} {...form.field('account')} />
      <TextInput label="Deposit slip No." required maxLength={120} {...form.field('slip')} />
      <AmountField label="Cash" {...form.field('cash')} />
      {safe.cheques.length > 0 && (
        <Checkbox.Group
          label="Cheques"
          value={cheques.map(String)}
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

/** The money in the safe; a user who may write deposits it. */
export function SafePanel() {
  const { campus, role } = useStaff()
  const [isDepositing, setDepositing] = useState(false)
  const { data: safe, ...found } = useCall(keys.safe(campus), findSafe, { params: { campus } }, { gcTime: 0 })
  const isEmpty = !safe || (safe.cash === 0 && safe.cheques.length === 0)
  return (
    <Paper withBorder p="md">
      {found.isError && <Failed failure={found.error} retry={() => void found.refetch()} />}
      <Group justify="space-between" align="flex-start">
        <div>
          <Title order={2} mb="xs">
            In the safe
          </Title>
          {safe && (
            <Facts
              layout="line"
              facts={[
                { label: 'Cash', value: <Rupees of={safe.cash} /> },
                {
                  label: 'Of closings',
                  value: safe.closings.map(({ closingNo }) => closingNo).join(', '),
                },
                { label: 'Cheques', value: safe.cheques.length },
                {
                  label: 'Sum of the cheques',
                  value: <Rupees of={sum(nothing, ...safe.cheques.map(({ amount }) => amount))} />,
                },
              ]}
            />
          )}
        </div>
        {canWrite(role) && (
          <Button variant="default" disabled={isEmpty} onClick={() => setDepositing(true)}>
            Deposit…
          </Button>
        )}
      </Group>
      {isDepositing && safe && <DepositDialog safe={safe} close={() => setDepositing(false)} />}
    </Paper>
  )
}
