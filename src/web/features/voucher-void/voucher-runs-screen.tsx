import { Button, Stack, Text } from '@mantine/core'
import { useInfiniteQuery, type InfiniteData } from '@tanstack/react-query'
import { useState } from 'react'
import {
  redateRun,
  voidRun,
  voidRunPreview,
  voucherRuns,
  type VoucherRunReply,
} from '#contract/voucher-void.ts'
import {
  dateAt,
  formatDate,
  formatIfDate,
  formatInstant,
  formatMonth,
  type CalendarDate,
} from '#domain/calendar.ts'
import { agree, count, formatCount } from '#domain/count.ts'
import { formatRupees } from '#domain/money.ts'
import { call, type CallFailed, type Reply } from '#web/api/call.ts'
import { keyOf, useCall } from '#web/api/queries.ts'
import { noReason, ReasonDialog } from '#web/kit/adjusting/reason-dialog.tsx'
import { useGoBack } from '#web/kit/go-back.ts'
import { rupeesText } from '#web/kit/student-account.ts'
import { column } from '#web/kit/table/cells.tsx'
import { RecordTable, type RecordColumn } from '#web/kit/table/record-table.tsx'
import { Attention } from '#web/ui/attention.tsx'
import { DateField } from '#web/ui/date-field.tsx'
import type { MenuEntry } from '#web/ui/popups.tsx'
import { Screen } from '#web/ui/screen.tsx'
import { Empty, Failed, Loading } from '#web/ui/states.tsx'
import { StatusChip, type StatusKind } from '#web/ui/status-chip.tsx'

type RunDialogProps = { readonly run: VoucherRunReply; readonly close: () => void }

/** Voids a run: all of its vouchers or none. */
function VoidDialog({ run: { runNo, ...month }, close }: RunDialogProps) {
  const { data: seen, ...preview } = useCall(voidRunPreview, { params: { runNo } })
  return (
    <ReasonDialog
      title={`Void run ${runNo} of ${formatMonth(month)}`}
      confirmLabel="Void"
      danger
      ready={seen !== undefined && seen.kept.length === 0 && seen.count > 0}
      endpoint={voidRun}
      initial={noReason}
      sent={({ reason }) =>
        seen
          ? { params: { runNo }, body: { reason, expectedCount: seen.count, expectedAmount: seen.amount } }
          : null
      }
      alertWords={({ msg }) => [
        msg,
        seen ? `${count(seen.count, 'voucher')}, ${rupeesText(seen.amount)}.` : '',
      ]}
      refused={({ status }) => {
        if (status > 0) void preview.refetch()
        return false
      }}
      close={close}
    >
      {preview.isPending && <Loading label="Loading what would be voided" />}
      {preview.isError && <Failed failure={preview.error} retry={() => void preview.refetch()} />}
      {seen && (seen.kept.length > 0 ? <Kept of={seen} /> : <Preview of={seen} />)}
    </ReasonDialog>
  )
}

type OfPreview = { readonly of: Reply<typeof voidRunPreview> }

const Preview = ({ of: { count: vouchers, amount, posted, replaced } }: OfPreview) => (
  <Stack gap="sm">
    <Text>
      {count(vouchers, 'voucher')}, {rupeesText(amount)}, will be voided: they keep their numbers and leave
      every list and sum. What they carried is open again, and one-time fees wait for the next voucher.
      {posted > 0 && ` ${count(posted, 'voucher')} ${agree(posted, 'is', 'are')} posted.`}
    </Text>
    {replaced.length > 0 && (
      <div>
        <Text>{count(replaced.length, 'voucher')} replaced since will be left alone:</Text>
        <Names of={replaced.map(({ voucherNo, replacedBy }) => `${voucherNo}, replaced by ${replacedBy}`)} />
      </div>
    )}
  </Stack>
)

const Kept = ({ of: { kept } }: OfPreview) => (
  <Attention role="status" title="This run cannot be voided">
    <Text>
      A run is voided as a whole, and {count(kept.length, 'voucher')} {agree(kept.length, 'has', 'have')} to
      stay:
    </Text>
    <Names of={kept.map(({ voucherNo, studentName, reason }) => `${voucherNo} ${studentName}: ${reason}`)} />
  </Attention>
)

const mostShown = 6

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

const RedateDialog = ({ run, close }: RunDialogProps) => (
  <ReasonDialog
    title={`Due date of run ${run.runNo}, ${formatMonth(run)}`}
    confirmLabel="Change due date"
    endpoint={redateRun}
    initial={(): { dueDate: CalendarDate | ''; reason: string } => ({ dueDate: run.dueDate, reason: '' })}
    check={({ dueDate }) => (dueDate === '' ? { dueDate: 'Please enter a date' } : {})}
    sent={({ dueDate, reason }) =>
      dueDate === '' ? null : { params: { runNo: run.runNo }, body: { dueDate, reason } }
    }
    alertWords={({ msg, count: changed }, { dueDate }) => [
      msg,
      `${count(changed, 'voucher')} of run ${run.runNo} ${agree(changed, 'is', 'are')} due on ${formatIfDate(dueDate)}.`,
    ]}
    close={close}
  >
    {(form) => (
      <>
        <Text>
          {count(run.unpaid, 'unpaid voucher')} {agree(run.unpaid, 'gets', 'get')} the new date.
          {run.unpaidPosted > 0 &&
            ` ${count(run.unpaidPosted, 'voucher')} ${agree(run.unpaidPosted, 'is', 'are')} posted: the paper shows the old date.`}
        </Text>
        <DateField label="Due date" {...form.field('dueDate')} min={run.issueDate} required />
      </>
    )}
  </ReasonDialog>
)

function stateOf({ vouchers, posted, voided }: VoucherRunReply): readonly [StatusKind, string] {
  if (vouchers === 0) return ['carried', voided > 0 ? 'Voided' : 'Replaced']
  if (posted === 0) return ['to-do', 'Not posted']
  return posted === vouchers ? ['done', 'Posted'] : ['part', 'Partly posted']
}

const columns: readonly RecordColumn<VoucherRunReply>[] = [
  column('Run', { figures: true, card: 'none' }, ({ runNo }) => runNo),
  column('Month', { card: 'title' }, formatMonth),
  column(
    'For',
    { wraps: true, card: 'plain' },
    ({ rollNo, studentName, voidedAt, voidedByName, voidReason }) => (
      <>
        {rollNo === null ? 'Campus' : <bdi>{studentName}</bdi>}
        {rollNo !== null && `, Roll No. ${rollNo}`}
        {voidedAt && (
          <small>
            Voided {formatInstant(voidedAt)} by {voidedByName}: {voidReason}
          </small>
        )}
      </>
    ),
  ),
  column('State', { card: 'plain' }, (run) => {
    const [kind, words] = stateOf(run)
    return <StatusChip kind={kind}>{words}</StatusChip>
  }),
  column('Vouchers', { figures: true }, ({ vouchers }) => formatCount(vouchers)),
  column('Amount', { figures: true, card: 'figure' }, ({ amount }) => formatRupees(amount)),
  column('Due date', {}, ({ dueDate }) => formatDate(dueDate)),
  column('Generated', {}, ({ generatedAt, generatedByName }) => (
    <span title={`${formatInstant(generatedAt)}, ${generatedByName}`}>
      {formatDate(dateAt(generatedAt))} by {generatedByName}
    </span>
  )),
]

type Page = Reply<typeof voucherRuns>

/** The number below which runs are loaded; undefined for the newest runs. */
type Before = number | undefined

/** `/voucher-runs`: lists the voucher runs, which can be voided or given a new due date. */
export function VoucherRunsScreen() {
  const goBack = useGoBack()
  const [opened, setOpened] = useState<readonly [typeof VoidDialog, VoucherRunReply] | null>(null)
  const runs = useInfiniteQuery<Page, CallFailed, InfiniteData<Page, Before>, readonly unknown[], Before>({
    queryKey: keyOf(voucherRuns),
    queryFn: ({ pageParam: before, signal }) => call(voucherRuns, { query: { before }, signal }),
    initialPageParam: undefined,
    getNextPageParam: (page) => (page.more ? page.runs.at(-1)?.runNo : undefined),
  })
  const entriesOf = (run: VoucherRunReply): readonly MenuEntry[] => [
    ...(run.unpaid > 0 ? [{ label: 'Change due date…', onPress: () => setOpened([RedateDialog, run]) }] : []),
    ...(run.vouchers > 0
      ? [{ label: 'Void…', onPress: () => setOpened([VoidDialog, run]), removes: true }]
      : []),
  ]
  const [Dialog, run] = opened ?? []
  return (
    <Screen
      title="Voucher runs"
      lead="Each generation of vouchers, newest first. A run without receipts can be voided as a whole."
      onLeave={goBack}
    >
      <Stack gap="md">
        <RecordTable
          label="Voucher runs"
          columns={columns}
          rows={runs.data?.pages.flatMap((page) => page.runs)}
          rowKey={({ runNo }) => runNo}
          acts={(row) => {
            const entries = entriesOf(row)
            return [entries.length === 0 ? null : { label: `Actions for run ${row.runNo}`, entries }]
          }}
          empty={
            <Empty
              title="No vouchers were generated yet"
              hint="Generate campus vouchers makes the first run."
            />
          }
          failure={runs.error}
          retry={() => void runs.refetch()}
        />
        {runs.hasNextPage && (
          <Button
            variant="default"
            mx="auto"
            loading={runs.isFetchingNextPage}
            onClick={() => void runs.fetchNextPage()}
          >
            Show older
          </Button>
        )}
      </Stack>
      {Dialog && run && <Dialog run={run} close={() => setOpened(null)} />}
    </Screen>
  )
}
