import { useVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useState, type RefObject } from 'react'
import { flushSync } from 'react-dom'

/** Shorter tables are drawn whole: it is quick, and the browser's own search finds everything. */
const drawnWholeUpTo = 100
/** More rows would stall a browser for minutes when printing. */
export const printedUpTo = 5000

interface DrawnRows {
  readonly first: number
  readonly end: number
  /** Height in px of the rows left out before and after the drawn ones. */
  readonly before: number
  readonly after: number
}

/** The rows in sight, or all of them if they are few or printed. */
export function useDrawnRows(
  frame: RefObject<HTMLElement | null>,
  count: number,
  rowHeight: number,
): DrawnRows {
  const onPaper = usePrinting()
  const whole = count <= (onPaper ? printedUpTo : drawnWholeUpTo)
  const virtual = useVirtualizer({
    count,
    enabled: !whole,
    getScrollElement: () => frame.current,
    estimateSize: () => rowHeight,
    overscan: 12,
  })
  if (whole) return { first: 0, end: count, before: 0, after: 0 }
  const drawn = virtual.getVirtualItems()
  const first = drawn[0]?.index ?? 0
  const end = (drawn.at(-1)?.index ?? -1) + 1
  return { first, end, before: first * rowHeight, after: (count - end) * rowHeight }
}

/** True if the browser is about to print; parts that depend on it are rendered before the paper is filled. */
function usePrinting(): boolean {
  const [printing, setPrinting] = useState(false)
  useEffect(() => {
    const begin = () => flushSync(() => setPrinting(true))
    const end = () => setPrinting(false)
    window.addEventListener('beforeprint', begin)
    window.addEventListener('afterprint', end)
    return () => {
      window.removeEventListener('beforeprint', begin)
      window.removeEventListener('afterprint', end)
    }
  }, [])
  return printing
}
