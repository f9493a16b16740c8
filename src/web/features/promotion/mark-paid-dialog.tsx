import { Button, Group, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import type { CalendarDate, Month } from '#domain/calendar.ts'
import { useStaff } from '#web/api/session.ts'
import { useMarkArrearsPaid } from '#web/kit/leaving/use-mark-arrears-paid.ts'
import { MethodFields } from '#web/kit/receiving/method-fields.tsx'
import {
  readPaidBy,
  typedCash,
  typedPaidByErrors,
  type PaymentErrors,
} from '#web/kit/receiving/payment-input.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { Rupees } from '#web/ui/rupees.tsx'
import type { Balances } from './graduate-outcomes.ts'

interface MarkPaidDialogProps {
  readonly graduate: Balances[number]
  /** The vouchers of later months, which are voided before the payment. */
  readonly voided: readonly Month[]
  readonly graduationDate: CalendarDate
  readonly reload: () => Promise<unknown>
  readonly close: () => void
}

/** Receives a graduate's debt before the class graduates. */
export function MarkPaidDialog({ graduate, voided, graduationDate, reload, close }: MarkPaidDialogProps) {
  const { today } = useStaff()
  const { rollNo, studentName, balance } = graduate
  const { mark, sending } = useMarkArrearsPaid({ removalDate: graduationDate, reload, onDone: close })
  const [typed, setTyped] = useState(typedCash)
  const [errors, setErrors] = useState<PaymentErrors>({})
  function press() {
    const wrong = typedPaidByErrors(typed, today)
    setErrors(wrong)
    if (Object.keys(wrong).length > 0) return
    void mark({ rollNo, studentName, arrears: balance, voucher: graduate, voided }, readPaidBy(typed))
  }
  return (
    <Dialog title={`Arrears of ${studentName}`} close={close} size="lg">
      <Stack gap="md">
        <Text>
          Arrears <Rupees of={balance} /> on voucher {graduate.voucherNo}
        </Text>
        <MethodFields typed={typed} onChange={setTyped} errors={errors} readOnly={sending} rollNo={rollNo} />
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={close} disabled={sending}>
            Cancel
          </Button>
          <Button onClick={press} loading={sending}>
            Mark arrears as paid
          </Button>
        </Group>
      </Stack>
    </Dialog>
  )
}
