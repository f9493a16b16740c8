import { Button, Group, Stack, Text } from '@mantine/core'
import { useInfiniteQuery, type InfiniteData } from '@tanstack/react-query'
import { useState } from 'react'
import {
  redateRun,
  voidRun,
  voidRunPreview,
  voucherRuns,
  type VoucherRunReply,
} from '#contract/voucher-void.ts'
import { formatIfDate, formatMonth, type CalendarDate } from '#domain/calendar.ts'
import { agree, count } from '#domain/count.ts'
import { call, type CallFailed, type Reply } from '#web/api/call.ts'
import { keyOf, useCall } from '#web/api/queries.ts'
import { reasonErrors } from '#web/kit/form/field-errors.ts'
import { FormDialog, ReasonInput } from '#web/kit/form/form-dialog.tsx'
import { useSendForm } from '#web/kit/form/use-send-form.ts'
import { useGoBack } from '#web/kit/go-back.ts'
import { rupeesText } from '#web/kit/student-account.ts'
import { useAlert } from '#web/ui/alert-dialog.tsx'
import { Attention } from '#web/ui/attention.tsx'
import { DateField } from '#web/ui/date-field.tsx'
import { Screen } from '#web/ui/screen.tsx'
import { Failed, Loading } from '#web/ui/states.tsx'
import { RunTable, type RunAction } from './run-table.tsx'

interface VoidDialogProps {
  readonly run: VoucherRunReply
  readonly close: () => void
}

/** Voids a run: all of its vouchers or none. */
function VoidDialog({ run: { runNo, ...run }, close }: VoidDialogProps) {
  const preview = useCall(voidRunPreview, { params: { runNo } })
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
            params: { runNo },
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

interface RedateDialogProps {
  readonly run: VoucherRunReply
  readonly close: () => void
}

/** Changes the due date of the unpaid vouchers of a run. */
function RedateDialog({ run, close }: RedateDialogProps) {
  const { runNo, issueDate, unpaid, unpaidPosted } = run
  const alert = useAlert()
  const form = useSendForm({
    endpoint: redateRun,
    isSecret: false,
    initial: (): { dueDate: CalendarDate | ''; reason: string } => ({ dueDate: run.dueDate, reason: '' }),
    check: ({ dueDate, reason }) => ({
      ...(dueDate === '' && { dueDate: 'Please enter a date' }),
      ...reasonErrors({ reason }),
    }),
    sent: ({ dueDate, reason }) => (dueDate === '' ? null : { params: { runNo }, body: { dueDate, reason } }),
    async done(reply, { dueDate }) {
      close()
      await alert(reply.msg, {
        detail: `${count(reply.count, 'voucher')} of run ${runNo} ${agree(reply.count, 'is', 'are')} due on ${formatIfDate(dueDate)}.`,
      })
    },
  })

  return (
    <FormDialog
      title={`Due date of run ${runNo}, ${formatMonth(run)}`}
      confirmLabel="Change due date"
      form={form}
      close={close}
    >
      <Text>
        {count(unpaid, 'unpaid voucher')} {agree(unpaid, 'gets', 'get')} the new date.
        {unpaidPosted > 0 &&
          ` ${count(unpaidPosted, 'voucher')} ${agree(unpaidPosted, 'is', 'are')} posted: the paper shows the old date.`}
      </Text>
      <DateField label="Due date" {...form.field('dueDate')} min={issueDate} required />
      <ReasonInput data-autofocus {...form.field('reason')} />
    </FormDialog>
  )
}

type Page = Reply<typeof voucherRuns>

/** The number below which runs are loaded; undefined for the newest runs. */
type Before = number | undefined

interface OpenAction {
  readonly action: RunAction
  readonly run: VoucherRunReply
}

/** `/voucher-runs`: lists the voucher runs, which can be voided or given a new due date. */
export function VoucherRunsScreen() {
  const goBack = useGoBack()
  const [opened, setOpened] = useState<OpenAction | null>(null)
  const runs = useInfiniteQuery<Page, CallFailed, InfiniteData<Page, Before>, readonly unknown[], Before>({
    queryKey: keyOf(voucherRuns),
    queryFn: ({ pageParam: before, signal }) => call(voucherRuns, { query: { before }, signal }),
    initialPageParam: undefined,
    getNextPageParam: (page) => (page.more ? page.runs.at(-1)?.runNo : undefined),
  })
  const close = () => setOpened(null)
  return (
    <Screen
      title="Voucher runs"
      lead="Each generation of vouchers, newest first. A run without receipts can be voided as a whole."
      onLeave={goBack}
    >
      <Stack gap="md">
        <RunTable
          runs={runs.data?.pages.flatMap((page) => page.runs)}
          failure={runs.error}
          retry={() => void runs.refetch()}
          open={(action, run) => setOpened({ action, run })}
        />
        {runs.hasNextPage && (
          <Group justify="center">
            <Button
              variant="default"
              loading={runs.isFetchingNextPage}
              onClick={() => void runs.fetchNextPage()}
            >
              Show older
            </Button>
          </Group>
        )}
      </Stack>
      {opened?.action === 'void' && <VoidDialog run={opened.run} close={close} />}
      {opened?.action === 'redate' && <RedateDialog run={opened.run} close={close} />}
    </Screen>
  )
}
