import { Text } from '@mantine/core'
import { takeBackAdjustment, type Adjustment } from '#contract/adjustments.ts'
import { adjustmentWords } from '#domain/adjustment.ts'
import { formatRupees, opposite } from '#domain/money.ts'
import { useStaff } from '#web/api/session.ts'
import { useApprovableChange } from '#web/kit/approval/use-approvable-change.ts'
import { ReasonDialog } from '#web/kit/reason-dialog.tsx'
import { restWords } from '#web/kit/receiving/payment-input.ts'
import { useTellFailure } from '#web/kit/use-tell-failure.ts'
import { useAlert } from '#web/ui/alert-dialog.tsx'

interface TakeBackDialogProps {
  readonly adjustment: Adjustment
  readonly close: () => void
}

/** Takes an adjustment back by one of the opposite amount. */
export function TakeBackDialog({ adjustment, close }: TakeBackDialogProps) {
  const { campus } = useStaff()
  const { adjustmentNo, kind, studentName, rollNo, amount, otherRollNo } = adjustment
  const change = useApprovableChange(takeBackAdjustment, 'takeBackAdjustment')
  const alert = useAlert()
  const tellFailure = useTellFailure()

  async function send(reason: string) {
    try {
      const result = await change.send({ params: { campus, adjustmentNo }, body: { reason } })
      if (result.kind === 'not requested') return
      close()
      if (result.kind === 'requested') return
      const { msg, balance } = result.reply
      await alert(msg, { detail: `${studentName}: ${restWords(balance)}` })
    } catch (error) {
      await tellFailure(error)
    }
  }

  return (
    <ReasonDialog
      title={`Take back adjustment ${adjustmentNo}`}
      confirmLabel="Take back"
      ready
      sending={change.sending}
      onConfirm={(reason) => void send(reason)}
      close={close}
    >
      <Text>
        {adjustmentWords[kind]}: {formatRupees(amount)} of {studentName}, roll no. {rollNo}. An adjustment of{' '}
        {formatRupees(opposite(amount))} is entered today; this one stays in the list.
        {otherRollNo !== null && ` That of roll no. ${otherRollNo} is taken back with it.`}
        {kind === 'refund' && ' Do it only if the money is back.'}
      </Text>
    </ReasonDialog>
  )
}
