import { Stack, Text } from '@mantine/core'
import { voidRun, voidRunPreview, type VoucherRunReply } from '#contract/voucher-void.ts'
import { formatMonth } from '#domain/calendar.ts'
import { agree, count } from '#domain/count.ts'
import type { Reply } from '#web/api/call.ts'
import { keys, useCall } from '#web/api/queries.ts'
import { useStaff } from '#web/api/session.ts'
import { reasonErrors } from '#web/kit/form/field-errors.ts'
import { FormDialog, ReasonInput } from '#web/kit/form/form-dialog.tsx'
import { useSendForm } from '#web/kit/form/use-send-form.ts'
import { rupeesText } from '#web/kit/student-account.ts'
import { useAlert } from '#web/ui/alert-dialog.tsx'
import { Attention } from '#web/ui/attention.tsx'
import { Failed, Loading } from '#web/ui/states.tsx'

interface VoidDialogProps {
  readonly run: VoucherRunReply
  readonly close: () => void
}

/** Voids a run: all of its vouchers or none. */
export function VoidDialog({ run: { runNo, ...run }, close }: VoidDialogProps) {
  const { campus } = useStaff()
  const preview = useCall(keys.voidRunPreview(campus, runNo), voidRunPreview, { params: { campus, runNo } })
  const alert = useAlert()
  const seen = preview.data
  const form = useSendForm({
    endpoint: voidRun,
    isSecret: false,
    initial: () => ({ reason: '' }),
    check: reasonErrors,
    sent: ({ reason }) =>
      seen
        ? {
            params: { campus, runNo },
            body: { reason, expectedCount: seen.count, expectedAmount: seen.amount },
          }
        : null,
    async done({ msg }) {
      close()
      if (seen) await alert(msg, { detail: `${count(seen.count, 'voucher')}, ${rupeesText(seen.amount)}.` })
    },
    refused({ status }) {
      if (status > 0) void preview.refetch()
      return false
    },
  })
  const ready = seen !== undefined && seen.kept.length === 0 && seen.count > 0
  return (
    <FormDialog
      title={`Void run ${runNo} of ${formatMonth(run)}`}
      confirmLabel="Void"
      danger
      ready={ready}
      form={form}
      close={close}
    >
      {preview.isPending && <Loading label="Loading what would be voided" />}
      {preview.isError && <Failed failure={preview.error} retry={() => void preview.refetch()} />}
      {seen && <Preview seen={seen} />}
      {ready && <ReasonInput data-autofocus {...form.field('reason')} />}
    </FormDialog>
  )
}

const mostShown = 6

const Preview = ({ seen }: { readonly seen: Reply<typeof voidRunPreview> }) => (
  <Stack gap="sm">
    {seen.kept.length === 0 ? (
      <Text>
        {count(seen.count, 'voucher')}, {rupeesText(seen.amount)}, will be voided: they keep their numbers and
        leave every list and sum. What they carried is open again, and one-time fees wait for the next
        voucher.
        {seen.posted > 0 && ` ${count(seen.posted, 'voucher')} ${agree(seen.posted, 'is', 'are')} posted.`}
      </Text>
    ) : (
      <Attention role="status" title="This run cannot be voided">
        <Text>
          A run is voided as a whole, and {count(seen.kept.length, 'voucher')}{' '}
          {agree(seen.kept.length, 'has', 'have')} to stay:
        </Text>
        <Names
          of={seen.kept.map(({ voucherNo, studentName, reason }) => `${voucherNo} ${studentName}: ${reason}`)}
        />
      </Attention>
    )}
    {seen.kept.length === 0 && seen.replaced.length > 0 && (
      <div>
        <Text>{count(seen.replaced.length, 'voucher')} replaced since will be left alone:</Text>
        <Names
          of={seen.replaced.map(({ voucherNo, replacedBy }) => `${voucherNo}, replaced by ${replacedBy}`)}
        />
      </div>
    )}
  </Stack>
)

const Names = ({ of: names }: { readonly of: readonly string[] }) => (
  <>
    {names.slice(0, mostShown).map((name) => (
      <Text key={name} size="sm">
        <bdi>{name}</bdi>
      </Text>
    ))}
    {names.length > mostShown && <Text size="sm">and {names.length - mostShown} more</Text>}
  </>
)
