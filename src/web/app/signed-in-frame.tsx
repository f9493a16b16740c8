import { Button, CloseButton, Group, Text } from '@mantine/core'
import { IconCashRegister, IconSearch } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useLayoutEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { Link, useLocation, useNavigate } from 'react-router'
import { usePasswordQuestion } from '#web/api/confirmation.ts'
import { bringBack, dropLeftForm, useLeftForms, type LeftForm } from '#web/api/drafts.ts'
import { isLimited, useSession } from '#web/api/session.ts'
import { stopTrying, useTryingAgain } from '#web/api/try-again.ts'
import { mayOpen, placeAt } from '#web/places/menu.ts'
import { DialogHost, dropDialogs } from '#web/ui/alert-dialog.tsx'
import { lazyDialog, loadModule, whenIdle } from '#web/ui/load-once.ts'
import { ScreenFrame } from '#web/ui/screen.tsx'
import { dropKeysForDialog, startTypeAheadForDialog } from '#web/ui/type-ahead.ts'
import { useCancelKey } from '#web/ui/use-cancel-key.ts'
import type { FindDialog } from './find-dialog.tsx'
import { Frame } from './frame.tsx'
import { Navigation, PlaceTabs } from './navigation.tsx'
import { UserPopup } from './user-popup.tsx'

const mayOpenScreens = (session: ReturnType<typeof useSession.getState>): boolean =>
  session.isSignedIn && session.today !== null && !isLimited(session)

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
function Find() {
  const allowed = useSession(mayOpenScreens)
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
        c="var(--portal-ink-3)"
        fw={400}
        justify="start"
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

/** The notice below the header while a change is retried; Escape or its button stops the retries. */
function TryingAgain() {
  const client = useQueryClient()
  const isTrying = useTryingAgain()
  const stop = () => stopTrying(client)
  // Escape closes a popup above the screen first.
  useCancelKey(isTrying, () => {
    if (!document.querySelector('[role=dialog], [role=alertdialog]')) stop()
  })
  if (!isTrying) return null
  return (
    <div className="header-trying" data-popup>
      No connection. We keep trying. It will be saved only once.
      <Button
        size="compact-md"
        variant="default"
        flex="none"
        // Keeps the cursor in the form.
        onMouseDown={(event) => event.preventDefault()}
        onClick={stop}
      >
        Stop trying
      </Button>
    </div>
  )
}

const ConfirmationDialog = lazyDialog(
  () => import('#web/kit/confirmation-dialog.tsx'),
  (dialogs) => dialogs.ConfirmationDialog,
)

/** Loads the dialog with the first question. */
const PasswordQuestion = () =>
  usePasswordQuestion(({ question }) => question !== null) && <ConfirmationDialog />

const counter = '/receipts/individual'

/** The link to the counter, for users who may receive payments and are on another screen. */
function CounterButton() {
  const offersCounter = useSession(
    (session) =>
      mayOpenScreens(session) &&
      session.role !== null &&
      mayOpen({ ...session, role: session.role }, counter),
  )
  const { pathname } = useLocation()
  if (!offersCounter || pathname === counter || pathname === '/login') return null
  return (
    <Button
      className="header-counter"
      component={Link}
      to={counter}
      h={32}
      px="sm"
      leftSection={<IconCashRegister size={18} stroke={1.5} aria-hidden />}
    >
      Receive payment
    </Button>
  )
}

/**
 * Offers to bring back the values typed in a form that was left: on the screen that follows it, and on the next visit
 * of the form (decisions 7.back).
 */
function LeftFormNotice() {
  const { key, pathname } = useLocation()
  const navigate = useNavigate()
  const { left, last } = useLeftForms()
  const [followed, setFollowed] = useState({ last, key })
  if (followed.last !== last) setFollowed({ last, key })
  const isOffered = (form: LeftForm): boolean =>
    form.isTyped && (form.path === pathname || (form === last && followed.key === key))
  const offered = left.findLast(isOffered)
  if (!offered) return null
  function open(form: LeftForm) {
    bringBack(form)
    if (form.path !== pathname) void navigate(form.path)
  }
  return (
    <Group
      role="status"
      className="left-form no-print"
      h={44}
      px={20}
      gap="sm"
      wrap="nowrap"
      bg="var(--portal-to-do-ground)"
      style={{ borderBottom: '1px solid var(--portal-to-do-line)' }}
    >
      <Text truncate>Not saved: {placeAt(offered.path)?.label}</Text>
      <Button size="compact-md" variant="default" onClick={() => open(offered)}>
        Bring back what was typed
      </Button>
      <CloseButton aria-label="Discard what was typed" onClick={() => dropLeftForm(offered)} />
    </Group>
  )
}

/** The frame with the navigation, which belongs to its chunk: loaded later, it would move the screen under the pointer. */
export function SignedInFrame() {
  const isSignedIn = useSession((session) => session.isSignedIn)
  const isOpen = useSession(mayOpenScreens)
  const campus = useSession((session) => session.campus ?? '')
  return (
    <ScreenFrame value={isOpen ? { campus, tabs: <PlaceTabs /> } : {}}>
      <Frame
        find={<Find />}
        trying={isSignedIn && <TryingAgain />}
        counter={<CounterButton />}
        user={<UserPopup />}
        navigation={isOpen && <Navigation />}
        notice={isSignedIn && <LeftFormNotice />}
        below={<PasswordQuestion />}
      />
    </ScreenFrame>
  )
}

/** Shows dialogs above every screen, and drops them when the session ends. */
export function DialogsAbove() {
  useEffect(
    () =>
      useSession.subscribe((session, previous) => {
        if (previous.isSignedIn && !session.isSignedIn) dropDialogs()
      }),
    [],
  )
  return <DialogHost />
}
