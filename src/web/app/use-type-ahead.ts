import { useEffect, useLayoutEffect, type RefObject } from 'react'
import { useLocation } from 'react-router'
import { arriveAt, startTypeAhead } from '#web/ui/type-ahead.ts'

/** A link that the router followed: it has kept the browser from following it. */
const isFollowed = ({ defaultPrevented, target }: MouseEvent): boolean =>
  defaultPrevented && target instanceof Element && target.closest('a[href^="/"]') !== null

/**
 * Keys typed after a link is followed, by hand or by Enter, and before its screen is there go into the screen's first
 * field.
 */
export function useTypeAhead(content: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const click = (event: MouseEvent) => {
      if (isFollowed(event)) startTypeAhead()
    }
    document.addEventListener('click', click)
    return () => document.removeEventListener('click', click)
  }, [])
  const { key } = useLocation()
  // After the effects of the screen inside, which put the cursor where it belongs.
  useEffect(() => {
    if (content.current) arriveAt(content.current)
  }, [content, key])
}
