import { Button } from '@mantine/core'
import { IconCashRegister } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { Link, useLocation } from 'react-router'
import { canWrite } from '#domain/roles.ts'
import { usePasswordQuestion } from '#web/api/confirmation.ts'
import { isLimited, useSession } from '#web/api/session.ts'
import { stopTrying } from '#web/api/try-again.ts'
import { useTryingAgain } from '#web/api/use-trying-again.ts'
import { useCancelKey } from '#web/ui/use-cancel-key.ts'
import { Find } from './find.tsx'
import { Frame } from './frame.tsx'
import { Navigation } from './navigation.tsx'
import { UserPopup } from './user-popup.tsx'

/** The notice below the header while a change is retried; Escape or its button stops it. */
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

/** Asks for the user's own password when it is needed. */
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

/** Stays in the frame's own chunk: a later one would move the screen under the pointer. */
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
