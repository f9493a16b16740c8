import { useCallback, type KeyboardEvent } from 'react'

const moves: Readonly<Record<string, (page: number) => number>> = {
  ArrowDown: () => 1,
  ArrowUp: () => -1,
  PageDown: (page) => page,
  PageUp: (page) => -page,
  Home: () => -Infinity,
  End: () => Infinity,
}

/** Scrolls by rows, by pages and to either end: the browser's own page counts what head and foot cover, and so skips rows. */
export function useScrollKeys(rowHeight: number, covered: number) {
  return useCallback(
    (event: KeyboardEvent<HTMLElement>) => {
      const { key, currentTarget: frame, target } = event
      const move = moves[key]
      if (!move || target !== frame || event.ctrlKey || event.altKey || event.metaKey || event.shiftKey)
        return
      const end = frame.scrollHeight - frame.clientHeight
      // The last row stays in sight as the first.
      const page = Math.max(1, Math.floor((frame.clientHeight - covered) / rowHeight) - 1)
      const wanted = Math.min(end, Math.max(0, frame.scrollTop + move(page) * rowHeight))
      // At the end of the table the key scrolls the page.
      if (wanted === frame.scrollTop) return
      event.preventDefault()
      frame.scrollTop = wanted
    },
    [rowHeight, covered],
  )
}
