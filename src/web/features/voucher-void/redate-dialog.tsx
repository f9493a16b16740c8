import { Text } from '@mantine/core'
import { useState } from 'react'
import { redateRun, type VoucherRunReply } from '#contract/voucher-void.ts'
import { formatDate, formatMonth, type CalendarDate } from '#domain/calendar.ts'
import { agree, count } from '#domain/count.ts'
import { useStaff } from '#web/api/session.ts'
import { useChange } from '#web/api/use-change.ts'
import { ReasonDialog } from '#web/kit/reason-dialog.tsx'
import { useTellFailure } from '#web/kit/use-tell-failure.ts'
import { useAlert } from '#web/ui/alert-dialog.tsx'
import { DateField } from '#web/ui/date-field.tsx'

interface RedateDialogProps {
  readonly run: VoucherRunReply
  readonly close: () => void
}

/** Gives the unpaid vouchers of a run another due date. */
export function RedateDialog({ run, close }: RedateDialogProps) {
  const { campus } = useStaff()
  const { runNo, issueDate, unpaid, unpaidPosted } = run
  const [dueDate, setDueDate] = useState<CalendarDate | ''>(run.dueDate)
  const [isMissing, setMissing] = useState(false)
  const change = useChange(redateRun)
  const alert = useAlert()
  const tellFailure = useTellFailure()

  async function send(reason: string) {
    if (dueDate === '') return setMissing(true)
    try {
      const reply = await change.send({ params: { campus, runNo }, body: { dueDate, reason } })
      close()
      await alert(reply.msg, {
        detail: `${count(reply.count, 'voucher')} of run ${runNo} ${agree(reply.count, 'is', 'are')} due on ${formatDate(dueDate)}.`,
      })
    } catch (error) {
      await tellFailure(error)
    }
  }

  return (
    <ReasonDialog
      title={`Due date of run ${runNo}, ${formatMonth(run)}`}
      confirmLabel="Change due date"
      ready
      sending={change.sending}
      onConfirm={(reason) => void send(reason)}
      close={close}
    >
      <Text>
        {count(unpaid, 'unpaid voucher')} {agree(unpaid, 'gets', 'get')} the new date.
        {unpaidPosted > 0 &&
          ` ${count(unpaidPosted, 'voucher')} ${agree(unpaidPosted, 'is', 'are')} posted: the paper shows the old date.`}
      </Text>
      <DateField
        label="Due date"
        value={dueDate}
        onChange={setDueDate}
        min={issueDate}
        error={isMissing && dueDate === '' ? 'Please enter a date' : null}
        required
      />
    </ReasonDialog>
  )
}
