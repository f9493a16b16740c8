import { ActionIcon, Button, CloseButton, FocusTrap, Group, Paper, Text } from '@mantine/core'
import { useClickOutside } from '@mantine/hooks'
import { IconCashRegister, IconUserCircle } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useRef, useState } from 'react'
import { Link, useLocation, useNavigate } from 'react-router'
import { canWrite } from '#domain/roles.ts'
import { usePasswordQuestion } from '#web/api/confirmation.ts'
import { isLimited, useSession } from '#web/api/session.ts'
import { stopTrying } from '#web/api/try-again.ts'
import { useTryingAgain } from '#web/api/use-trying-again.ts'
import { useCancelKey } from '#web/ui/use-cancel-key.ts'
import { Find } from './find.tsx'
import { Frame } from './frame.tsx'
import { Navigation } from './navigation.tsx'

interface Props {
  readonly close: () => void
}

/** Shows name, campus and role, with links to password, second factor and devices, and Logout (spec 1.header). */
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

/** The user icon, hidden on the login screen; its popup closes on an outside click, the x and Escape. */
function UserPopup() {
  const isSignedIn = useSession((session) => session.isSignedIn)
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

const maySeeCounter = (session: SessionState): boolean => {
  const { isSignedIn, today, role, rights } = session
  return (
    isSignedIn &&
    today !== null &&
    !isLimited(session) &&
    role !== null &&
    canWrite(role) &&
    rights.includes('receive')
  )
}

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

/** Belongs to the frame's own chunk: a chunk that loads later would move the screen under the pointer. */
function OfferedNavigation() {
  const isOpen = useSession((session) => session.isSignedIn && session.today !== null && !isLimited(session))
  return isOpen && <Navigation />
}

export function SignedInFrame() {
  const isSignedIn = useSession((session) => session.isSignedIn)
  return (
    <Frame
      header={{
        find: <Find />,
        trying: isSignedIn && <TryingAgain />,
        counter: <CounterButton />,
        user: <UserPopup />,
      }}
      navigation={<OfferedNavigation />}
      below={<PasswordQuestion />}
    />
  )
}
