import { Button, Group, Stack, Text } from '@mantine/core'
import { useMemo, useState } from 'react'
import { nothing } from '#domain/money.ts'
import { rollForwardTotals } from '#domain/roll-forward.ts'
import { rollForward, rollForwardColumnsOf } from '#reports/roll-forward.ts'
import { drawn, drawnFoot } from '#web/kit/drawn-columns.tsx'
import { DataTable } from '#web/ui/data-table.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { PrintPage } from '#web/ui/print-page.tsx'
import { ClosingSheet } from './closing-sheet.tsx'
import { daysOf, type FiledClosing } from './filed-closing.ts'

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
