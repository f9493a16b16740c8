import { useRef } from 'react'
import { Outlet, ScrollRestoration } from 'react-router'
import { Header } from './header.tsx'
import './shell.css'
import { useTypeAhead } from './use-type-ahead.ts'

/** Header and main part around every screen. */
export function Frame() {
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
      <Header />
      <main id="content" ref={content} tabIndex={-1}>
        <Outlet />
      </main>
      <ScrollRestoration />
    </>
  )
}
