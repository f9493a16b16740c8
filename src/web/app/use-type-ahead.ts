import { useEffect, useLayoutEffect, type RefObject } from 'react'
import { useLocation } from 'react-router'
import { arriveAt, startTypeAhead } from '#web/ui/type-ahead.ts'

/** A link that the router followed in place of the browser. */
const isFollowed = ({ defaultPrevented, target }: MouseEvent): boolean =>
  defaultPrevented && target instanceof Element && target.closest('a[href^="/"]') !== null

/** Keys typed between following a link and the arrival of its screen go into the screen's first field. */
export function useTypeAhead(content: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const click = (event: MouseEvent) => {
      if (isFollowed(event)) startTypeAhead()
    }
    document.addEventListener('click', click)
    return () => document.removeEventListener('click', click)
  }, [])
  const { key } = useLocation()
  // After the effects of the screen, which place the cursor.
  useEffect(() => {
    if (content.current) arriveAt(content.current)
  }, [content, key])
}
