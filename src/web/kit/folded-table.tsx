import { Button, Group } from '@mantine/core'
import { useState, type ComponentProps, type ReactNode } from 'react'
import { DataTable } from '#web/ui/data-table.tsx'
import type { Column } from '#web/ui/table-columns.ts'

/** Longer lists start collapsed. */
const maxExpandedRows = 6

interface Props<Row> extends ComponentProps<typeof DataTable<Row>> {
  readonly words: ReactNode
  /** The rows, as the button names them: `names`. */
  readonly noun: string
}

/** A sentence with a button that shows or hides the rows that it counts. */
export function FoldedTable<Row>({ words, noun, ...table }: Props<Row>) {
  const [userChoice, setUserChoice] = useState<boolean | null>(null)
  const open = userChoice ?? table.rows.length <= maxExpandedRows
  return (
    <div>
      <Group gap="sm" mb={open ? 'xs' : 0}>
        {words}
        <Button size="xs" variant="default" aria-expanded={open} onClick={() => setUserChoice(!open)}>
          {open ? 'Hide' : 'Show'} {noun}
        </Button>
      </Group>
      {open && <DataTable {...table} />}
    </div>
  )
}

/** A column of texts, sorted as they read. */
export const textColumn = <Row,>(
  key: string,
  heading: string,
  width: number,
  cell: (row: Row) => string,
): Column<Row> => ({ key, heading, width, cell, sortBy: cell })
