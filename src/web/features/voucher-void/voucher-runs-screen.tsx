import { Button, Group, Stack, Text } from '@mantine/core'
import { useInfiniteQuery, type InfiniteData } from '@tanstack/react-query'
import { useState } from 'react'
import { redateRun, voucherRuns, type VoucherRunReply } from '#contract/voucher-void.ts'
import { formatIfDate, formatMonth, type CalendarDate } from '#domain/calendar.ts'
import { agree, count } from '#domain/count.ts'
import { call, type CallFailed, type Reply } from '#web/api/call.ts'
import { keys } from '#web/api/queries.ts'
import { useStaff } from '#web/api/session.ts'
import { reasonErrors } from '#web/kit/form/field-errors.ts'
import { FormDialog, ReasonInput } from '#web/kit/form/form-dialog.tsx'
import { useSendForm } from '#web/kit/form/use-send-form.ts'
import { useGoBack } from '#web/kit/go-back.ts'
import { useAlert } from '#web/ui/alert-dialog.tsx'
import { DateField } from '#web/ui/date-field.tsx'
import { Screen } from '#web/ui/screen.tsx'
import { RunTable, type RunAction } from './run-table.tsx'
import { VoidDialog } from './void-dialog.tsx'

interface RedateDialogProps {
  readonly run: VoucherRunReply
  readonly close: () => void
}

/** Changes the due date of the unpaid vouchers of a run. */
function RedateDialog({ run, close }: RedateDialogProps) {
  const { campus } = useStaff()
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
    sent: ({ dueDate, reason }) =>
      dueDate === '' ? null : { params: { campus, runNo }, body: { dueDate, reason } },
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
  const { campus } = useStaff()
  const goBack = useGoBack()
  const [opened, setOpened] = useState<OpenAction | null>(null)
  const runs = useInfiniteQuery<Page, CallFailed, InfiniteData<Page, Before>, readonly unknown[], Before>({
    queryKey: keys.voucherRuns(campus),
    queryFn: ({ pageParam: before, signal }) =>
      call(voucherRuns, { params: { campus }, query: { before }, signal }),
    initialPageParam: undefined,
    getNextPageParam: (page) => (page.more ? page.runs.at(-1)?.runNo : undefined),
  })
  const close = () => setOpened(null)
  return (
    <Screen
      title="Voucher runs"
      campus={campus}
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
