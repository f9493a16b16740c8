import { receiptsOfDay } from '#contract/counter.ts'
import { vouchersToPost } from '#contract/posting.ts'
import { count } from '#domain/count.ts'
import { nothing } from '#domain/money.ts'
import type { Reply } from '#web/api/call.ts'
import { keys, useCall } from '#web/api/queries.ts'
import { useStaff } from '#web/api/session.ts'
import { duesAddress } from '#web/kit/list-addresses.ts'
import { addressToPost, toPostWords } from '#web/kit/months-to-post.ts'
import { useOverview, type CampusFigures } from '#web/kit/use-overview.ts'
import { Rupees } from '#web/ui/rupees.tsx'
import { Failed, Loading } from '#web/ui/states.tsx'
import { Box, Title } from '@mantine/core'
import { IconChevronRight } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { mayOpen } from './menu.ts'

interface RowProps {
  readonly words: ReactNode
  readonly to?: string
}

interface Line extends RowProps {
  readonly key: string
}

function toPost({ months }: Reply<typeof vouchersToPost>, mayPost: boolean): Line[] {
  if (months.length === 0) return [{ key: 'none', words: 'All vouchers are posted.' }]
  return months.map((waiting) => ({
    key: `${waiting.year}-${waiting.month}`,
    words: toPostWords(waiting),
    ...(mayPost && { to: addressToPost(waiting) }),
  }))
}

const received = ({ campusCount, campusTotal }: Reply<typeof receiptsOfDay>): Line => ({
  key: 'received',
  words:
    campusCount === 0 ? (
      'No fees received today.'
    ) : (
      <>
        Fees received today: {count(campusCount, 'receipt')}, Rs <Rupees of={campusTotal} />
      </>
    ),
})

/** Who owes for three months or more; nothing where nobody does. */
function longDebts({ dues }: CampusFigures): Line[] {
  const { students = 0, amount = nothing } = dues.ageing.find(({ months }) => months === 3) ?? {}
  if (students === 0) return []
  return [
    {
      key: 'debts',
      words: (
        <>
          {count(students, 'student owes', 'students owe')} three months or more, Rs <Rupees of={amount} />
        </>
      ),
      to: duesAddress(),
    },
  ]
}

const Row = ({ words, to }: RowProps) =>
  to === undefined ? (
    <div className="dashboard-row">
      <span>{words}</span>
    </div>
  ) : (
    <Link className="dashboard-row" to={to}>
      <span className="dashboard-name">{words}</span>
      <IconChevronRight size={18} stroke={1.5} aria-hidden />
    </Link>
  )

/** What wants doing today: months whose vouchers wait to be posted, and the fees received so far. */
export function Today() {
  const { campus, role, today } = useStaff()
  const waiting = useCall(keys.vouchersToPost(campus), vouchersToPost, { params: { campus } })
  const receipts = useCall(keys.receiptsOfDay(campus, today), receiptsOfDay, {
    params: { campus, receivedDate: today },
  })
  // The figures above read it too and say where it fails.
  const overview = useOverview()
  const failure = waiting.error ?? receipts.error
  const again = () => {
    void waiting.refetch()
    void receipts.refetch()
  }
  return (
    <section aria-labelledby="today">
      <Title order={2} id="today">
        Today
      </Title>
      {failure && (
        <Box mt="xs">
          <Failed failure={failure} retry={again} />
        </Box>
      )}
      {(waiting.isPending || receipts.isPending) && !failure && (
        <div className="dashboard-waiting">
          <Loading label="Loading…" />
        </div>
      )}
      {!failure && waiting.data && receipts.data && (
        <ul className="dashboard-list">
          {[
            ...toPost(waiting.data, mayOpen(role, '/post-vouchers')),
            ...(overview.data ? longDebts(overview.data) : []),
            received(receipts.data),
          ].map(({ key, ...line }) => (
            <li key={key}>
              <Row {...line} />
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
