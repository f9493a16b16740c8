import { Anchor, Stack } from '@mantine/core'
import { Link } from 'react-router'
import { vouchersToPost } from '#contract/posting.ts'
import { useCall } from '#web/api/queries.ts'
import { useStaff } from '#web/api/session.ts'
import { addressToPost, toPostWords } from './months-to-post.ts'

/** The months with unposted vouchers, each with a link to post them. */
export function MonthsToPost() {
  const { today } = useStaff()
  const { data } = useCall(vouchersToPost)
  if (!data?.needsPosting) return null
  return (
    <Stack
      component="ul"
      aria-label="Vouchers that are not posted yet"
      gap={4}
      mx={0}
      my="xs"
      p={0}
      style={{ listStyle: 'none' }}
    >
      {data.months.map((waiting) => (
        <li key={`${waiting.year}-${waiting.month}`}>
          <Anchor component={Link} to={addressToPost(waiting)}>
            {toPostWords(waiting, today)}.
          </Anchor>
        </li>
      ))}
    </Stack>
  )
}
