import { Text } from '@mantine/core'
import type { AccountVoucherReply } from '#contract/student-account.ts'
import { voidVoucher } from '#contract/voucher-void.ts'
import { formatMonth } from '#domain/calendar.ts'
import { useStaff } from '#web/api/session.ts'
import { useChange } from '#web/api/use-change.ts'
import { ReasonDialog } from '#web/kit/reason-dialog.tsx'
import { rupeesText } from '#web/kit/student-account.ts'
import { useTellFailure } from '#web/kit/use-tell-failure.ts'
import { useAlert } from '#web/ui/alert-dialog.tsx'

interface VoidVoucherDialogProps {
  readonly voucher: Pick<
    AccountVoucherReply,
    'amount' | 'month' | 'netBalance' | 'posted' | 'voucherNo' | 'year'
  >
  readonly close: () => void
}

export function VoidVoucherDialog({ voucher, close }: VoidVoucherDialogProps) {
  const { campus } = useStaff()
  const { voucherNo, amount, posted, netBalance } = voucher
  const change = useChange(voidVoucher)
  const alert = useAlert()
  const tellFailure = useTellFailure()

  async function send(reason: string) {
    try {
      const body = { reason, expectedBalance: netBalance }
      const { msg } = await change.send({ params: { campus, voucherNo }, body })
      close()
      await alert(msg, { detail: `${voucherNo} keeps its number and is left out of every sum.` })
    } catch (error) {
      await tellFailure(error)
    }
  }

  return (
    <ReasonDialog
      title={`Void voucher ${voucherNo}`}
      confirmLabel="Void"
      ready
      sending={change.sending}
      onConfirm={(reason) => void send(reason)}
      close={close}
    >
      <Text>
        The voucher of {formatMonth(voucher)}, {rupeesText(amount)}, keeps its number and leaves every list
        and sum. What it carried is open again, and its one-time fees wait for the next voucher.
        {posted && ' It is posted: the family may have the paper.'}
      </Text>
    </ReasonDialog>
  )
}
