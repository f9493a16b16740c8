import { Stack } from '@mantine/core'
import { Empty, Failed, Loading } from '#web/ui/states.tsx'
import { MonthVouchers } from './month-vouchers.tsx'
import type { Posting } from './posting.ts'
import { StayingVouchers } from './staying-vouchers.tsx'
import type { Listing } from './use-posting.ts'

interface Props {
  readonly posting: Posting
  /** `November 2026`; null if none is chosen. */
  readonly month: string | null
  readonly listing: Listing
}

/** The vouchers of the month, or the reason that there are none. */
export function PostingList({ posting, month, listing }: Props) {
  const { vouchers, staying } = listing
  if (month === null) return <Empty title="Select a month to see its vouchers." />
  if (listing.loading) return <Loading label={`Loading the vouchers of ${month}`} />
  if (listing.error) {
    return (
      <Failed
        failure={{ msg: posting.notRead, requestId: listing.error.requestId }}
        retry={() => void listing.refetch()}
      />
    )
  }
  if (vouchers.length === 0 && staying.length === 0) return <Empty title={posting.nothing} />
  return (
    <Stack gap="md">
      {vouchers.length === 0 ? (
        <Empty title={`No voucher of ${month} can be ${posting.doneTo}.`} />
      ) : (
        <MonthVouchers
          label={`Vouchers of ${month} ${posting.toDo}`}
          vouchers={vouchers}
          totals={listing.totals}
        />
      )}
      {staying.length > 0 && <StayingVouchers key={month} month={month} staying={staying} />}
    </Stack>
  )
}
