import { useEffect, useState, type KeyboardEvent, type MouseEvent, type RefObject } from 'react'
import { flushSync } from 'react-dom'
import type { TablePlace } from './table-columns.ts'

interface Options<Row> {
  readonly frame: RefObject<HTMLElement | null>
  readonly rows: readonly Row[]
  readonly rowHeight: number
  readonly savedPlace: TablePlace | undefined
  readonly onOpen: ((row: Row) => void) | undefined
  /** Called with the row to which a key moves. */
  readonly onCurrent: ((row: Row) => void) | undefined
  readonly selection: {
    readonly takeKey: (event: KeyboardEvent, at: number, go: (to: number) => void) => boolean
    readonly takeClick: (event: MouseEvent, at: number, current: number, isOnCheck: boolean) => boolean
  }
}

/** The step of each key, by the number of visible rows. */
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

/** Moves through the headings; true if it handled the key. */
function moveInHead({ key, target, currentTarget }: KeyboardEvent<HTMLElement>, goBack: () => void): boolean {
  const buttons = headings(currentTarget)
  const place = buttons.findIndex((button) => button === target)
  if (key === 'ArrowDown') goBack()
  else if (key === 'ArrowRight') buttons[place + 1]?.focus()
  else if (key === 'ArrowLeft') buttons[place - 1]?.focus()
  else return false
  return true
}

/** Returns the number of rows by which a key moves; null for other keys. */
function stepOf({ key, currentTarget }: KeyboardEvent<HTMLElement>, rowHeight: number): number | null {
  const page = Math.max(1, Math.floor(currentTarget.clientHeight / rowHeight) - 3)
  return moves[key]?.(page) ?? null
}

const hasModifier = ({ ctrlKey, metaKey, shiftKey }: KeyboardEvent): boolean => ctrlKey || metaKey || shiftKey

/**
 * Makes the rows one tab stop: arrow keys move through them, including rows not drawn yet, and Up from the first row
 * reaches the headings. Restores the place at which the table was last shown.
 */
export function useCurrentRow<Row>(options: Options<Row>) {
  const { frame, rows, rowHeight, savedPlace, onOpen, onCurrent, selection } = options
  const [currentRow, setCurrentRow] = useState(savedPlace?.row ?? 0)
  useSavedPlace(frame, savedPlace)

  const go = (to: number) => {
    const index = Math.min(rows.length - 1, Math.max(0, to))
    flushSync(() => setCurrentRow(index))
    if (savedPlace) savedPlace.row = index
    if (frame.current) focusRow(frame.current, index, rowHeight)
    const row = rows[index]
    if (row !== undefined) onCurrent?.(row)
  }
  const open = (index: number) => {
    const row = rows[index]
    if (row !== undefined) onOpen?.(row)
  }

  const takeKeyInRows = (event: KeyboardEvent<HTMLElement>, at: number): boolean => {
    if (selection.takeKey(event, at, go)) return true
    if (hasModifier(event)) return false
    const step = stepOf(event, rowHeight)
    if (event.key === 'Enter') open(at)
    else if (event.key === 'ArrowUp' && at === 0) headings(event.currentTarget)[0]?.focus()
    else if (step !== null) go(at + step)
    else return false
    return true
  }
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const { target, currentTarget, altKey } = event
    // A row's menu is not part of the table.
    if (altKey || !(target instanceof Element) || !currentTarget.contains(target)) return
    const isTaken = target.closest('[role=columnheader]')
      ? !hasModifier(event) && moveInHead(event, () => go(currentRow))
      : !target.closest(interactive) && takeKeyInRows(event, indexOf(target) ?? currentRow)
    if (isTaken) event.preventDefault()
  }
  const onClick = (event: MouseEvent<HTMLElement>) => {
    const target = event.target instanceof Element ? event.target : event.currentTarget
    const index = indexOf(target)
    if (index === null) return
    if (savedPlace) savedPlace.row = index
    if (target.closest(interactive)?.matches(':not(.data-table-check)')) return
    const isSelecting = selection.takeClick(event, index, currentRow, target.matches('.data-table-check'))
    // Shift with a click also selects the text in between.
    if (isSelecting) window.getSelection()?.removeAllRanges()
    else if (isTextSelected()) return
    go(index)
    if (!isSelecting) open(index)
  }
  return {
    currentRow,
    handlers: { onKeyDown, onClick },
    /** The tab index of a drawn row; Tab always reaches one drawn row. */
    tabIndexOf: (row: number, { first, end }: { readonly first: number; readonly end: number }) =>
      onOpen && (row === Math.min(end - 1, Math.max(first, currentRow)) ? 0 : -1),
  }
}

/** True if text is selected; such a click does not open a row. */
export const isTextSelected = (): boolean => (window.getSelection()?.toString() ?? '') !== ''

/** Returns the index of the row that contains an element; null in head and foot. */
function indexOf(element: Element): number | null {
  const row = element.closest('[role=row]')
  if (!row?.hasAttribute('tabindex')) return null
  return Number(row.getAttribute('aria-rowindex')) - 2
}

function focusRow(table: HTMLElement, row: number, rowHeight: number): void {
  if (!table.querySelector(`[role=row][aria-rowindex="${row + 2}"]`)) {
    table.scrollTop = Math.max(0, row * rowHeight - table.clientHeight / 2)
  }
  whenDrawn(table, row, (element) => {
    element.focus({ preventScroll: true })
    element.scrollIntoView?.({ block: 'nearest', inline: 'nearest' })
  })
}

/** Restores scroll position and focus, and records every scroll. */
function useSavedPlace(frame: RefObject<HTMLElement | null>, savedPlace: TablePlace | undefined): void {
  useEffect(() => {
    const table = frame.current
    if (!table || !savedPlace) return
    if (savedPlace.top > 0 || savedPlace.row > 0) {
      table.scrollTop = savedPlace.top
      whenDrawn(table, savedPlace.row, (row) => row.focus({ preventScroll: true }))
    }
    const saveScroll = () => {
      savedPlace.top = table.scrollTop
    }
    table.addEventListener('scroll', saveScroll, { passive: true })
    return () => table.removeEventListener('scroll', saveScroll)
  }, [frame, savedPlace])
}

/** Calls `then` with a row's element once it is drawn, which takes some frames after scrolling. */
function whenDrawn(table: HTMLElement, row: number, then: (element: HTMLElement) => void, tries = 5): void {
  const element = table.querySelector<HTMLElement>(`[role=row][aria-rowindex="${row + 2}"]`)
  if (element) then(element)
  else if (tries > 0) requestAnimationFrame(() => whenDrawn(table, row, then, tries - 1))
}
