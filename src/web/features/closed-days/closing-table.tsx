import { Anchor } from '@mantine/core'
import { useState } from 'react'
import type { BookClosing } from '#contract/closed-days.ts'
import { formatDate, formatInstant } from '#domain/calendar.ts'
import { formatDigest } from '#domain/digest.ts'
import { RecordTable, type RecordColumn } from '#web/kit/table/record-table.tsx'
import { Rupees } from '#web/ui/rupees.tsx'
import { Empty } from '#web/ui/states.tsx'
import { hasFiledClasses, type FiledClosing } from './filed-closing.ts'
import { RollForwardDialog } from './roll-forward-dialog.tsx'

type Figure = 'opening' | 'charged' | 'adjusted' | 'received' | 'closing'

const figure = (key: Figure, heading: string): RecordColumn<BookClosing> => ({
  key,
  heading,
  figures: true,
  cell: ({ figures }) =>
    figures && <Rupees of={figures[key]} advance={key === 'opening' || key === 'closing'} />,
})

/** Opens the roll-forward that was filed. */
type Open = (closing: FiledClosing) => void

const columnsFor = (open: Open): readonly RecordColumn<BookClosing>[] => [
  { key: 'no', heading: 'No.', card: 'none', cell: ({ closingNo }) => closingNo },
  {
    key: 'what',
    heading: 'What',
    card: 'title',
    wraps: true,
    cell: (closing) => <ClosedDays closing={closing} open={open} />,
  },
  figure('opening', 'Owed at the start'),
  figure('charged', 'Charged'),
  figure('adjusted', 'Adjusted'),
  figure('received', 'Received'),
  { ...figure('closing', 'Owed at the end'), card: 'figure' },
  {
    key: 'by',
    heading: 'By',
    cell: ({ enteredAt, enteredByName }) => (
      <>
        {enteredByName}
        <small>{formatInstant(enteredAt)}</small>
      </>
    ),
  },
]

/** The closings with the figures that they filed, and the reopenings with their reasons. */
export function ClosingTable({ closings }: { readonly closings: readonly BookClosing[] }) {
  const [opened, setOpened] = useState<FiledClosing | null>(null)
  return (
    <>
      <RecordTable
        label="Closings"
        columns={columnsFor(setOpened)}
        rows={closings}
        rowKey={({ closingNo }) => closingNo}
        empty={
          <Empty
            title="The books have never been closed"
            hint="The figures of each closing are listed here."
          />
        }
      />
      {opened && <RollForwardDialog closing={opened} close={() => setOpened(null)} />}
    </>
  )
}

interface ClosedDaysProps {
  readonly closing: BookClosing
  readonly open: Open
}

/** The closed days, the reason of a reopening, and the digest. Only the first closing has opening balances. */
function ClosedDays({ closing, open }: ClosedDaysProps) {
  const { closingNo, reason, figures, digest } = closing
  return (
    <>
      {whatOf(closing)}{' '}
      {hasFiledClasses(closing) && (
        <Anchor
          component="button"
          type="button"
          inherit
          aria-label={`Roll-forward of closing ${closingNo}`}
          onClick={() => open(closing)}
        >
          Roll-forward
        </Anchor>
      )}
      {reason !== '' && <small>{reason}</small>}
      {figures !== null && figures.broughtIn !== 0 && (
        <small>
          Opening balances brought in: <Rupees of={figures.broughtIn} advance />
        </small>
      )}
      {digest && <small>Digest {formatDigest(digest)}</small>}
    </>
  )
}

function whatOf({ figures, closedUntil }: Pick<BookClosing, 'figures' | 'closedUntil'>): string {
  if (figures) {
    const { from, until } = figures
    return from === null
      ? `Closed up to ${formatDate(until)}`
      : `Closed ${formatDate(from)} to ${formatDate(until)}`
  }
  return closedUntil === null ? 'Reopened: every day' : `Reopened: closed up to ${formatDate(closedUntil)}`
}
