import { usePasswordQuestion } from '#web/api/confirmation.ts'
import { isLimited, useSession } from '#web/api/session.ts'
import { dropDialogs } from '#web/ui/alert-dialog.tsx'
import { lazy, Suspense, useEffect, useRef } from 'react'
import { Outlet, ScrollRestoration, useLocation } from 'react-router'
import { Header } from './header.tsx'
import './shell.css'
import { useTypeAhead } from './use-type-ahead.ts'

// The sign-in does without them.
const ConfirmationDialog = lazy(async () => ({
  default: (await import('#web/kit/confirmation-dialog.tsx')).ConfirmationDialog,
}))
const Navigation = lazy(async () => ({ default: (await import('./navigation.tsx')).Navigation }))

/** What is asked goes with the session in which it was asked. */
const dropDialogsAtEnd = () =>
  useSession.subscribe((session, before) => {
    if (before.isSignedIn && !session.isSignedIn) dropDialogs()
  })

/** Header, navigation and main part around every screen. */
export function Frame() {
  const content = useRef<HTMLElement>(null)
  const { pathname } = useLocation()
  const isOpen = useSession((session) => session.isSignedIn && session.today !== null && !isLimited(session))
  const isPasswordNeeded = usePasswordQuestion(({ question }) => question !== null)
  const isSignedIn = isOpen && pathname !== '/login'
  useTypeAhead(content)
  useEffect(dropDialogsAtEnd, [])
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
      <div className="frame">
        {isSignedIn && (
          <Suspense fallback={<div className="navigation" />}>
            <Navigation />
          </Suspense>
        )}
        <main id="content" ref={content} tabIndex={-1}>
          <Outlet />
        </main>
      </div>
      {isPasswordNeeded && (
        <Suspense>
          <ConfirmationDialog />
        </Suspense>
      )}
      <ScrollRestoration />
    </>
  )
}
