import { Button, Group, Stack, Text } from '@mantine/core'
import { useMemo, useState } from 'react'
import { formatInstant, formatPrintedDate } from '#domain/calendar.ts'
import { formatDigest } from '#domain/digest.ts'
import { formatRupees, nothing } from '#domain/money.ts'
import { methodWords } from '#domain/payment-method.ts'
import { movedIn, rollForwardTotals, type ClassFigures } from '#domain/roll-forward.ts'
import { rollForward, rollForwardColumnsOf } from '#reports/roll-forward.ts'
import { useStaff } from '#web/api/session.ts'
import { balanceText } from '#web/kit/balance-text.ts'
import { drawn, drawnFoot } from '#web/kit/drawn-columns.tsx'
import { Paper, PaperTable, Signatures, type PaperColumn } from '#web/kit/papers/paper.tsx'
import { DataTable } from '#web/ui/data-table.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { PrintPage } from '#web/ui/print-page.tsx'
import { daysOf, type FiledClosing } from './filed-closing.ts'

interface ClosingSheetProps {
  readonly closing: FiledClosing
}

/** The roll-forward of a closing on A4, the same at every print, with a place to sign. */
function ClosingSheet({
  closing: { closingNo, enteredAt, enteredByName, figures, digest },
}: ClosingSheetProps) {
  const { name, today } = useStaff()
  // The column is shown only after a school moved in, so that other sheets have room for wider amounts.
  const columns = figures.byClass.some(({ broughtIn }) => broughtIn !== 0) ? withBroughtIn : usual
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
        columns={columns}
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

const figure = (head: string, of: (line: Line) => string): PaperColumn<Line> => ({
  head,
  cell: of,
  figures: true,
})
const start = [
  { head: 'Class', cell: ({ studentClass }: Line) => studentClass },
  figure('Owed at the start', ({ opening }) => balanceText(opening)),
]
const others = [
  figure('Charged', ({ charged }) => formatRupees(charged)),
  figure('Adjusted', ({ adjusted }) => formatRupees(adjusted)),
  figure('Received', ({ received }) => formatRupees(received)),
  figure('Moved between classes', (line) => formatRupees(movedIn(line))),
  figure('Owed at the end', ({ closing }) => balanceText(closing)),
]
const usual = [...start, ...others]
const withBroughtIn = [...start, figure('Brought in', (line) => formatRupees(line.broughtIn)), ...others]

interface RollForwardDialogProps {
  readonly closing: FiledClosing
  readonly close: () => void
}

const drawSheet = (closing: FiledClosing) => <ClosingSheet closing={closing} />

/** The roll-forward by class that a closing filed, on the screen and on A4. */
export function RollForwardDialog({ closing, close }: RollForwardDialogProps) {
  const [isPrinting, setPrinting] = useState(false)
  const { byClass } = closing.figures
  const { columns, foot } = useMemo(() => {
    const shown = rollForwardColumnsOf(byClass)
    const totals = { count: byClass.length, sums: { ...rollForwardTotals(byClass), notPosted: nothing } }
    return {
      columns: shown.map((column) => drawn(column)),
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
