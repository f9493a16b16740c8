import { useRef, type ReactNode } from 'react'
import { Outlet, ScrollRestoration } from 'react-router'
import { Header, type HeaderParts } from './header.tsx'
import { useTypeAhead } from './use-type-ahead.ts'
import './shell.css'

interface Props {
  /** For signed-in users only: the sign-in loads neither their code nor the query cache. */
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
