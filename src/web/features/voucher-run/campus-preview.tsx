import { Anchor, Button, Grid, Paper, Stack, Text, Title } from '@mantine/core'
import { useState } from 'react'
import { Link } from 'react-router'
import { studentVoucherPreview, type campusPreview } from '#contract/voucher-run.ts'
import { formatMonth, type CalendarDate } from '#domain/calendar.ts'
import { count } from '#domain/count.ts'
import type { Reply } from '#web/api/call.ts'
import { useCall } from '#web/api/queries.ts'
import { studentColumns } from '#web/kit/drawn-columns.tsx'
import { feeOfMonth, Figures } from '#web/kit/figures.tsx'
import { FoldedTable, textColumn } from '#web/kit/folded-table.tsx'
import { MonthsToPost } from '#web/kit/months-to-post.tsx'
import { studentPath } from '#web/kit/student-link.tsx'
import { RecordTable } from '#web/kit/table/record-table.tsx'
import { Rupees } from '#web/ui/rupees.tsx'
import { Failed, Loading } from '#web/ui/states.tsx'
import type { Column } from '#web/ui/table-columns.ts'
import { chargeLines, Ledger, toAccount } from './ledger.tsx'

export type Preview = Reply<typeof campusPreview>
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
  readonly preview: Preview
  /** The first day of the fee period. */
  readonly fromDate: CalendarDate
}

/** The effect of the run: sums, a sample voucher of each class, and the students without a voucher, with the reason. */
export function CampusPreview({ preview, fromDate }: CampusPreviewProps) {
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

const amount = (key: 'thisMonth' | 'arrears' | 'netReceivable', heading: string) => ({
  key,
  heading,
  figures: true,
  cell: (line: ClassLine) => <Rupees of={line[key]} advance={key !== 'thisMonth'} />,
})

/** The sums of each class, next to a voucher of the chosen class. */
function ByClass({ preview, fromDate }: CampusPreviewProps) {
  const [chosen, choose] = useState(preview.byClass[0]?.studentClass)
  const sample = preview.byClass.find(({ studentClass }) => studentClass === chosen)
  return (
    <Grid gap="xl">
      <Grid.Col span={{ base: 12, lg: 7 }}>
        <RecordTable
          label="By class"
          columns={[
            { key: 'class', heading: 'Class', card: 'title', cell: ({ studentClass }) => studentClass },
            { key: 'students', heading: 'Students', figures: true, cell: ({ students }) => students },
            amount('thisMonth', feeOfMonth(preview)),
            amount('arrears', 'Arrears'),
            amount('netReceivable', 'Net receivable'),
            {
              key: 'sample',
              heading: 'Sample',
              card: 'plain',
              cell: ({ studentClass }) => (
                <Button
                  size="compact-xs"
                  variant="subtle"
                  aria-label={`Sample voucher of class ${studentClass}`}
                  aria-pressed={studentClass === chosen}
                  onClick={() => choose(studentClass)}
                >
                  Sample
                </Button>
              ),
            },
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

/** A voucher as the run would make it. */
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
