import { Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useSession } from '#web/api/session.ts'
import { ConnectionNotice } from './connection-notice.tsx'
import { ThemeSwitch } from './theme-switch.tsx'

/** The initials of the first two words. */
const monogram = (name: string): string =>
  name
    .split(/\s+/)
    .slice(0, 2)
    .map((word) => word.charAt(0).toUpperCase())
    .join('')

/** The parts for signed-in users only; the sign-in does not load their code. */
export interface HeaderParts {
  readonly find?: ReactNode
  /** The notice of changes that are being retried. */
  readonly trying?: ReactNode
  readonly counter?: ReactNode
  readonly user?: ReactNode
}

/** School, campus and Find at the left; connection, counter and user at the right (spec 1.header). */
export function Header({ find, trying, counter, user }: HeaderParts) {
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
      {find}
      <div className="header-end">
        <ConnectionNotice>{trying}</ConnectionNotice>
        {counter}
        <ThemeSwitch />
        {user}
      </div>
    </header>
  )
}
