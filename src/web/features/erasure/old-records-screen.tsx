import { Anchor, Button, Group, Paper, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { Link } from 'react-router'
import { erasableRecords, eraseRecords } from '#contract/erasure.ts'
import { formatDate, type CalendarDate } from '#domain/calendar.ts'
import { agree, count } from '#domain/count.ts'
import { studentStateWords } from '#domain/student.ts'
import type { Reply } from '#web/api/call.ts'
import { useCall } from '#web/api/queries.ts'
import { FormDialog } from '#web/kit/form/form-dialog.tsx'
import { useSendForm } from '#web/kit/form/use-send-form.ts'
import { useGoBack } from '#web/kit/go-back.ts'
import { StudentLink } from '#web/kit/student-link.tsx'
import { RecordTable, type RecordColumn } from '#web/kit/table/record-table.tsx'
import { useAlert } from '#web/ui/alert-dialog.tsx'
import { Screen } from '#web/ui/screen.tsx'
import { Empty, Failed, Loading } from '#web/ui/states.tsx'

type Records = Reply<typeof erasableRecords>

const columns: readonly RecordColumn<Records['students'][number]>[] = [
  { key: 'rollNo', heading: 'Roll No.', cell: ({ rollNo }) => rollNo },
  {
    key: 'student',
    heading: 'Student',
    card: 'title',
    cell: ({ rollNo, studentName }) => <StudentLink rollNo={rollNo}>{studentName}</StudentLink>,
  },
  { key: 'father', heading: 'Father', cell: ({ fatherName }) => <bdi>{fatherName}</bdi> },
  { key: 'class', heading: 'Class', cell: ({ studentClass, section }) => `${studentClass} ${section}` },
  { key: 'left', heading: 'Last day', cell: ({ leftOn }) => formatDate(leftOn) },
  { key: 'state', heading: 'State', cell: ({ state }) => studentStateWords[state] },
]

/** `/erasure`: the children whose personal data has been kept for the required time; an admin erases it. */
export function OldRecordsScreen() {
  const goBack = useGoBack()
  const records = useCall(erasableRecords)
  return (
    <Screen
      title="Old records"
      lead="Children who left longer ago than personal data are kept. Their names and contacts can be erased; vouchers, receipts and sums stay."
      onLeave={goBack}
    >
      {records.isPending && <Loading label="Loading the old records" />}
      {records.isError && <Failed failure={records.error} retry={() => void records.refetch()} />}
      {records.data && <ErasableRecords records={records.data} />}
    </Screen>
  )
}

function ErasableRecords({ records }: { readonly records: Records }) {
  const [isConfirming, setConfirming] = useState(false)
  const { upTo, students, unsettled } = records
  if (upTo === null)
    return (
      <Paper withBorder p="md">
        Personal data are kept for ever at this campus. Set for how many years in the{' '}
        <Anchor component={Link} to="/campus-rules" inherit td="underline">
          campus settings
        </Anchor>
        .
      </Paper>
    )
  const kept = unsettled > 0 && (
    <Text c="dimmed">
      {count(unsettled, 'more child', 'more children')} {agree(unsettled, 'is', 'are')} kept, because
      something is owed or was paid in advance. Settle the balance first.
    </Text>
  )
  if (records.count === 0)
    return (
      <Stack gap="sm">
        <Empty
          title="Nothing to erase"
          hint={`No child who left by ${formatDate(upTo)} has personal data left.`}
        />
        {kept}
      </Stack>
    )
  const more = records.count - students.length
  return (
    <Stack gap="md">
      <Group justify="space-between" align="flex-end">
        <div>
          <Text>
            {count(records.count, 'child', 'children')} left by {formatDate(upTo)}.
          </Text>
          {kept}
        </div>
        <Button variant="outline" color="red" onClick={() => setConfirming(true)}>
          Erase {count(students.length, 'record')}…
        </Button>
      </Group>
      <RecordTable label="Old records" columns={columns} rows={students} rowKey={({ rollNo }) => rollNo} />
      {more > 0 && <Text c="dimmed">{count(more, 'more record')} after these.</Text>}
      {isConfirming && <EraseDialog students={students} upTo={upTo} close={() => setConfirming(false)} />}
    </Stack>
  )
}

interface EraseDialogProps extends Pick<Records, 'students'> {
  readonly upTo: CalendarDate
  readonly close: () => void
}

/** Lists the erased and the kept data, because erasing cannot be undone. */
function EraseDialog({ students, upTo, close }: EraseDialogProps) {
  const alert = useAlert()
  const form = useSendForm({
    endpoint: eraseRecords,
    isSecret: false,
    initial: () => ({}),
    check: () => ({}),
    sent: () => ({ body: { rollNos: students.map(({ rollNo }) => rollNo) } }),
    async done({ msg, count: erased }) {
      close()
      await alert(msg, { detail: `${count(erased, 'record')}.` })
    },
  })
  return (
    <FormDialog
      title={`Erase ${count(students.length, 'record')}`}
      confirmLabel="Erase"
      danger
      form={form}
      close={close}
    >
      <Text>
        Erased for good, in the record and in its history: names, day and place of birth, religion, CNIC,
        occupation, phone numbers, address and e-mail of {count(students.length, 'child', 'children')} who
        left by {formatDate(upTo)}.
      </Text>
      <Text>
        What stays: roll numbers, classes, vouchers, receipts and every sum. Backups keep the data until they
        are deleted.
      </Text>
    </FormDialog>
  )
}
