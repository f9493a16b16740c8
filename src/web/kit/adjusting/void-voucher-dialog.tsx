import { Text } from '@mantine/core'
import type { AccountVoucherReply } from '#contract/student-account.ts'
import { voidVoucher } from '#contract/voucher-void.ts'
import { formatMonth } from '#domain/calendar.ts'
import { reasonErrors } from '#web/kit/form/field-errors.ts'
import { FormDialog, ReasonInput } from '#web/kit/form/form-dialog.tsx'
import { useSendForm } from '#web/kit/form/use-send-form.ts'
import { rupeesText } from '#web/kit/student-account.ts'
import { useAlert } from '#web/ui/alert-dialog.tsx'

interface VoidVoucherDialogProps {
  readonly voucher: Pick<
    AccountVoucherReply,
    'amount' | 'month' | 'netBalance' | 'posted' | 'voucherNo' | 'year'
  >
  readonly close: () => void
}

export function VoidVoucherDialog({ voucher, close }: VoidVoucherDialogProps) {
  const { voucherNo, amount, posted, netBalance } = voucher
  const alert = useAlert()
  const form = useSendForm({
    endpoint: voidVoucher,
    isSecret: false,
    initial: () => ({ reason: '' }),
    check: reasonErrors,
    sent: ({ reason }) => ({ params: { voucherNo }, body: { reason, expectedBalance: netBalance } }),
    async done({ msg }) {
      close()
      await alert(msg, { detail: `${voucherNo} keeps its number and is left out of every sum.` })
    },
  })
  return (
    <FormDialog title={`Void voucher ${voucherNo}`} confirmLabel="Void" danger form={form} close={close}>
      <Text>
        The voucher of {formatMonth(voucher)}, {rupeesText(amount)}, keeps its number and leaves every list
        and sum. What it carried is open again, and its one-time fees wait for the next voucher.
        {posted && ' It is posted: the family may have the paper.'}
      </Text>
      <ReasonInput data-autofocus {...form.field('reason')} />
    </FormDialog>
  )
}
