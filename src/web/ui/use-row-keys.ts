import {
  useEffect,
  useRef,
  useState,
  type ClipboardEvent,
  type KeyboardEvent,
  type MouseEvent,
  type RefObject,
} from 'react'
import { flushSync } from 'react-dom'
import { defaultRowHeight, isHead, type Item, type TablePlace, type TableProps } from './table-columns.ts'

/** The step of each key, by the number of rows on a page. */
const moves: Readonly<Record<string, (page: number) => number>> = {
  ArrowDown: () => 1,
  ArrowUp: () => -1,
  PageDown: (page) => page,
  PageUp: (page) => -page,
  Home: () => -Infinity,
  End: () => Infinity,
}

const hasModifier = ({ ctrlKey, metaKey, shiftKey }: KeyboardEvent): boolean => ctrlKey || metaKey || shiftKey

/** Scrolls a table without a current row; the browser's paging would skip rows behind head and foot (`covered` px). */
export function scrollByKey(event: KeyboardEvent<HTMLElement>, rowHeight: number, covered: number): void {
  const { key, currentTarget: frame, target } = event
  const move = moves[key]
  if (!move || target !== frame || event.altKey || hasModifier(event)) return
  const end = frame.scrollHeight - frame.clientHeight
  // Keeps one row of the previous page visible.
  const page = Math.max(1, Math.floor((frame.clientHeight - covered) / rowHeight) - 1)
  const nextTop = Math.min(end, Math.max(0, frame.scrollTop + move(page) * rowHeight))
  // At the end of the table the key scrolls the page.
  if (nextTop === frame.scrollTop) return
  event.preventDefault()
  frame.scrollTop = nextTop
}

const interactive = 'a, button, input, select, textarea'

const headsOf = (frame: HTMLElement) => [...frame.querySelectorAll<HTMLElement>('[role=columnheader] button')]

/** Moves through the headings; true if it handled the key. */
function moveInHead({ key, target, currentTarget }: KeyboardEvent<HTMLElement>, goBack: () => void): boolean {
  const buttons = headsOf(currentTarget)
  const place = buttons.findIndex((button) => button === target)
  if (key === 'ArrowDown') goBack()
  else if (key === 'ArrowRight') buttons[place + 1]?.focus()
  else if (key === 'ArrowLeft') buttons[place - 1]?.focus()
  else return false
  return true
}

/** Makes the rows one tab stop with arrow keys, also for rows not drawn yet; Up from the first reaches the headings. */
export function useRowKeys<Row>(
  props: TableProps<Row>,
  frame: RefObject<HTMLDivElement | null>,
  items: readonly Item<Row>[],
) {
  const { place, rowHeight = defaultRowHeight, onOpen, onCurrent } = props
  const [currentRow, setCurrentRow] = useState(place?.row ?? 0)
  const selection = useSelection(props, items)
  useSavedPlace(frame, place)

  const rowAt = (index: number, then: ((row: Row) => void) | undefined): void => {
    const item = items[index]
    if (item !== undefined && !isHead(item)) then?.(item)
  }
  const go = (to: number) => {
    const index = Math.min(items.length - 1, Math.max(0, to))
    flushSync(() => setCurrentRow(index))
    if (place) place.row = index
    if (frame.current) focusRow(frame.current, index, rowHeight)
    rowAt(index, onCurrent)
  }

  const takeKeyInRows = (event: KeyboardEvent<HTMLElement>, at: number): boolean => {
    if (selection.takeKey(event, at, go)) return true
    if (hasModifier(event)) return false
    const { key, currentTarget } = event
    const step = moves[key]?.(Math.max(1, Math.floor(currentTarget.clientHeight / rowHeight) - 3))
    if (key === 'Enter') rowAt(at, onOpen)
    else if (key === 'ArrowUp' && at === 0) headsOf(currentTarget)[0]?.focus()
    else if (step !== undefined) go(at + step)
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
    if (place) place.row = index
    if (target.closest(interactive)?.matches(':not(.data-table-check)')) return
    const isSelecting = selection.takeClick(event, index, currentRow, target.matches('.data-table-check'))
    // Shift with a click also selects the text in between.
    if (isSelecting) window.getSelection()?.removeAllRanges()
    else if (isTextSelected()) return
    go(index)
    if (!isSelecting) rowAt(index, onOpen)
  }
  return {
    keys: onOpen && { onKeyDown, onClick },
    onCopy: (event: ClipboardEvent) => selection.copy(event, currentRow),
    all: selection.all,
    /** The tab index of a drawn row; Tab always reaches one drawn row. */
    tabIndexOf: (row: number, { first, end }: { readonly first: number; readonly end: number }) =>
      onOpen && (row === Math.min(end - 1, Math.max(first, currentRow)) ? 0 : -1),
  }
}

/** True if text is selected; such a click does not open a row. */
const isTextSelected = (): boolean => (window.getSelection()?.toString() ?? '') !== ''

/** Returns the index of the row that contains an element; null in head and foot. */
function indexOf(element: Element): number | null {
  const row = element.closest('[role=row]')
  if (!row?.hasAttribute('tabindex')) return null
  return Number(row.getAttribute('aria-rowindex')) - 2
}

const elementOf = (table: HTMLElement, row: number) =>
  table.querySelector<HTMLElement>(`[role=row][aria-rowindex="${row + 2}"]`)

function focusRow(table: HTMLElement, row: number, rowHeight: number): void {
  if (!elementOf(table, row)) table.scrollTop = Math.max(0, row * rowHeight - table.clientHeight / 2)
  whenDrawn(table, row, (element) => {
    element.focus({ preventScroll: true })
    element.scrollIntoView?.({ block: 'nearest', inline: 'nearest' })
  })
}

/** Restores scroll position and focus, and records every scroll. */
function useSavedPlace(frame: RefObject<HTMLElement | null>, place: TablePlace | undefined): void {
  useEffect(() => {
    const table = frame.current
    if (!table || !place) return
    if (place.top > 0 || place.row > 0) {
      table.scrollTop = place.top
      whenDrawn(table, place.row, (row) => row.focus({ preventScroll: true }))
    }
    const saveScroll = () => {
      place.top = table.scrollTop
    }
    table.addEventListener('scroll', saveScroll, { passive: true })
    return () => table.removeEventListener('scroll', saveScroll)
  }, [frame, place])
}

/** Calls `then` with a row's element once it is drawn, which takes some frames after scrolling. */
function whenDrawn(table: HTMLElement, row: number, then: (element: HTMLElement) => void, tries = 5): void {
  const element = elementOf(table, row)
  if (element) then(element)
  else if (tries > 0) requestAnimationFrame(() => whenDrawn(table, row, then, tries - 1))
}

/**
 * Selects as file lists do: a checkbox, Space or Ctrl+click one row, Shift with an arrow or click the rows between, and
 * Ctrl+A all. `takeKey` and `takeClick` return true if they took the key or click.
 */
function useSelection<Row>({ rowKey, selection, onCopy }: TableProps<Row>, items: readonly Item<Row>[]) {
  const anchor = useRef<number | null>(null)
  const selected = selection?.keys ?? new Set<string>()
  const rowsIn = (from: number, end: number) =>
    items.slice(from, end).filter((item): item is Row => !isHead(item))
  const keysIn = (from: number, end: number) => rowsIn(from, end).map(rowKey)

  function toggle(at: number) {
    const keys = new Set(selected)
    for (const key of keysIn(at, at + 1)) if (!keys.delete(key)) keys.add(key)
    anchor.current = at
    selection?.select(keys)
  }

  function extend(from: number, to: number) {
    anchor.current = from
    selection?.select(new Set(keysIn(Math.min(from, to), Math.max(from, to) + 1)))
  }

  return {
    takeKey(event: KeyboardEvent, at: number, go: (to: number) => void): boolean {
      if (!selection) return false
      const hasCtrl = event.ctrlKey || event.metaKey
      const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
      if (event.key === ' ' && !hasCtrl) toggle(at)
      else if (event.key.toLowerCase() === 'a' && hasCtrl) selection.select(new Set(keysIn(0, Infinity)))
      else if (event.shiftKey && step !== undefined) {
        const to = Math.min(items.length - 1, Math.max(0, at + step))
        extend(anchor.current ?? at, to)
        go(to)
      } else return false
      return true
    },
    takeClick(event: MouseEvent, at: number, current: number, isOnCheck: boolean): boolean {
      if (!selection) return false
      if (event.ctrlKey || event.metaKey || (isOnCheck && !event.shiftKey)) toggle(at)
      else if (event.shiftKey) extend(anchor.current ?? current, at)
      else return false
      return true
    },
    /** The checkbox that selects all rows, or none if any is selected. */
    all: selection && {
      isOn: selected.size > 0 && (items.every((item) => isHead(item) || selected.has(rowKey(item))) || null),
      toggle: () => selection.select(new Set(selected.size === 0 ? keysIn(0, Infinity) : [])),
    },
    /** Copies the selected rows in order, or the current row if none is selected. */
    copy(event: ClipboardEvent, current: number): void {
      if (!onCopy || isTextSelected()) return
      const chosen = rowsIn(0, Infinity).filter((row) => selected.has(rowKey(row)))
      event.preventDefault()
      const copied = chosen.length > 0 ? chosen : rowsIn(current, current + 1)
      event.clipboardData.setData('text/plain', onCopy(copied))
    },
  }
}
