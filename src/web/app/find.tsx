import { Button } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useEffect, useLayoutEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { useLocation } from 'react-router'
import { isLimited, useSession } from '#web/api/session.ts'
import { loadModule, whenIdle } from '#web/ui/load-once.ts'
import { dropKeysForDialog, startTypeAheadForDialog } from '#web/ui/type-ahead.ts'
import type { FindDialog } from './find-dialog.tsx'

const isFindKey = ({ ctrlKey, metaKey, altKey, shiftKey, code, key }: KeyboardEvent): boolean =>
  // Checks the position of the key too, because an Urdu layout has another letter there.
  (ctrlKey || metaKey) && !altKey && !shiftKey && (code === 'KeyK' || key.toLowerCase() === 'k')

const isApple = /Mac|iPhone|iPad/.test(navigator.userAgent)

const retryMs = 1000

/** Loads the dialog when it is opened, or earlier when a user is signed in and the page is idle. */
function useFindDialog(isSignedIn: boolean, isOpen: boolean): typeof FindDialog | null {
  const [dialog, setDialog] = useState<typeof FindDialog | null>(null)
  useEffect(() => {
    if (!isSignedIn || dialog) return undefined
    let isCurrent = true
    // A failed load is repeated when Find is opened.
    const load = () =>
      void loadModule(async () => import('./find-dialog.tsx'))
        .then((loaded) => setDialog(() => loaded.FindDialog))
        .catch(() => {
          if (isOpen) setTimeout(() => isCurrent && load(), retryMs)
        })
    if (isOpen) load()
    else whenIdle(load)
    return () => {
      isCurrent = false
    }
  }, [isSignedIn, isOpen, dialog])
  return dialog
}

/** Offers Find to signed-in users: a button in the header, and Ctrl or Cmd with K anywhere. */
export function Find() {
  const allowed = useSession((session) => session.isSignedIn && session.today !== null && !isLimited(session))
  const { pathname } = useLocation()
  const [open, setOpen] = useState(false)
  const isOffered = allowed && pathname !== '/login'
  const Dialog = useFindDialog(isOffered, open)
  // A layout effect: an effect after the paint would miss an early key.
  useLayoutEffect(() => {
    if (!isOffered) return undefined
    const press = (event: KeyboardEvent) => {
      if (!isFindKey(event)) return
      event.preventDefault()
      // An open question must be answered first.
      if (document.querySelector('[aria-modal=true]')) return
      // Keys typed before the dialog opens go into its field, even if a screen opens first.
      startTypeAheadForDialog()
      // Synchronous, so that the next key reaches the field.
      flushSync(() => setOpen(true))
    }
    window.addEventListener('keydown', press)
    return () => {
      window.removeEventListener('keydown', press)
      dropKeysForDialog()
    }
  }, [isOffered])
  if (!isOffered) return null
  return (
    <>
      <Button
        className="header-find"
        variant="default"
        h={32}
        px="xs"
        aria-haspopup="dialog"
        aria-keyshortcuts="Control+K Meta+K"
        onClick={() => setOpen(true)}
      >
        <IconSearch size={16} stroke={1.5} aria-hidden />
        <span className="header-find-word">Find a student or screen</span>
        <kbd aria-hidden>{isApple ? '⌘ K' : 'Ctrl K'}</kbd>
      </Button>
      {open && Dialog && <Dialog close={() => setOpen(false)} />}
    </>
  )
}
