import { useEffect, useState, type KeyboardEvent, type MouseEvent, type RefObject } from 'react'
import { flushSync } from 'react-dom'
import type { TablePlace } from './data-table.tsx'

interface Options<Row> {
  readonly frame: RefObject<HTMLElement | null>
  readonly rows: readonly Row[]
  readonly rowHeight: number
  readonly kept: TablePlace | undefined
  readonly onOpen: ((row: Row) => void) | undefined
}

/** Where a key leads from a row, by the number of rows in sight. */
const moves: Readonly<Record<string, (page: number) => number>> = {
  ArrowDown: () => 1,
  ArrowUp: () => -1,
  PageDown: (page) => page,
  PageUp: (page) => -page,
  Home: () => -Infinity,
  End: () => Infinity,
}

const interactive = 'a, button, input, select, textarea'

const headings = (frame: HTMLElement) => [
  ...frame.querySelectorAll<HTMLElement>('[role=columnheader] button'),
]

/**
 * Makes the rows of a table one tab stop: the arrow keys go through them, also through those that are not drawn yet, and
 * Up from the first row leads to the headings. Restores the place that the table had when it was last on the screen.
 */
export function useCurrentRow<Row>({ frame, rows, rowHeight, kept, onOpen }: Options<Row>) {
  const [current, setCurrent] = useState(kept?.row ?? 0)
  const last = rows.length - 1
  useKeptPlace(frame, kept)

  const go = (to: number) => {
    const row = Math.min(last, Math.max(0, to))
    flushSync(() => setCurrent(row))
    if (kept) kept.row = row
    if (frame.current) focusRow(frame.current, row, rowHeight)
  }
  const keyInHead = (event: KeyboardEvent<HTMLElement>) => {
    const buttons = headings(event.currentTarget)
    const place = buttons.findIndex((button) => button === event.target)
    if (event.key === 'ArrowDown') go(current)
    else if (event.key === 'ArrowRight') buttons[place + 1]?.focus()
    else if (event.key === 'ArrowLeft') buttons[place - 1]?.focus()
    else return
    event.preventDefault()
  }
  const keyInRows = (event: KeyboardEvent<HTMLElement>) => {
    const { key, currentTarget } = event
    const move = moves[key]
    const at = (event.target instanceof Element ? indexOf(event.target) : null) ?? current
    const row = rows[at]
    if (key === 'Enter' && row !== undefined) onOpen?.(row)
    else if (key === 'ArrowUp' && at === 0) headings(currentTarget)[0]?.focus()
    else if (move) go(at + move(Math.max(1, Math.floor(currentTarget.clientHeight / rowHeight) - 3)))
    else return
    event.preventDefault()
  }
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const { target } = event
    if (event.ctrlKey || event.altKey || event.metaKey || event.shiftKey || !(target instanceof Element))
      return
    if (target.closest('[role=columnheader]')) keyInHead(event)
    else if (!target.closest(interactive)) keyInRows(event)
  }
  const onClick = ({ target }: MouseEvent<HTMLElement>) => {
    if (!(target instanceof Element)) return
    const index = indexOf(target)
    const row = rows[index ?? -1]
    if (index === null || row === undefined) return
    if (kept) kept.row = index
    if (isOtherClick(target)) return
    go(index)
    onOpen?.(row)
  }
  return {
    handlers: { onKeyDown, onClick },
    /** Of a row among those that are drawn, one of which Tab always reaches. */
    tabIndexOf(row: number, { first, end }: { readonly first: number; readonly end: number }) {
      if (!onOpen) return undefined
      return row === Math.min(end - 1, Math.max(first, current)) ? 0 : -1
    },
  }
}

/** A link in the row leads where it says, and selecting text opens nothing. */
const isOtherClick = (target: Element): boolean =>
  target.closest(interactive) !== null || (window.getSelection()?.toString() ?? '') !== ''

/** The place of the row that holds an element; null in head and foot. */
function indexOf(element: Element): number | null {
  const row = element.closest('[role=row]')
  if (!row?.hasAttribute('tabindex')) return null
  return Number(row.getAttribute('aria-rowindex')) - 2
}

/** Scrolls to a row and gives it the focus. */
function focusRow(table: HTMLElement, row: number, rowHeight: number): void {
  if (!table.querySelector(`[role=row][aria-rowindex="${row + 2}"]`)) {
    table.scrollTop = Math.max(0, row * rowHeight - table.clientHeight / 2)
  }
  whenDrawn(table, row, (element) => {
    element.focus({ preventScroll: true })
    element.scrollIntoView?.({ block: 'nearest', inline: 'nearest' })
  })
}

/** Scrolls to where the table was, gives the focus to the row that had it, and notes every scrolling. */
function useKeptPlace(frame: RefObject<HTMLElement | null>, kept: TablePlace | undefined): void {
  useEffect(() => {
    const table = frame.current
    if (!table || !kept) return
    if (kept.top > 0 || kept.row > 0) {
      table.scrollTop = kept.top
      whenDrawn(table, kept.row, (row) => row.focus({ preventScroll: true }))
    }
    const note = () => {
      kept.top = table.scrollTop
    }
    table.addEventListener('scroll', note, { passive: true })
    return () => table.removeEventListener('scroll', note)
  }, [frame, kept])
}

/** Calls with a row's element once it is drawn: rows follow the scrolling some frames later. */
function whenDrawn(table: HTMLElement, row: number, then: (element: HTMLElement) => void, tries = 5): void {
  const element = table.querySelector<HTMLElement>(`[role=row][aria-rowindex="${row + 2}"]`)
  if (element) then(element)
  else if (tries > 0) requestAnimationFrame(() => whenDrawn(table, row, then, tries - 1))
}
