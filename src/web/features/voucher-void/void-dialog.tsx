import { Stack, Text } from '@mantine/core'
import { voidRun, voidRunPreview, type VoucherRunReply } from '#contract/voucher-void.ts'
import { formatMonth } from '#domain/calendar.ts'
import { agree, count } from '#domain/count.ts'
import { CallFailed, type Reply } from '#web/api/call.ts'
import { keys, useCall } from '#web/api/queries.ts'
import { useStaff } from '#web/api/session.ts'
import { useChange } from '#web/api/use-change.ts'
import { ReasonDialog } from '#web/kit/reason-dialog.tsx'
import { rupeesText } from '#web/kit/student-account.ts'
import { useTellFailure } from '#web/kit/use-tell-failure.ts'
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
  const change = useChange(voidRun)
  const alert = useAlert()
  const tellFailure = useTellFailure()
  const seen = preview.data

  async function send(reason: string) {
    if (!seen) return
    const body = { reason, expectedCount: seen.count, expectedAmount: seen.amount }
    try {
      const { msg } = await change.send({ params: { campus, runNo }, body })
      close()
      await alert(msg, { detail: `${count(seen.count, 'voucher')}, ${rupeesText(seen.amount)}.` })
    } catch (error) {
      if (error instanceof CallFailed && error.status > 0) void preview.refetch()
      await tellFailure(error)
    }
  }

  return (
    <ReasonDialog
      title={`Void run ${runNo} of ${formatMonth(run)}`}
      confirmLabel="Void"
      ready={seen !== undefined && seen.kept.length === 0 && seen.count > 0}
      sending={change.sending}
      onConfirm={(reason) => void send(reason)}
      close={close}
    >
      {preview.isPending && <Loading label="Loading what would be voided" />}
      {preview.isError && <Failed failure={preview.error} retry={() => void preview.refetch()} />}
      {seen && <Preview seen={seen} />}
    </ReasonDialog>
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
