import { Button, Group, Progress, Text } from '@mantine/core'
import { useEffect, useMemo, useRef, useState, type ReactNode } from 'react'
import { createPortal } from 'react-dom'
import './print-page.css'

/** Pages drawn in one go; between two goes the page answers and shows how far it is. */
const pagesAtOnce = 20

interface Props<Item> {
  /** What is printed, in words: `120 vouchers`. */
  readonly label: string
  readonly items: readonly Item[]
  readonly keyOf: (item: Item) => string
  /** Draws one page of A4 landscape, edge to edge; stays the same while the view is open. */
  readonly drawPage: (item: Item) => ReactNode
  /** After printing, or when the view is left. */
  readonly onDone: () => void
}

// Stands only while the view does, for other screens print on other paper. Without a margin the browser prints no
// address and date of its own; a page's drawing keeps its distance itself.
const paper = '@page { size: A4 landscape; margin: 0 }'

/** Lays out one page per item over the whole window, opens the print dialog by itself and ends when that is closed. */
export function PrintPage<Item>({ label, items, keyOf, drawPage, onDone }: Props<Item>) {
  const drawn = useDrawnSoFar(items.length)
  const ready = drawn >= items.length
  usePrintOnce(ready)
  useEnd(onDone)
  const close = useRef<HTMLButtonElement>(null)
  useEffect(() => close.current?.focus(), [])
  const groups = Array.from({ length: Math.ceil(drawn / pagesAtOnce) }, (_, place) => place * pagesAtOnce)
  return createPortal(
    <div className="print-page" role="dialog" aria-modal aria-label={`Print ${label}`} aria-busy={!ready}>
      <style>{paper}</style>
      <Group className="print-page-bar" justify="space-between" gap="sm">
        <div>
          <Text fw={600}>{label}</Text>
          <Text role="status" size="xs">
            {ready ? 'Ready to print' : `Laying out ${drawn} of ${items.length}`}
          </Text>
        </div>
        <Group gap="sm">
          <Button disabled={!ready} onClick={() => window.print()}>
            Print
          </Button>
          <Button ref={close} variant="default" onClick={onDone}>
            Close
          </Button>
        </Group>
        {!ready && <Progress w="100%" value={(100 * drawn) / items.length} aria-label="Laid out" />}
      </Group>
      {groups.map((from) => (
        <Pages key={from} items={items} from={from} keyOf={keyOf} drawPage={drawPage} />
      ))}
    </div>,
    document.body,
  )
}

type PagesProps<Item> = Pick<Props<Item>, 'items' | 'keyOf' | 'drawPage'> & { readonly from: number }

/** Drawn once, though the view is drawn anew with every group that follows. */
function Pages<Item>({ items, from, keyOf, drawPage }: PagesProps<Item>) {
  return useMemo(
    () =>
      items.slice(from, from + pagesAtOnce).map((item) => (
        <div key={keyOf(item)} className="print-sheet">
          {drawPage(item)}
        </div>
      )),
    [items, from, keyOf, drawPage],
  )
}

/** How many pages are laid out by now. */
function useDrawnSoFar(count: number): number {
  const [drawn, setDrawn] = useState(0)
  useEffect(() => {
    if (drawn >= count) return
    const next = setTimeout(() => setDrawn(Math.min(drawn + pagesAtOnce, count)))
    return () => clearTimeout(next)
  }, [drawn, count])
  return drawn
}

/** Opens the dialog once everything stands on the page, its fonts too. */
function usePrintOnce(ready: boolean): void {
  useEffect(() => {
    if (!ready) return
    let frame = 0
    let wanted = true
    const print = async () => {
      await document.fonts?.ready
      if (!wanted) return
      frame = requestAnimationFrame(() => {
        frame = requestAnimationFrame(() => window.print())
      })
    }
    void print()
    return () => {
      wanted = false
      cancelAnimationFrame(frame)
    }
  }, [ready])
}

/** The end of printing and Escape both end the view; the screen beneath does not hear of the key. */
function useEnd(onDone: () => void): void {
  const latest = useRef(onDone)
  useEffect(() => {
    latest.current = onDone
  })
  useEffect(() => {
    const end = () => latest.current()
    const press = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.isComposing) return
      event.stopPropagation()
      end()
    }
    window.addEventListener('afterprint', end)
    window.addEventListener('keydown', press, { capture: true })
    return () => {
      window.removeEventListener('afterprint', end)
      window.removeEventListener('keydown', press, { capture: true })
    }
  }, [])
}
