import { useEffect, useRef, useState, type FocusEvent, type KeyboardEvent } from 'react'
import { flushSync } from 'react-dom'

interface EditableCellProps {
  /** Read by screen readers: `Class, row 14`. */
  readonly label: string
  readonly column: number
  readonly value: string
  readonly maxLength: number
  readonly problem: string
  readonly save: (value: string) => Promise<void>
}

/**
 * A cell that is edited in place: Enter, F2, a click or a letter opens it, Enter or Tab saves, Escape restores, arrow
 * keys move between cells. Tab stops at the cells with errors.
 */
export function EditableCell({ label, column, value, maxLength, problem, save }: EditableCellProps) {
  const cell = useRef<HTMLButtonElement>(null)
  const [typed, setTyped] = useState<string | null>(null)
  const [saving, setSaving] = useState<string | null>(null)
  const isOpen = useRef(false)
  const open = (text: string) => {
    isOpen.current = true
    setTyped(text)
  }
  const shown = saving ?? value
  const shared = attributesOf(column, problem)

  function close(isSaved: boolean): void {
    // The field loses the focus when it closes, and would close a second time.
    if (!isOpen.current) return
    isOpen.current = false
    const next = typed
    flushSync(() => setTyped(null))
    if (!isSaved || next === null || next === shown) return
    setSaving(next)
    void save(next).finally(() => setSaving(null))
  }

  const pressInField = (event: KeyboardEvent) => {
    const { key, shiftKey, nativeEvent } = event
    if (!leavingKeys.test(key) || nativeEvent.isComposing) return
    event.stopPropagation()
    event.preventDefault()
    close(key !== 'Escape')
    cell.current?.focus()
    if (key === 'Tab' && cell.current) moveFrom(cell.current, shiftKey ? 'ArrowLeft' : 'ArrowRight')
  }

  if (typed !== null)
    return (
      <input
        {...shared}
        // Counts as a popup, so that Escape does not leave the screen.
        data-popup
        aria-label={label}
        // The user opened the field.
        autoFocus
        value={typed}
        maxLength={maxLength}
        // The next letter replaces an unchanged text.
        onFocus={({ currentTarget }) => typed === shown && currentTarget.select()}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        onKeyDown={pressInField}
        onBlur={() => close(true)}
      />
    )
  return (
    <button
      {...shared}
      ref={cell}
      type="button"
      aria-label={`${label}: ${shown === '' ? 'empty' : shown}`}
      aria-busy={saving !== null || undefined}
      tabIndex={problem === '' ? -1 : 0}
      dir="auto"
      onClick={() => open(shown)}
      onKeyDown={(event) => pressOnCell(event, shown, open)}
    >
      {shown}
    </button>
  )
}

const attributesOf = (column: number, problem: string) => ({
  className: 'editable-cell',
  'data-column': column,
  ...(problem !== '' && { 'data-wrong': true, title: problem, 'aria-description': problem }),
})

const leavingKeys = /^(?:Enter|Escape|Tab)$/

/** Moves to another cell, or opens this cell with its text or the typed letter. */
function pressOnCell(event: KeyboardEvent<HTMLElement>, value: string, open: (text: string) => void): void {
  const { key, ctrlKey, altKey, metaKey, currentTarget } = event
  if (ctrlKey || altKey || metaKey) return
  const isLetter = key.length === 1 && key !== ' '
  if (moveFrom(currentTarget, key) || isLetter) event.preventDefault()
  if (isLetter) open(key)
  else if (key === 'F2') open(value)
}

/** Focuses the cell to which an arrow key, Home or End moves; false for other keys. */
function moveFrom(cell: HTMLElement, key: string): boolean {
  const row = cell.closest('[role=row]')
  const inRow = [...(row?.querySelectorAll<HTMLElement>('.editable-cell') ?? [])]
  const place = inRow.indexOf(cell)
  const cellInRow = (other: Element | null | undefined) =>
    other?.querySelector<HTMLElement>(`[data-column="${cell.dataset['column']}"]`)
  const targets: Readonly<Record<string, () => HTMLElement | null | undefined>> = {
    ArrowRight: () => inRow[place + 1],
    ArrowLeft: () => inRow[place - 1],
    ArrowDown: () => cellInRow(row?.nextElementSibling),
    ArrowUp: () => cellInRow(row?.previousElementSibling),
    Home: () => inRow[0],
    End: () => inRow.at(-1),
  }
  const target = targets[key]
  if (!target) return false
  target()?.focus()
  return true
}

/** Keeps the focus in its cell while rows change; if the row is gone, the next row gets the focus. */
export function useKeptFocus(rows: readonly unknown[]) {
  const place = useRef<{ readonly frame: HTMLElement; readonly row: number; readonly column: string }>(null)
  useEffect(() => {
    const { current } = place
    if (!current || document.activeElement !== document.body) return
    const row = Math.min(current.row, rows.length + 1)
    const cells = `[role=row][aria-rowindex="${row}"] [data-column="${current.column}"]`
    current.frame.querySelector<HTMLElement>(cells)?.focus()
  }, [rows])
  return {
    onFocus({ target, currentTarget }: FocusEvent<HTMLElement>) {
      const column = target.dataset['column']
      const row = Number(target.closest('[role=row]')?.getAttribute('aria-rowindex'))
      if (column !== undefined) place.current = { frame: currentTarget, row, column }
    },
    onBlur({ relatedTarget, currentTarget }: FocusEvent<HTMLElement>) {
      // `relatedTarget` is null if the focused element was removed.
      if (relatedTarget !== null && !currentTarget.contains(relatedTarget)) place.current = null
    },
  }
}
