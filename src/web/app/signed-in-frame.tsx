import {
  ActionIcon,
  Button,
  CloseButton,
  FocusTrap,
  Paper,
  Text,
  useMantineColorScheme,
  type MantineColorScheme,
} from '@mantine/core'
import { useClickOutside } from '@mantine/hooks'
import { IconCashRegister } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { Link, useLocation, useNavigate } from 'react-router'
import { roleNames } from '#domain/roles.ts'
import { usePasswordQuestion } from '#web/api/confirmation.ts'
import { setPreferences, usePreferences } from '#web/api/preferences.ts'
import { isLimited, useSession } from '#web/api/session.ts'
import { stopTrying, useTryingAgain } from '#web/api/try-again.ts'
import { isOpenTo } from '#web/places/place.ts'
import { DialogHost, dropDialogs } from '#web/ui/alert-dialog.tsx'
import { ScreenFrame } from '#web/ui/screen.tsx'
import { useCancelKey } from '#web/ui/use-cancel-key.ts'
import { Find } from './find.tsx'
import { Frame, monogram } from './frame.tsx'
import { LeftFormNotice } from './left-form.tsx'
import { Navigation, PlaceTabs } from './navigation.tsx'
import { useKeySheet } from './shell-keys.tsx'

interface Props {
  readonly close: () => void
}

const themes = {
  auto: { name: 'automatic', next: 'light' },
  light: { name: 'light', next: 'dark' },
  dark: { name: 'dark', next: 'auto' },
} as const satisfies Record<MantineColorScheme, { name: string; next: MantineColorScheme }>

/** Switches between the light and the dark theme and the system's setting. */
function ThemeEntry() {
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const { name, next } = themes[colorScheme]
  return (
    <Button
      {...entryLook}
      title={`Change to ${themes[next].name}`}
      onClick={() => setColorScheme(next)}
    >{`Theme: ${name}`}</Button>
  )
}

/** The settings of a screen, for users who may open one. */
function ScreenEntries({ close }: Props) {
  const isRail = usePreferences(({ menu }) => menu === 'icons')
  const showKeys = () => {
    close()
    useKeySheet.setState({ isOpen: true })
  }
  return (
    <>
      <Button {...entryLook} onClick={() => setPreferences({ menu: isRail ? 'names' : 'icons' })}>
        {isRail ? 'Menu: narrow' : 'Menu: wide'}
      </Button>
      <Button {...entryLook} aria-haspopup="dialog" onClick={showKeys}>
        Keys of this screen
      </Button>
    </>
  )
}

const entryLook = { fullWidth: true, variant: 'subtle', color: 'gray', justify: 'start', px: 'md' } as const

/** Shows name, campus and role, the user's own screens and settings, and Logout (spec 1.header). */
function Popup({ close }: Props) {
  const { user, campus, role, mustChoosePassword, factorMissing, signOut } = useSession()
  const navigate = useNavigate()
  const logOut = async () => {
    close()
    await signOut()
    void navigate('/')
  }
  const link = (to: string, label: string) => (
    <Button {...entryLook} component={Link} to={to} onClick={close}>
      {label}
    </Button>
  )
  return (
    <FocusTrap>
      <Paper
        className="user-popup"
        role="dialog"
        aria-label="User"
        withBorder
        shadow="md"
        onKeyDown={(event) => {
          if (event.key === 'Escape') close()
        }}
      >
        <div className="user-popup-head">
          <Text fw={600}>{user?.name}</Text>
          <Text>{campus}</Text>
          {role && <Text c="dimmed">Role: {roleNames[role]}</Text>}
          <CloseButton size={32} aria-label="Close" onClick={close} />
        </div>
        {link('/change-password', 'Change password')}
        {!mustChoosePassword && link('/second-factor', 'Second factor')}
        {!mustChoosePassword && !factorMissing && link('/sessions', 'Signed-in devices')}
        <hr />
        <ThemeEntry />
        {!mustChoosePassword && !factorMissing && <ScreenEntries close={close} />}
        <hr />
        <Button {...entryLook} onClick={() => void logOut()}>
          Logout
        </Button>
      </Paper>
    </FocusTrap>
  )
}

/** The user icon, hidden on the login screen; its popup closes on an outside click, the x and Escape. */
function UserPopup() {
  const { isSignedIn, user } = useSession()
  const [open, setOpen] = useState(false)
  const { pathname } = useLocation()
  const icon = useRef<HTMLButtonElement>(null)
  const close = () => {
    setOpen(false)
    icon.current?.focus()
  }
  // Closes after the click, so that a clicked field keeps the focus.
  const container = useClickOutside<HTMLDivElement>(() => {
    if (open) setOpen(false)
    if (open && document.activeElement === document.body) icon.current?.focus()
  }, ['click'])
  if (!isSignedIn || pathname === '/login') return null
  return (
    <div ref={container}>
      <ActionIcon
        ref={icon}
        className="header-user"
        variant="light"
        radius="xl"
        size={36}
        aria-label="User"
        aria-haspopup="dialog"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
      >
        <span aria-hidden>{monogram(user?.name ?? '')}</span>
      </ActionIcon>
      {open && <Popup close={close} />}
    </div>
  )
}

/** The notice below the header while a change is retried; Escape or its button stops the retries. */
const TryingAgain = () => useTryingAgain() && <Notice />

function Notice() {
  const client = useQueryClient()
  const stop = () => stopTrying(client)
  // Escape closes a popup above the screen first.
  useCancelKey(true, () => {
    if (!document.querySelector('[role=dialog], [role=alertdialog]')) stop()
  })
  return (
    <div className="header-trying" data-popup>
      No connection. We keep trying. It will be saved only once.
      <Button
        size="compact-md"
        variant="default"
        // Keeps the cursor in the form.
        onMouseDown={(event) => event.preventDefault()}
        onClick={stop}
      >
        Stop trying
      </Button>
    </div>
  )
}

const ConfirmationDialog = lazy(async () => ({
  default: (await import('#web/kit/confirmation-dialog.tsx')).ConfirmationDialog,
}))

const counter = '/receipts/individual'

type SessionState = ReturnType<typeof useSession.getState>

const maySeeCounter = (session: SessionState): boolean =>
  mayOpenScreens(session) &&
  session.role !== null &&
  isOpenTo({ ...session, role: session.role }, { access: 'writer', right: 'receive' })

/** The link to the counter, for users who may receive payments and are on another screen. */
function CounterButton() {
  const offersCounter = useSession(maySeeCounter)
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

function PasswordQuestion() {
  const isNeeded = usePasswordQuestion(({ question }) => question !== null)
  return (
    isNeeded && (
      <Suspense>
        <ConfirmationDialog />
      </Suspense>
    )
  )
}

const mayOpenScreens = (session: SessionState): boolean =>
  session.isSignedIn && session.today !== null && !isLimited(session)

/** The frame with the navigation, which belongs to its chunk: loaded later, it would move the screen under the pointer. */
export function SignedInFrame() {
  const isSignedIn = useSession((session) => session.isSignedIn)
  const isOpen = useSession(mayOpenScreens)
  const campus = useSession((session) => session.campus ?? '')
  return (
    <ScreenFrame value={isOpen ? { campus, tabs: <PlaceTabs /> } : {}}>
      <Frame
        header={{
          find: <Find />,
          trying: isSignedIn && <TryingAgain />,
          counter: <CounterButton />,
          user: <UserPopup />,
        }}
        navigation={isOpen && <Navigation />}
        notice={isSignedIn && <LeftFormNotice />}
        below={<PasswordQuestion />}
      />
    </ScreenFrame>
  )
}

const dropDialogsAtEnd = () =>
  useSession.subscribe((session, previous) => {
    if (previous.isSignedIn && !session.isSignedIn) dropDialogs()
  })

/** Shows dialogs above every screen, and drops them when the session ends. */
export function DialogsAbove() {
  useEffect(dropDialogsAtEnd, [])
  return <DialogHost />
}
