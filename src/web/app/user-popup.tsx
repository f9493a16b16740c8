import { ActionIcon, Button, CloseButton, FocusTrap, Group, Paper, Text } from '@mantine/core'
import { useClickOutside } from '@mantine/hooks'
import { IconUserCircle } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { Link, useLocation, useNavigate } from 'react-router'
import { useSession } from '#web/api/session.ts'

interface Props {
  readonly close: () => void
}

/** Name, campus, role, passwords, second factor, devices and Logout (spec 1.header). */
function Popup({ close }: Props) {
  const { user, campus, role, mustChoosePassword, factorMissing, signOut } = useSession()
  const navigate = useNavigate()
  const logOut = async () => {
    close()
    await signOut()
    void navigate('/')
  }
  return (
    <FocusTrap>
      <Paper
        className="user-popup"
        role="dialog"
        aria-label="User"
        withBorder
        shadow="md"
        p="md"
        onKeyDown={(event) => {
          if (event.key === 'Escape') close()
        }}
      >
        <Group justify="space-between" align="flex-start" wrap="nowrap">
          <Text fw={600}>{user?.name}</Text>
          <CloseButton size={32} aria-label="Close" onClick={close} />
        </Group>
        <Text>{campus}</Text>
        <Text c="dimmed">Role: {role}</Text>
        <Button mt="sm" fullWidth variant="subtle" component={Link} to="/change-password" onClick={close}>
          Change password
        </Button>
        {!mustChoosePassword && (
          <Button mt={4} fullWidth variant="subtle" component={Link} to="/second-factor" onClick={close}>
            Second factor
          </Button>
        )}
        {!mustChoosePassword && !factorMissing && (
          <Button mt={4} fullWidth variant="subtle" component={Link} to="/sessions" onClick={close}>
            Signed-in devices
          </Button>
        )}
        <Button mt={4} fullWidth variant="default" onClick={() => void logOut()}>
          Logout
        </Button>
      </Paper>
    </FocusTrap>
  )
}

/** Hidden on the login screen; closes on an outside click, the x and Escape. */
export function UserPopup() {
  const isSignedIn = useSession((session) => session.isSignedIn)
  const [open, setOpen] = useState(false)
  const { pathname } = useLocation()
  const icon = useRef<HTMLButtonElement>(null)
  const close = () => {
    setOpen(false)
    icon.current?.focus()
  }
  // Closes after the click, so that a clicked field keeps the focus.
  const around = useClickOutside<HTMLDivElement>(() => {
    if (open) setOpen(false)
    if (open && document.activeElement === document.body) icon.current?.focus()
  }, ['click'])
  if (!isSignedIn || pathname === '/login') return null
  return (
    <div ref={around}>
      <ActionIcon
        ref={icon}
        variant="subtle"
        color="gray"
        c="inherit"
        size={36}
        aria-label="User"
        aria-haspopup="dialog"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
      >
        <IconUserCircle size={24} stroke={1.5} />
      </ActionIcon>
      {open && <Popup close={close} />}
    </div>
  )
}
