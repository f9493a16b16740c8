import { useEffect, useRef, type FocusEvent } from 'react'

interface Place {
  readonly frame: HTMLElement
  /** `aria-rowindex`. */
  readonly row: number
  readonly column: string
}

/** Keeps the focus at its place in a table while its rows change: where a row is gone, the one that follows gets it. */
export function useKeptFocus(rows: readonly unknown[]) {
  const place = useRef<Place>(null)
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
      // What is taken out of the page loses the focus to nothing.
      if (relatedTarget !== null && !currentTarget.contains(relatedTarget)) place.current = null
    },
  }
}
