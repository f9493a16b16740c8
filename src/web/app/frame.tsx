import { useEffect, useLayoutEffect, useRef, type ReactNode, type RefObject } from 'react'
import { Outlet, ScrollRestoration, useLocation } from 'react-router'
import { Header, type HeaderParts } from './header.tsx'
import './shell.css'
import { arriveAt, startTypeAhead } from '#web/ui/type-ahead.ts'

/** A link that the router followed in place of the browser. */
const isFollowed = ({ defaultPrevented, target }: MouseEvent): boolean =>
  defaultPrevented && target instanceof Element && target.closest('a[href^="/"]') !== null

/** Keys typed between following a link and the arrival of its screen go into the screen's first field. */
function useTypeAhead(content: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const click = (event: MouseEvent) => {
      if (isFollowed(event)) startTypeAhead()
    }
    document.addEventListener('click', click)
    return () => document.removeEventListener('click', click)
  }, [])
  const { key } = useLocation()
  // Runs after the effects of the screen, which place the cursor.
  useEffect(() => {
    if (content.current) arriveAt(content.current)
  }, [content, key])
}

interface Props {
  /** Set for signed-in users only: the sign-in loads neither their code nor the query cache. */
  readonly header?: HeaderParts
  readonly navigation?: ReactNode
  readonly below?: ReactNode
}

export function Frame({ header, navigation, below }: Props) {
  const content = useRef<HTMLElement>(null)
  useTypeAhead(content)
  return (
    <>
      <a
        className="skip-link no-print"
        href="#content"
        onClick={(event) => {
          event.preventDefault()
          content.current?.focus()
        }}
      >
        Skip to the content
      </a>
      <Header {...header} />
      <div className="frame">
        {navigation}
        <main id="content" ref={content} tabIndex={-1}>
          <Outlet />
        </main>
      </div>
      {below}
      <ScrollRestoration />
    </>
  )
}
