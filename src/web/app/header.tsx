import { canWrite } from '#domain/roles.ts'
import { isLimited, useSession } from '#web/api/session.ts'
import { Button, Text } from '@mantine/core'
import { IconCashRegister } from '@tabler/icons-react'
import { Link, useLocation } from 'react-router'
import { ConnectionNotice } from './connection-notice.tsx'
import { Find } from './find.tsx'
import { ThemeSwitch } from './theme-switch.tsx'
import { UserPopup } from './user-popup.tsx'

/** The first letters of the first two words of a name. */
const monogram = (name: string): string =>
  name
    .split(/\s+/)
    .slice(0, 2)
    .map((word) => word.charAt(0).toUpperCase())
    .join('')

const counter = '/receipts/individual'

type SessionState = ReturnType<typeof useSession.getState>

/** Whether the button of the counter is offered. */
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

/** The way to the counter, for who may receive payments and is not there. */
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

/** School and campus at the left, Find beside them; the line, the counter and the user at the right (spec 1.header). */
export function Header() {
  const { isSignedIn, school, campus } = useSession()
  return (
    <header className="header no-print">
      <div className="header-school">
        {isSignedIn && school ? (
          <>
            <span className="header-monogram" aria-hidden>
              {monogram(school.name)}
            </span>
            <div className="header-names">
              <Text component="span" fw={600}>
                <Link to="/dashboard">{school.name}</Link>
              </Text>
              <Text component="span" c="dimmed" fz={12}>
                {campus}
              </Text>
            </div>
          </>
        ) : (
          <Text component="span" fw={600}>
            School portal
          </Text>
        )}
      </div>
      <Find />
      <div className="header-end">
        <ConnectionNotice />
        <CounterButton />
        <ThemeSwitch />
        <UserPopup />
      </div>
    </header>
  )
}
