import { vouchersToPost } from '#contract/vouchers.ts'
import { keys, useCall } from '#web/api/queries.ts'
import { useStaff } from '#web/api/session.ts'
import { addressToPost, toPostWords } from '#web/parts/months-to-post.ts'
import { Anchor, List } from '@mantine/core'
import { Link } from 'react-router'

/** What waits to be posted while more is generated, each month with the way to it; nothing where none waits. */
export function MonthsToPost() {
  const { campus } = useStaff()
  const { data } = useCall(keys.vouchersToPost(campus), vouchersToPost, { params: { campus } })
  if (!data?.needsPosting) return null
  return (
    <List listStyleType="none" aria-label="Vouchers that wait to be posted">
      {data.months.map((waiting) => (
        <List.Item key={`${waiting.year}-${waiting.month}`}>
          <Anchor component={Link} to={addressToPost(waiting)}>
            {toPostWords(waiting)}.
          </Anchor>
        </List.Item>
      ))}
    </List>
  )
}
