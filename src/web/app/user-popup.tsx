import {
  ActionIcon,
  Button,
  CloseButton,
  FocusTrap,
  Group,
  Paper,
  Text,
  useMantineColorScheme,
  type MantineColorScheme,
} from '@mantine/core'
import { useClickOutside } from '@mantine/hooks'
import { useRef, useState } from 'react'
import { Link, useLocation, useNavigate } from 'react-router'
import { roleNames } from '#domain/roles.ts'
import { setPreferences } from '#web/api/preferences.ts'
import { isLimited, useSession } from '#web/api/session.ts'
import { monogram } from './frame.tsx'
import { useKeySheet, useMenuAsIcons } from './navigation.tsx'

const themes = {
  auto: { name: 'automatic', next: 'light' },
  light: { name: 'light', next: 'dark' },
  dark: { name: 'dark', next: 'auto' },
} as const satisfies Record<MantineColorScheme, { name: string; next: MantineColorScheme }>

const entryLook = { fullWidth: true, variant: 'subtle', color: 'gray', justify: 'start', px: 'md' } as const

/** The settings of a screen, for users who may open one. */
function ScreenEntries({ close }: { readonly close: () => void }) {
  const isRail = useMenuAsIcons()
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

/** Shows name, campus and role, the user's own screens and settings, and Logout (spec 1.header). */
function Popup({ close }: { readonly close: () => void }) {
  const session = useSession()
  const { user, campus, role, mustChoosePassword, signOut } = session
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const { name, next } = themes[colorScheme]
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
        <Group justify="space-between" align="start" gap={4} wrap="nowrap" ps="md" pe={8} pb={8}>
          <div>
            <Text fw={600}>{user?.name}</Text>
            <Text>{campus}</Text>
            {role && <Text c="dimmed">Role: {roleNames[role]}</Text>}
          </div>
          <CloseButton size={32} mt={-4} aria-label="Close" onClick={close} />
        </Group>
        {link('/change-password', 'Change password')}
        {!mustChoosePassword && link('/second-factor', 'Second factor')}
        {!isLimited(session) && link('/sessions', 'Signed-in devices')}
        <hr />
        <Button
          {...entryLook}
          title={`Change to ${themes[next].name}`}
          onClick={() => setColorScheme(next)}
        >{`Theme: ${name}`}</Button>
        {!isLimited(session) && <ScreenEntries close={close} />}
        <hr />
        <Button {...entryLook} onClick={() => void logOut()}>
          Logout
        </Button>
      </Paper>
    </FocusTrap>
  )
}

/** The user icon, hidden on the login screen; its popup closes on an outside click, the x and Escape. */
export function UserPopup() {
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
        variant="light"
        radius="xl"
        size={36}
        aria-label="User"
        aria-haspopup="dialog"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
      >
        <Text span fz={12} fw={600} aria-hidden>
          {monogram(user?.name ?? '')}
        </Text>
      </ActionIcon>
      {open && <Popup close={close} />}
    </div>
  )
}
