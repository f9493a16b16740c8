import { Anchor, Button, Grid, Paper, Progress, Stack, Text, Title } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { campusPreview, generateForCampus, studentVoucherPreview } from '#contract/voucher-run.ts'
import { formatDate, formatMonth, monthOf, type CalendarDate } from '#domain/calendar.ts'
import { count } from '#domain/count.ts'
import { formatRupees } from '#domain/money.ts'
import type { CallFailed, Reply } from '#web/api/call.ts'
import { useCall } from '#web/api/queries.ts'
import { studentColumns } from '#web/kit/drawn-columns.tsx'
import { feeOfMonth, Figures } from '#web/kit/figures.tsx'
import { FoldedTable, textColumn } from '#web/kit/folded-table.tsx'
import { FormButtons } from '#web/kit/form/form-buttons.tsx'
import { useGoBack } from '#web/kit/go-back.ts'
import { MonthSteps } from '#web/kit/month-steps.tsx'
import { isSameMonth } from '#web/kit/months-offered.ts'
import { MonthsToPost } from '#web/kit/months-to-post.tsx'
import { studentPath } from '#web/kit/student-link.tsx'
import { column } from '#web/kit/table/cells.tsx'
import { RecordTable } from '#web/kit/table/record-table.tsx'
import { useAlert, useConfirm } from '#web/ui/alert-dialog.tsx'
import { Rupees } from '#web/ui/rupees.tsx'
import { Screen } from '#web/ui/screen.tsx'
import { Failed, Loading } from '#web/ui/states.tsx'
import type { Column } from '#web/ui/table-columns.ts'
import { RunFields, useGeneratedAlert, useRunForm, type RunForm } from './run-form.tsx'
import { chargeLines, Ledger, toAccount } from './voucher-preview.tsx'

/** From this number of vouchers on, the clerk must confirm. */
const many = 20

const question = (preview: Preview, { issueDate, dueDate }: RunForm) => ({
  title: `Generate ${count(preview.students, 'voucher')} for ${formatMonth(preview)}?`,
  message: [
    `${feeOfMonth(preview)} ${formatRupees(preview.thisMonth)}, arrears ${formatRupees(preview.arrears)}, net ${formatRupees(preview.netReceivable)}.`,
    ...(issueDate && dueDate ? [`Issued ${formatDate(issueDate)}, due ${formatDate(dueDate)}.`] : []),
    ...(preview.skipped.length > 0 ? [`${count(preview.skipped.length, 'student')} skipped.`] : []),
  ].join('\n'),
  confirmLabel: 'Generate vouchers',
})

/** A campus run from its dates to its outcome (spec 5.generation, spec 8.generation). */
function useCampusRun() {
  const alert = useAlert()
  const confirm = useConfirm()
  const showGenerated = useGeneratedAlert()
  const form = useRunForm<typeof generateForCampus>({
    endpoint: generateForCampus,
    draft: 'generate-campus',
    // A press before the figures have loaded waits for them; another month may be chosen meanwhile.
    confirmRun: async (values): Promise<boolean> => {
      const { data, error } = preview.isFetching ? await preview.refetch({ cancelRefetch: false }) : preview
      if (!data || error || data.students === 0 || values.fromDate === '') return false
      if (!isSameMonth(monthOf(values.fromDate), data)) return false
      return data.students < many || confirm(question(data, values))
    },
    sent: (values) => ({ body: values }),
    done: async ({ generated, skipped }, { fromDate }) => {
      if (fromDate === '') return
      await showGenerated('Vouchers generated successfully', {
        detail: `${generated} generated, ${skipped} skipped.`,
        month: monthOf(fromDate),
        unposted: generated,
      })
    },
    async refused({ code }) {
      if (code !== 'voucher-exists') return false
      void preview.refetch()
      await alert('Voucher already exists for this month', { tone: 'error' })
      return true
    },
  })
  const { requestedMonth } = form
  const preview = useCall(
    campusPreview,
    { params: { fromDate: requestedMonth } },
    { enabled: requestedMonth !== '' },
  )
  return { ...form, preview }
}

/** `/generate-voucher/campus`: a run, all or nothing (spec 2.routes.generate-campus, decisions 3.generation). */
export function GenerateCampusScreen() {
  const run = useCampusRun()
  const { preview, requestedMonth, sending } = run
  const { data, error, isFetching } = preview
  const goBack = useGoBack()
  const students = error ? 0 : (data?.students ?? 0)

  return (
    <Screen
      title="Generate campus vouchers"
      lead="Makes this month's voucher for every student who does not have one."
      onLeave={goBack}
    >
      <form {...run.frame}>
        <Stack gap="md">
          <MonthSteps step="generate" month={requestedMonth ? monthOf(requestedMonth) : null} />
          <RunFields form={run} noteFor="Saved on every voucher" />
          <CampusPreview found={preview} fromDate={requestedMonth} />
          {sending && (
            <div role="status">
              <Text mb={4}>Generating {count(students, 'voucher')}. Please wait.</Text>
              <Progress value={100} animated aria-hidden />
            </div>
          )}
          <FormButtons
            act="Generate vouchers"
            ready={isFetching || students > 0}
            sending={sending}
            cancel={goBack}
          />
        </Stack>
      </form>
    </Screen>
  )
}

type Preview = Reply<typeof campusPreview>
type Skipped = Preview['skipped'][number]

const reasons: Readonly<Record<Skipped['kind'], string>> = {
  admission: 'Admission voucher covers the month',
  opening: 'Opening balance covers the month',
  monthly: 'Already has a voucher for the month',
}

const skippedColumns: readonly Column<Skipped>[] = [
  ...Object.values(studentColumns),
  textColumn('voucherNo', 'Voucher No.', 190, ({ voucherNo }) => voucherNo),
  textColumn('why', 'Why skipped', 240, ({ kind }) => reasons[kind]),
]

interface CampusPreviewProps {
  readonly found: UseQueryResult<Preview, CallFailed>
  /** The first day of the fee period; `''` if there is none. */
  readonly fromDate: CalendarDate | ''
}

/** The effect of the run: sums, a sample voucher of each class, and the students without a voucher, with the reason. */
function CampusPreview({ found, fromDate }: CampusPreviewProps) {
  const { data: preview, error, isFetching, refetch } = found
  if (error) return <Failed failure={error} retry={() => void refetch()} />
  if (!preview || fromDate === '')
    return isFetching && <Loading label="Counting the vouchers to be generated" />
  const { students, skipped } = preview
  const month = formatMonth(preview)
  return (
    <Paper component="section" aria-label={`Vouchers for ${month}`} withBorder p="md">
      <Stack gap="sm">
        <div role="status">
          <Title order={2}>
            {students === 0
              ? `All students have a ${month} voucher`
              : `${count(students, 'student gets a voucher', 'students get vouchers')} for ${month}`}
          </Title>
        </div>
        {students > 0 && <Figures {...preview} month={preview} />}
        <MonthsToPost />
        {students > 0 && <ByClass key={month} preview={preview} fromDate={fromDate} />}
        {skipped.length === 0 ? (
          <Text c="dimmed">All students included.</Text>
        ) : (
          <FoldedTable
            words={
              <Text>
                {count(skipped.length, 'student already has', 'students already have')} a voucher for {month}.
              </Text>
            }
            noun="names"
            label="Skipped students"
            columns={skippedColumns}
            rows={skipped}
            rowKey={({ rollNo }) => String(rollNo)}
          />
        )}
      </Stack>
    </Paper>
  )
}

type ClassLine = Preview['byClass'][number]

const amount = (key: 'thisMonth' | 'arrears' | 'netReceivable', heading: string) =>
  column<ClassLine>(heading, { figures: true }, (line) => (
    <Rupees of={line[key]} advance={key !== 'thisMonth'} />
  ))

/** The sums of each class, next to a voucher of the chosen class. */
function ByClass({ preview, fromDate }: { readonly preview: Preview; readonly fromDate: CalendarDate }) {
  const [chosen, choose] = useState(preview.byClass[0]?.studentClass)
  const sample = preview.byClass.find(({ studentClass }) => studentClass === chosen)
  return (
    <Grid gap="xl">
      <Grid.Col span={{ base: 12, lg: 7 }}>
        <RecordTable
          label="By class"
          columns={[
            column<ClassLine>('Class', { card: 'title' }, ({ studentClass }) => studentClass),
            column<ClassLine>('Students', { figures: true }, ({ students }) => students),
            amount('thisMonth', feeOfMonth(preview)),
            amount('arrears', 'Arrears'),
            amount('netReceivable', 'Net receivable'),
            column<ClassLine>('Sample', { card: 'plain' }, ({ studentClass }) => (
              <Button
                size="compact-xs"
                variant="subtle"
                aria-label={`Sample voucher of class ${studentClass}`}
                aria-pressed={studentClass === chosen}
                onClick={() => choose(studentClass)}
              >
                Sample
              </Button>
            )),
          ]}
          rows={preview.byClass}
          rowKey={({ studentClass }) => studentClass}
        />
      </Grid.Col>
      <Grid.Col span={{ base: 12, lg: 5 }}>
        {sample && <Sample key={sample.sampleRollNo} rollNo={sample.sampleRollNo} fromDate={fromDate} />}
      </Grid.Col>
    </Grid>
  )
}

function Sample({ rollNo, fromDate }: { readonly rollNo: number; readonly fromDate: CalendarDate }) {
  const preview = useCall(studentVoucherPreview, { params: { rollNo, fromDate } })
  if (preview.error) return <Failed failure={preview.error} retry={() => void preview.refetch()} />
  if (!preview.data) return <Loading label="Preparing the sample voucher" />
  const { voucherNo, carries } = preview.data
  return (
    <section aria-label="Sample voucher">
      <Title order={3}>Sample voucher {voucherNo}</Title>
      <Text c="dimmed" mb="xs">
        <Anchor component={Link} to={studentPath(rollNo)} inherit>
          Roll no. {rollNo}
        </Anchor>
      </Text>
      <Ledger
        label="What the sample voucher charges"
        lines={chargeLines(carries)}
        columns={[{ account: toAccount(preview.data) }]}
      />
    </section>
  )
}
