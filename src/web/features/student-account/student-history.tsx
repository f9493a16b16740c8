import { studentHistory } from '#contract/history.ts'
import { keys, useCall } from '#web/api/queries.ts'
import { useStaff } from '#web/api/session.ts'
import { HistoryLines } from '#web/kit/history-lines.tsx'
import { Empty, Failed, Loading } from '#web/ui/states.tsx'
import { Button, Group, Title } from '@mantine/core'
import { useId, useState } from 'react'

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
    <HistoryLines
      lines={changes.map(({ changedByName, ...change }) => ({ ...change, who: changedByName }))}
    />
  )
}
