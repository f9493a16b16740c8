import { useVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useState, type RefObject } from 'react'
import { flushSync } from 'react-dom'

/** Shorter tables are drawn completely: it is quick, and the browser's own search finds everything. */
const drawnWholeUpTo = 100
/** More rows would stall a browser for minutes when printing. */
export const maxPrintedRows = 5000

interface DrawnRows {
  readonly first: number
  readonly end: number
  /** The height in px of the rows before and after the drawn rows. */
  readonly before: number
  readonly after: number
}

/** The index of the row above the band, and the height of the band in px. */
interface BandPlace {
  readonly at: number
  readonly height: number
}

const bandHeightIn = (band: BandPlace | undefined, from: number, to: number): number =>
  band && band.at >= from && band.at < to ? band.height : 0

/** Returns the visible rows, or all rows if they are few or being printed. */
export function useDrawnRows(
  frame: RefObject<HTMLElement | null>,
  count: number,
  rowHeight: number,
  band: BandPlace | undefined,
): DrawnRows {
  const isPrinting = usePrinting()
  const drawsAll = count <= (isPrinting ? maxPrintedRows : drawnWholeUpTo)
  const virtual = useVirtualizer({
    count,
    enabled: !drawsAll,
    getScrollElement: () => frame.current,
    estimateSize: () => rowHeight,
    overscan: 12,
  })
  if (drawsAll) return { first: 0, end: count, before: 0, after: 0 }
  const drawn = virtual.getVirtualItems()
  const first = drawn[0]?.index ?? 0
  const end = (drawn.at(-1)?.index ?? -1) + 1
  const heightOf = (from: number, to: number): number =>
    (to - from) * rowHeight + bandHeightIn(band, from, to)
  return { first, end, before: heightOf(0, first), after: heightOf(end, count) }
}

/** True if the browser is about to print; dependent parts are rendered before the pages are laid out. */
export function usePrinting(): boolean {
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
