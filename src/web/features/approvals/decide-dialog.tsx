import { TextInput } from '@mantine/core'
import { approveRequest, declineRequest, withdrawRequest, type ApprovalRequest } from '#contract/approvals.ts'
import { balanceText } from '#web/kit/balance-text.ts'
import { FormDialog } from '#web/kit/form/form-dialog.tsx'
import { useSendForm } from '#web/kit/form/use-send-form.ts'
import { Facts } from '#web/ui/facts.tsx'

export interface Decision {
  readonly kind: 'approve' | 'decline' | 'withdraw'
  readonly request: ApprovalRequest
}

const kinds = {
  approve: { endpoint: approveRequest, title: 'Approve request', confirmLabel: 'Approve' },
  decline: { endpoint: declineRequest, title: 'Decline request', confirmLabel: 'Decline' },
  withdraw: { endpoint: withdrawRequest, title: 'Withdraw request', confirmLabel: 'Withdraw' },
} as const

interface DecideDialogProps {
  readonly decision: Decision
  readonly close: () => void
}

/** Shows the effect of a request and decides it; a refusal leaves it waiting. */
export function DecideDialog({ decision: { kind, request }, close }: DecideDialogProps) {
  const { endpoint, title, confirmLabel } = kinds[kind]
  const { requestNo, words, reason, studentName, rollNo, balanceBefore, balanceAfter, requestedByName } =
    request
  const form = useSendForm<typeof endpoint, { readonly note: string }>({
    endpoint,
    initial: () => ({ note: '' }),
    check: ({ note }) => (kind === 'decline' && note.trim() === '' ? { note: 'Please enter a reason' } : {}),
    sent: ({ note }) => ({ params: { requestNo }, body: { note } }),
    done: close,
  })
  return (
    <FormDialog title={`${title} ${requestNo}`} confirmLabel={confirmLabel} form={form} close={close}>
      <Facts
        layout="pairs"
        facts={[
          { label: 'What', value: words, wide: true },
          { label: 'Student', value: `${studentName}, roll no. ${rollNo}` },
          { label: 'Balance', value: `${balanceText(balanceBefore)} → ${balanceText(balanceAfter)}` },
          { label: 'Reason', value: reason },
          { label: 'Asked by', value: requestedByName },
        ]}
      />
      {kind !== 'withdraw' && (
        <TextInput
          label={kind === 'decline' ? 'Reason' : 'Note'}
          required={kind === 'decline'}
          maxLength={500}
          data-autofocus
          {...form.field('note')}
        />
      )}
    </FormDialog>
  )
}
