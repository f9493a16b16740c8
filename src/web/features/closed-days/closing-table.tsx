import { Anchor, Button, Group, Stack, Text } from '@mantine/core'
import { useMemo, useState } from 'react'
import type { BookClosing, ClosingFigures } from '#contract/closed-days.ts'
import { formatDate, formatInstant, formatPrintedDate } from '#domain/calendar.ts'
import { formatDigest } from '#domain/digest.ts'
import { formatRupees, nothing } from '#domain/money.ts'
import { methodWords } from '#domain/payment-method.ts'
import { movedIn, rollForwardTotals, type ClassFigures } from '#domain/roll-forward.ts'
import { rollForward, rollForwardColumnsOf } from '#reports/roll-forward.ts'
import { useStaff } from '#web/api/session.ts'
import { balanceText } from '#web/kit/balance-text.ts'
import { drawn, drawnFoot } from '#web/kit/drawn-columns.tsx'
import { Paper, PaperTable, Signatures, type PaperColumn } from '#web/kit/papers/paper.tsx'
import { column, noted } from '#web/kit/table/cells.tsx'
import { RecordTable, type RecordColumn } from '#web/kit/table/record-table.tsx'
import { DataTable } from '#web/ui/data-table.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { PrintPage } from '#web/ui/print-page.tsx'
import { Rupees } from '#web/ui/rupees.tsx'
import { Empty } from '#web/ui/states.tsx'

/** A closing that filed its figures by class: neither a reopening nor an early closing. */
interface FiledClosing extends BookClosing {
  readonly figures: ClosingFigures & { readonly byClass: NonNullable<ClosingFigures['byClass']> }
}

const hasFiledClasses = (closing: BookClosing): closing is FiledClosing =>
  closing.figures !== null && closing.figures.byClass !== null

/** `1 Oct 2026 to 31 Oct 2026`. */
export const daysOf = ({ from, until }: Pick<ClosingFigures, 'from' | 'until'>): string =>
  from === null ? `Up to ${formatDate(until)}` : `${formatDate(from)} to ${formatDate(until)}`

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

const filed = (key: 'opening' | 'charged' | 'adjusted' | 'received' | 'closing', heading: string) =>
  column<BookClosing>(
    heading,
    { figures: true },
    ({ figures }) => figures && <Rupees of={figures[key]} advance={key === 'opening' || key === 'closing'} />,
  )

const columnsFor = (open: (closing: FiledClosing) => void): readonly RecordColumn<BookClosing>[] => [
  column('No.', { card: 'none' }, ({ closingNo }) => closingNo),
  column('What', { card: 'title', wraps: true }, (closing) => (
    <>
      {whatOf(closing)}{' '}
      {hasFiledClasses(closing) && (
        <Anchor
          component="button"
          type="button"
          inherit
          aria-label={`Roll-forward of closing ${closing.closingNo}`}
          onClick={() => open(closing)}
        >
          Roll-forward
        </Anchor>
      )}
      {closing.reason !== '' && <small>{closing.reason}</small>}
      {/* Only the first closing has opening balances. */}
      {closing.figures !== null && closing.figures.broughtIn !== 0 && (
        <small>
          Opening balances brought in: <Rupees of={closing.figures.broughtIn} advance />
        </small>
      )}
      {closing.digest && <small>Digest {formatDigest(closing.digest)}</small>}
    </>
  )),
  filed('opening', 'Owed at the start'),
  filed('charged', 'Charged'),
  filed('adjusted', 'Adjusted'),
  filed('received', 'Received'),
  { ...filed('closing', 'Owed at the end'), card: 'figure' },
  column('By', {}, ({ enteredAt, enteredByName }) => noted(enteredByName, formatInstant(enteredAt))),
]

function whatOf({ figures, closedUntil }: BookClosing): string {
  if (figures) return `Closed ${daysOf(figures).replace('Up', 'up')}`
  return closedUntil === null ? 'Reopened: every day' : `Reopened: closed up to ${formatDate(closedUntil)}`
}

type RollForwardProps = { readonly closing: FiledClosing; readonly close: () => void }

function RollForwardDialog({ closing, close }: RollForwardProps) {
  const [isPrinting, setPrinting] = useState(false)
  const { byClass } = closing.figures
  const { columns, foot } = useMemo(() => {
    const shown = rollForwardColumnsOf(byClass)
    const totals = { count: byClass.length, sums: { ...rollForwardTotals(byClass), notPosted: nothing } }
    return {
      columns: shown.map((reported) => drawn(reported)),
      foot: [drawnFoot(shown, rollForward.foot(totals, []))],
    }
  }, [byClass])
  const title = `Roll-forward of closing ${closing.closingNo}`
  if (isPrinting) {
    return (
      <PrintPage
        label={title}
        items={[closing]}
        paper="A4 sheets"
        keyOf={({ closingNo }) => String(closingNo)}
        drawPage={drawSheet}
        onDone={close}
      />
    )
  }
  return (
    <Dialog title={title} close={close} size="xl">
      <Stack gap="sm">
        <Text size="sm" c="dimmed">
          {daysOf(closing.figures)}, as it was filed
        </Text>
        <DataTable
          label={title}
          columns={columns}
          rows={byClass}
          rowKey={({ studentClass }) => studentClass}
          foot={foot}
        />
        <Group justify="flex-end">
          <Button onClick={() => setPrinting(true)}>Print</Button>
        </Group>
      </Stack>
    </Dialog>
  )
}

const drawSheet = (closing: FiledClosing) => <ClosingSheet closing={closing} />

/** The roll-forward of a closing on A4, the same at every print, with a place to sign. */
function ClosingSheet({ closing }: { readonly closing: FiledClosing }) {
  const { name, today } = useStaff()
  const { closingNo, enteredAt, enteredByName, figures, digest } = closing
  const rows = [...figures.byClass, { ...rollForwardTotals(figures.byClass), studentClass: 'All classes' }]
  return (
    <Paper
      label={`Roll-forward of closing ${closingNo}`}
      title="Roll-forward by class"
      about={<p>{daysOf(figures)}</p>}
    >
      <p>
        Closing {closingNo}, filed {formatInstant(enteredAt)} by <bdi>{enteredByName}</bdi>
      </p>
      <PaperTable
        label="Roll-forward by class"
        columns={sheetColumns(figures.byClass.some(({ broughtIn }) => broughtIn !== 0))}
        groups={[{ heading: '', rows }]}
        keyOf={({ studentClass }) => studentClass}
        isSum={(row) => row === rows.at(-1)}
      />
      <p>
        Receipts {figures.receipts}, reversals {figures.reversals}
        {figures.byMethod.map(({ method, net }) => ` · ${methodWords[method].label} ${formatRupees(net)}`)}
      </p>
      {digest && <p>Digest {formatDigest(digest)}</p>}
      <Signatures of={['Accountant', 'Principal']} />
      <p>
        Printed on {formatPrintedDate(today)} by <bdi>{name}</bdi>
      </p>
    </Paper>
  )
}

type Line = ClassFigures & { readonly studentClass: string }

const figure = (head: string, cell: (line: Line) => string): PaperColumn<Line> => ({
  head,
  cell,
  figures: true,
})

/** Has the column of opening balances only after a school moved in, so that other sheets have room for wider amounts. */
const sheetColumns = (withBroughtIn: boolean): readonly PaperColumn<Line>[] => [
  { head: 'Class', cell: ({ studentClass }) => studentClass },
  figure('Owed at the start', ({ opening }) => balanceText(opening)),
  ...(withBroughtIn ? [figure('Brought in', ({ broughtIn }) => formatRupees(broughtIn))] : []),
  figure('Charged', ({ charged }) => formatRupees(charged)),
  figure('Adjusted', ({ adjusted }) => formatRupees(adjusted)),
  figure('Received', ({ received }) => formatRupees(received)),
  figure('Moved between classes', (line) => formatRupees(movedIn(line))),
  figure('Owed at the end', ({ closing }) => balanceText(closing)),
]
