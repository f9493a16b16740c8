import { Text } from '@mantine/core'
import { receivedByState } from '#contract/receipt-report.ts'
import { formatRupees, sum } from '#domain/money.ts'
import { useCall } from '#web/api/queries.ts'
import { NotLoaded } from '#web/ui/states.tsx'

interface ReceivedByStateProps {
  readonly query: Readonly<Record<string, unknown>>
}

/** The total of all students, because a list of current students lacks the receipts of students who have left. */
export function ReceivedByState({ query: { type: _, ...filters } }: ReceivedByStateProps) {
  const { data, error, refetch } = useCall(receivedByState, { body: filters })
  if (error) return <NotLoaded what="The sum of all receipts" retry={() => void refetch()} />
  if (!data) return null
  const { atSchool, left } = data
  return (
    <Text size="sm" className="figures">
      Received in all <b>{formatRupees(sum(atSchool.total, left.total))}</b>: students at school now{' '}
      {formatRupees(atSchool.total)}, students left {formatRupees(left.total)}
    </Text>
  )
}
