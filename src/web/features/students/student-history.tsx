import { studentHistory } from '#contract/students.ts'
import type { Reply } from '#web/api/call.ts'
import { keys, useCall } from '#web/api/queries.ts'
import { useStaff } from '#web/api/session.ts'
import { wireInstant } from '#web/parts/wire-date.ts'
import { Empty, Failed, Loading } from '#web/ui/states.tsx'
import { Button, Group, Text, Title, VisuallyHidden } from '@mantine/core'
import { useId, useState } from 'react'
import { fieldLabel, fieldValue } from './field-label.ts'

interface Props {
  readonly rollNo: number
}

/** Every change of the student's record and money; read from the server when it is opened. */
export function StudentHistory({ rollNo }: Props) {
  const [open, setOpen] = useState(false)
  const id = useId()
  return (
    <section aria-labelledby={`${id}-title`}>
      <Group gap="sm">
        <Title order={2} id={`${id}-title`}>
          History
        </Title>
        <Button
          variant="default"
          size="compact-md"
          mih={32}
          aria-expanded={open}
          aria-controls={`${id}-changes`}
          onClick={() => setOpen(!open)}
        >
          {open ? 'Hide the changes' : 'Show every change'}
        </Button>
      </Group>
      <div id={`${id}-changes`}>{open && <Changes rollNo={rollNo} />}</div>
    </section>
  )
}

function Changes({ rollNo }: Props) {
  const { campus } = useStaff()
  const history = useCall(
    keys.studentHistory(campus, rollNo),
    studentHistory,
    { params: { rollNo, campus } },
    { gcTime: 0 },
  )
  if (history.isPending) return <Loading label="Getting the history" />
  if (history.isError) return <Failed failure={history.error} retry={() => void history.refetch()} />
  const { changes } = history.data
  if (changes.length === 0) return <Empty title="No changes are written down" />
  return (
    <ol className="student-history" aria-label="Changes, newest first">
      {changes.map((change) => (
        <Change key={change.changeNo} change={change} />
      ))}
    </ol>
  )
}

type Told = Reply<typeof studentHistory>['changes'][number]

const capital = (text: string): string => text.replace(/^./, (first) => first.toUpperCase())

function Change({ change }: { readonly change: Told }) {
  const { what, changedAt, changedBy, voucherNo, receiptNo, fields } = change
  const about = [voucherNo && `voucher ${voucherNo}`, receiptNo !== null && `receipt ${receiptNo}`]
  return (
    <li>
      <Text fw={600}>
        {capital(what)}
        {about.filter(Boolean).map((part) => `, ${part}`)}
      </Text>
      <Text size="xs" c="dimmed">
        {wireInstant(changedAt)} by {changedBy}
      </Text>
      {fields.length > 0 && (
        <dl>
          {fields.map(({ field, before, after }) => (
            <div key={field}>
              <Text component="dt" c="dimmed">
                {fieldLabel(field)}
              </Text>
              <dd>
                {before !== null && (
                  <>
                    <span className="student-history-before">{fieldValue(field, before)}</span>
                    <span aria-hidden> → </span>
                    <VisuallyHidden> became </VisuallyHidden>
                  </>
                )}
                {after === null ? 'nothing' : fieldValue(field, after)}
              </dd>
            </div>
          ))}
        </dl>
      )}
    </li>
  )
}
