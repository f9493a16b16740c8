import { ActionIcon, UnstyledButton, VisuallyHidden } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconDots, type Icon } from '@tabler/icons-react'
import { Fragment, isValidElement, type ReactElement, type ReactNode, type Ref } from 'react'
import { Link } from 'react-router'
import { MenuButton } from '#web/ui/popup-button.tsx'
import type { MenuEntry } from '#web/ui/popups.tsx'
import { useSorted, type Sorting } from '#web/ui/sort-rows.ts'
import { Empty, Failed, Loading } from '#web/ui/states.tsx'
import '#web/ui/rows.css'

export interface RecordColumn<Row> {
  /** Unique in its table; the key of the column's cell in the foot. */
  readonly key: string
  /** The heading, and the label of the value in a phone's card. */
  readonly heading: string
  readonly cell: (row: Row) => ReactNode
  /** True for figures, which are aligned at the end of the cell. */
  readonly figures?: boolean
  /** True if a long text continues on the next line; other cells keep one line. */
  readonly wraps?: boolean
  readonly isRowHead?: boolean
  readonly width?: number
  /** The place in a phone's card; a column without one is listed there with its heading. */
  readonly card?: 'title' | 'figure' | 'plain' | 'none'
  /** Makes the heading a button that sorts the rows. */
  readonly sortBy?: (row: Row) => string | number
}

export type RecordAct =
  | {
      readonly label: string
      readonly icon: Icon
      readonly onPress: (button: HTMLButtonElement) => void
      /** True in a table of fields, where Tab goes on to the next field. */
      readonly isOutOfTabOrder?: boolean
    }
  | { readonly label: string; readonly icon: Icon; readonly to: string }
  | { readonly label: string; readonly entries: readonly MenuEntry[] }

export interface RecordTableProps<Row> {
  readonly label: string
  readonly columns: readonly RecordColumn<Row>[]
  /** Undefined while the rows are being loaded. */
  readonly rows: readonly Row[] | undefined
  readonly rowKey: (row: Row) => string | number
  /** Each place in the list is a column of icons; null leaves the place empty. */
  readonly acts?: (row: Row) => readonly (RecordAct | ReactElement | null)[]
  /** Shown in place of the table if there are no rows. */
  readonly empty?: ReactNode
  readonly failure?: { readonly msg: string; readonly requestId?: string | undefined } | null
  readonly retry?: () => void
  readonly foot?: Readonly<Record<string, ReactNode>>
  /** Starts a group of rows wherever the text changes. */
  readonly groupBy?: (row: Row) => string
  readonly isDimmed?: (row: Row) => boolean
  /** True for rows of 36 px, which have room for buttons and fields. */
  readonly isRoomy?: boolean
  /** The frame; its rows can take the focus by script. */
  readonly ref?: Ref<HTMLDivElement>
  /** The height in px above which the rows scroll under their heading. */
  readonly maxHeight?: number
}

/** A table of records, which a phone shows as cards. For thousands of rows use a report or DataTable. */
export function RecordTable<Row>(props: RecordTableProps<Row>) {
  const { label, rows, failure, retry, empty, isRoomy, maxHeight, ref } = props
  if (failure) return <Failed failure={failure} retry={retry} />
  if (!rows) return <Loading label="Loading…" />
  if (rows.length === 0 && empty !== undefined)
    return typeof empty === 'string' ? <Empty title={empty} /> : empty
  return (
    <div
      ref={ref}
      className="records-frame"
      role="region"
      aria-label={`${label}, scrolls`}
      tabIndex={0}
      data-roomy={isRoomy || undefined}
      style={{ maxHeight }}
    >
      <Records {...props} rows={rows} />
    </div>
  )
}

function Records<Row>(props: RecordTableProps<Row> & { readonly rows: readonly Row[] }) {
  const { label, columns, rowKey, acts, foot, groupBy } = props
  const { sorted, directionOf, sort } = useSorted(props.rows, columns)
  const width = columns.length + (acts ? 1 : 0)
  return (
    <table className="records" role="table" aria-label={label}>
      <thead role="rowgroup">
        <tr role="row">
          {columns.map((column) => (
            <Heading key={column.key} column={column} direction={directionOf(column.key)} sort={sort} />
          ))}
          {acts && (
            <th role="columnheader">
              <VisuallyHidden>Actions</VisuallyHidden>
            </th>
          )}
        </tr>
      </thead>
      <tbody role="rowgroup">
        {sorted.map((row, place) => {
          const group = groupBy?.(row)
          const above = sorted[place - 1]
          const isFirst = above === undefined || groupBy?.(above) !== group
          return (
            <Fragment key={rowKey(row)}>
              {group !== undefined && isFirst && (
                <tr role="row" className="records-group">
                  <th role="rowheader" colSpan={width}>
                    {group}
                  </th>
                </tr>
              )}
              <Record {...props} row={row} />
            </Fragment>
          )
        })}
      </tbody>
      {foot && (
        <tfoot role="rowgroup">
          <tr role="row">
            {columns.map((column) => (
              <Cell key={column.key} column={column}>
                {foot[column.key]}
              </Cell>
            ))}
            {acts && <td role="cell" />}
          </tr>
        </tfoot>
      )}
    </table>
  )
}

interface HeadingProps {
  readonly column: RecordColumn<never>
  readonly direction: Sorting['direction'] | 'none'
  readonly sort: (column: string) => void
}

function Heading({ column: { key, heading, figures, width, sortBy }, direction, sort }: HeadingProps) {
  const head = { role: 'columnheader', 'data-figures': figures, style: { minWidth: width } } as const
  if (!sortBy) return <th {...head}>{heading}</th>
  return (
    <th {...head} aria-sort={direction}>
      <UnstyledButton fz="inherit" onClick={() => sort(key)}>
        {heading}
        {direction === 'ascending' && <IconArrowUp size={13} aria-hidden />}
        {direction === 'descending' && <IconArrowDown size={13} aria-hidden />}
      </UnstyledButton>
    </th>
  )
}

type RecordProps<Row> = Pick<RecordTableProps<Row>, 'columns' | 'acts' | 'isDimmed'> & { readonly row: Row }

function Record<Row>({ columns, acts, isDimmed, row }: RecordProps<Row>) {
  return (
    <tr role="row" tabIndex={-1} data-dimmed={isDimmed?.(row) || undefined}>
      {columns.map((column) => (
        <Cell key={column.key} column={column}>
          {column.cell(row)}
        </Cell>
      ))}
      {acts && (
        <td role="cell" className="records-acts">
          {acts(row).map((act, place) => (
            <span key={place}>{isValidElement(act) ? act : act && <Act act={act} />}</span>
          ))}
        </td>
      )}
    </tr>
  )
}

interface CellProps {
  readonly column: RecordColumn<never>
  readonly children: ReactNode
}

function Cell({ column: { heading, figures, wraps, card, isRowHead }, children }: CellProps) {
  return (
    <td
      role={isRowHead ? 'rowheader' : 'cell'}
      data-figures={figures}
      data-wraps={wraps}
      data-card={card}
      data-label={card === undefined ? heading : undefined}
      data-zero={children === '0' || undefined}
    >
      {children}
    </td>
  )
}

/** An icon of a row that needs more than a label and a press, such as its own dialog. */
export function Act({ act }: { readonly act: RecordAct }) {
  const look = { variant: 'subtle', color: 'gray', 'aria-label': act.label, title: act.label } as const
  if ('entries' in act) {
    const dots = <IconDots size={16} aria-hidden />
    const button = <ActionIcon {...look}>{dots}</ActionIcon>
    return <MenuButton position="bottom-end" entries={act.entries} button={button} />
  }
  const icon = <act.icon size={16} stroke={1.5} aria-hidden />
  if ('to' in act) {
    return (
      <ActionIcon {...look} component={Link} to={act.to}>
        {icon}
      </ActionIcon>
    )
  }
  return (
    <ActionIcon
      {...look}
      {...(act.isOutOfTabOrder && { tabIndex: -1 })}
      onClick={(event) => act.onPress(event.currentTarget)}
    >
      {icon}
    </ActionIcon>
  )
}
