import type { ReactNode } from 'react'
import type { Money } from '#domain/money.ts'
import { Rupees } from '#web/ui/rupees.tsx'
import type { RecordColumn } from './record-table.tsx'

export const noted = (text: ReactNode, note: ReactNode) => (
  <>
    {text}
    <small>{note}</small>
  </>
)

/** A column with a heading of its own in the table, which is its key. */
export const column = <Row,>(
  heading: string,
  look: Omit<RecordColumn<Row>, 'key' | 'heading' | 'cell'>,
  cell: RecordColumn<Row>['cell'],
): RecordColumn<Row> => ({ key: heading, heading, ...look, cell })

export const rupeesColumn = <Row,>(
  key: string,
  heading: string,
  of: (row: Row) => Money,
  more: Pick<RecordColumn<Row>, 'card' | 'width'> = {},
): RecordColumn<Row> => ({
  key,
  heading,
  figures: true,
  cell: (row) => <Rupees of={of(row)} />,
  ...more,
})
