import { useSession } from '#web/api/session.ts'
import { Text } from '@mantine/core'
import { Link } from 'react-router'
import { ConnectionNotice } from './connection-notice.tsx'
import { Find } from './find.tsx'
import { ThemeSwitch } from './theme-switch.tsx'
import { UserPopup } from './user-popup.tsx'

/** School and campus on the left; the line, the colours and the user on the right (spec 1.header). */
export function Header() {
  const { isSignedIn, school, campus } = useSession()
  return (
    <header className="header no-print">
      <div className="header-school">
        {isSignedIn && school ? (
          <>
            <Text component="span" fw={600}>
              <Link to="/dashboard">{school.name}</Link>
            </Text>
            <Text component="span" c="dimmed">
              {campus}
            </Text>
          </>
        ) : (
          <Text component="span" fw={600}>
            School portal
          </Text>
        )}
      </div>
      <ConnectionNotice />
      <Find />
      <ThemeSwitch />
      <UserPopup />
    </header>
  )
}
