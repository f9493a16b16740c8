import { Button, Group, Progress, Text } from '@mantine/core'
import { useEffect, useEffectEvent, useLayoutEffect, useMemo, useRef, useState, type ReactNode } from 'react'
import { createPortal } from 'react-dom'
import { useCancelKey } from './use-cancel-key.ts'
import './print-page.css'

/** Each step draws so many pages, in about 50 ms, so that the view responds and shows its progress. */
const pagesAtOnce = 60

/** The paper; sheets continue on the next page, and a roll is 80 mm wide and is cut off below the longest page. */
export type Paper = 'A4 landscape' | 'A4' | 'A4 sheets' | 'roll'

interface Props<Item> {
  /** The printed pages as text: `120 vouchers`. */
  readonly label: string
  readonly items: readonly Item[]
  readonly paper?: Paper
  readonly keyOf: (item: Item) => string
  /** Draws one page, edge to edge; must stay the same function while the view is open. */
  readonly drawPage: (item: Item) => ReactNode
  /** Called after printing, or when the view is left. */
  readonly onDone: () => void
}

/** Renders one page per item over the window, opens the print dialog and ends when the dialog closes. */
export function PrintPage<Item>(props: Props<Item>) {
  const { label, items, paper = 'A4 landscape', keyOf, drawPage, onDone } = props
  const drawn = useDrawnCount(items.length)
  const ready = drawn >= items.length
  const view = useRef<HTMLDivElement>(null)
  const rollLength = useRollLength(view, ready && paper === 'roll')
  const size = paper === 'roll' ? `80mm ${rollLength}mm` : paper
  usePrintOnce(ready)
  useEnd(onDone)
  const close = useRef<HTMLButtonElement>(null)
  useEffect(() => close.current?.focus(), [])
  const groups = Array.from({ length: Math.ceil(drawn / pagesAtOnce) }, (_, index) => index * pagesAtOnce)
  return createPortal(
    <div
      ref={view}
      className="print-page"
      data-paper={paper}
      role="dialog"
      aria-modal
      aria-label={`Print ${label}`}
      aria-busy={!ready}
    >
      {/* Without a margin the browser prints no address. */}
      {paper !== 'A4 sheets' && <style>{`@page { size: ${size}; margin: 0 }`}</style>}
      <Group
        className="no-print"
        justify="space-between"
        gap="sm"
        px="md"
        py="xs"
        pos="sticky"
        top={0}
        left={0}
        bg="var(--mantine-color-body)"
        c="var(--mantine-color-text)"
        style={{ borderBottom: '1px solid var(--portal-line)', zIndex: 1 }}
      >
        <div>
          <Text fw={600}>{label}</Text>
          <Text role="status" size="xs">
            {ready ? 'Ready to print' : `Preparing ${drawn} of ${items.length}`}
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
        {!ready && <Progress w="100%" value={(100 * drawn) / items.length} aria-label="Prepared" />}
      </Group>
      {groups.map((from) => (
        <Pages key={from} items={items} from={from} keyOf={keyOf} drawPage={drawPage} />
      ))}
    </div>,
    document.body,
  )
}

type PagesProps<Item> = Pick<Props<Item>, 'items' | 'keyOf' | 'drawPage'> & { readonly from: number }

/** Memoised, because the view is rendered again with every following group. */
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

function useDrawnCount(count: number): number {
  const [drawn, setDrawn] = useState(0)
  useEffect(() => {
    if (drawn >= count) return
    const next = setTimeout(() => setDrawn(Math.min(drawn + pagesAtOnce, count)))
    return () => clearTimeout(next)
  }, [drawn, count])
  return drawn
}

/** The minimum length in mm: some drivers print a page that is wider than high in landscape. */
const shortestRoll = 81
const mmPerPx = 25.4 / 96

/** Returns the length of the longest page in whole mm, which is the paper length of a roll. */
function useRollLength(view: React.RefObject<HTMLElement | null>, ready: boolean): number {
  const [length, setLength] = useState(shortestRoll)
  useLayoutEffect(() => {
    if (!ready) return
    const pages = [...(view.current?.querySelectorAll('.print-sheet') ?? [])]
    const longest = Math.max(0, ...pages.map((page) => page.getBoundingClientRect().height))
    setLength(Math.max(shortestRoll, Math.ceil(longest * mmPerPx) + 1))
  }, [view, ready])
  return length
}

/** Opens the print dialog once the pages and their fonts are ready, in the second frame after. */
function usePrintOnce(ready: boolean): void {
  useEffect(() => {
    if (!ready) return
    let isActive = true
    const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve))
    const print = async () => {
      await document.fonts?.ready
      await nextFrame()
      await nextFrame()
      if (isActive) window.print()
    }
    void print()
    return () => {
      isActive = false
    }
  }, [ready])
}

/** Ends the view after printing and on Escape; the screen below does not receive the key. */
function useEnd(onDone: () => void): void {
  useCancelKey(true, (event) => {
    event.stopPropagation()
    onDone()
  })
  const end = useEffectEvent(onDone)
  useEffect(() => {
    const printed = () => end()
    window.addEventListener('afterprint', printed)
    return () => window.removeEventListener('afterprint', printed)
  }, [])
}
