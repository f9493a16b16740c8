import { useRef, type KeyboardEvent, type MouseEvent } from 'react'
import { isHead, type Item } from './table-columns.ts'

interface Options<Row> {
  readonly rows: readonly Item<Row>[]
  readonly rowKey: (row: Row) => string
  readonly selected: ReadonlySet<string>
  /** Undefined if rows cannot be selected. */
  readonly onSelect: ((keys: ReadonlySet<string>) => void) | undefined
}

/**
 * Selects as file lists do: a checkbox, Space or Ctrl+click one row, Shift with an arrow or click the rows between, and
 * Ctrl+A all.
 * Both functions return true if they took the key or click.
 */
export function useSelectedRows<Row>({ rows, rowKey, selected, onSelect }: Options<Row>) {
  const anchor = useRef<number | null>(null)
  const keysOf = (items: readonly Item<Row>[]) =>
    items.flatMap((item) => (isHead(item) ? [] : [rowKey(item)]))

  function toggle(at: number) {
    const keys = new Set(selected)
    for (const key of keysOf(rows.slice(at, at + 1))) if (!keys.delete(key)) keys.add(key)
    anchor.current = at
    onSelect?.(keys)
  }

  function extend(from: number, to: number) {
    anchor.current = from
    onSelect?.(new Set(keysOf(rows.slice(Math.min(from, to), Math.max(from, to) + 1))))
  }

  return {
    takeKey(
      { key, shiftKey, ctrlKey, metaKey }: KeyboardEvent,
      at: number,
      go: (to: number) => void,
    ): boolean {
      if (!onSelect) return false
      const hasModifier = ctrlKey || metaKey
      const step = { ArrowDown: 1, ArrowUp: -1 }[key]
      if (key === ' ' && !hasModifier) toggle(at)
      else if (key.toLowerCase() === 'a' && hasModifier) onSelect(new Set(keysOf(rows)))
      else if (shiftKey && step !== undefined) {
        const to = Math.min(rows.length - 1, Math.max(0, at + step))
        extend(anchor.current ?? at, to)
        go(to)
      } else return false
      return true
    },
    takeClick(
      { ctrlKey, metaKey, shiftKey }: MouseEvent,
      at: number,
      current: number,
      isOnCheck: boolean,
    ): boolean {
      if (!onSelect) return false
      if (ctrlKey || metaKey || (isOnCheck && !shiftKey)) toggle(at)
      else if (shiftKey) extend(anchor.current ?? current, at)
      else return false
      return true
    },
    /** The checkbox that selects all rows, or none if any is selected. */
    all: onSelect && {
      isOn:
        selected.size === 0
          ? false
          : rows.every((item) => isHead(item) || selected.has(rowKey(item))) || null,
      toggle: () => onSelect(new Set(selected.size === 0 ? keysOf(rows) : [])),
    },
    /** Returns the selected rows in order, or the current row if none is selected. */
    selectedOr(current: number): readonly Row[] {
      const all = rows.filter((item): item is Row => !isHead(item))
      const chosen = all.filter((row) => selected.has(rowKey(row)))
      const row = rows[current]
      return chosen.length > 0 || row === undefined || isHead(row) ? chosen : [row]
    },
  }
}
