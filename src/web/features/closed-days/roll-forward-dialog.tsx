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
import { DataTable } from '#web/ui/data-table.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { PrintPage } from '#web/ui/print-page.tsx'
import { daysOf, type FiledClosing } from './filed-closing.ts'
import './closing-sheet.css'

interface ClosingSheetProps {
  readonly closing: FiledClosing
}

/** The roll-forward of a closing on A4, the same at every print, with a place to sign. */
function ClosingSheet({
  closing: { closingNo, enteredAt, enteredByName, figures, digest },
}: ClosingSheetProps) {
  const { school, campus, name, today } = useStaff()
  // The column is shown only after a school moved in, so that other sheets have room for wider amounts.
  const columns = figures.byClass.some(({ broughtIn }) => broughtIn !== 0) ? withBroughtIn : usual
  return (
    <article className="closing-sheet" aria-label={`Roll-forward of closing ${closingNo}`}>
      <header>
        <div>
          <h2 dir="auto">{school.name}</h2>
          <p>
            Tax No. {school.taxNumber} · <bdi>{campus}</bdi>
          </p>
        </div>
        <div>
          <h3>Roll-forward by class</h3>
          <p>{daysOf(figures)}</p>
        </div>
      </header>
      <p>
        Closing {closingNo}, filed {formatInstant(enteredAt)} by <bdi>{enteredByName}</bdi>
      </p>
      <table>
        <thead>
          <tr>
            <th scope="col">Class</th>
            {columns.map(({ heading }) => (
              <th key={heading} scope="col" data-figures>
                {heading}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {figures.byClass.map((line) => (
            <Line key={line.studentClass} name={line.studentClass} figures={line} columns={columns} />
          ))}
        </tbody>
        <tfoot>
          <Line name="All classes" figures={rollForwardTotals(figures.byClass)} columns={columns} />
        </tfoot>
      </table>
      <p>
        Receipts {figures.receipts}, reversals {figures.reversals}
        {figures.byMethod.map(({ method, net }) => ` · ${methodWords[method].label} ${formatRupees(net)}`)}
      </p>
      {digest && <p>Digest {formatDigest(digest)}</p>}
      <footer>
        <span>Accountant</span>
        <span>Principal</span>
      </footer>
      <p className="closing-printed">
        Printed on {formatPrintedDate(today)} by <bdi>{name}</bdi>
      </p>
    </article>
  )
}

interface SheetColumn {
  readonly heading: string
  readonly text: (figures: ClassFigures) => string
}

const opening: SheetColumn = { heading: 'Owed at the start', text: (line) => balanceText(line.opening) }
const broughtIn: SheetColumn = { heading: 'Brought in', text: (line) => formatRupees(line.broughtIn) }
const others: readonly SheetColumn[] = [
  { heading: 'Charged', text: ({ charged }) => formatRupees(charged) },
  { heading: 'Adjusted', text: ({ adjusted }) => formatRupees(adjusted) },
  { heading: 'Received', text: ({ received }) => formatRupees(received) },
  { heading: 'Moved between classes', text: (line) => formatRupees(movedIn(line)) },
  { heading: 'Owed at the end', text: ({ closing }) => balanceText(closing) },
]
const usual = [opening, ...others]
const withBroughtIn = [opening, broughtIn, ...others]

interface LineProps {
  readonly name: string
  readonly figures: ClassFigures
  readonly columns: readonly SheetColumn[]
}

const Line = ({ name, figures, columns }: LineProps) => (
  <tr>
    <th scope="row">{name}</th>
    {columns.map(({ heading, text }) => (
      <td key={heading} data-figures>
        {text(figures)}
      </td>
    ))}
  </tr>
)

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
        paper="A4"
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
