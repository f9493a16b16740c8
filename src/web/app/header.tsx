import { ActionIcon, Text, useMantineColorScheme, type MantineColorScheme } from '@mantine/core'
import { IconDeviceDesktop, IconMoon, IconPlugConnectedX, IconSun } from '@tabler/icons-react'
import { useEffect, useSyncExternalStore, type ReactNode } from 'react'
import { Link } from 'react-router'
import { currentSession } from '#contract/session.ts'
import { call } from '#web/api/call.ts'
import { useConnection } from '#web/api/connection.ts'
import { useSession } from '#web/api/session.ts'

const schemes = {
  auto: { name: 'automatic', next: 'light', Icon: IconDeviceDesktop },
  light: { name: 'light', next: 'dark', Icon: IconSun },
  dark: { name: 'dark', next: 'auto', Icon: IconMoon },
} as const satisfies Record<MantineColorScheme, { name: string; next: MantineColorScheme; Icon: unknown }>

const neverChanges = () => () => undefined

/** Returns the scheme of the built HTML while React hydrates it; React would otherwise draw the page again. */
function useShownScheme(chosen: MantineColorScheme): MantineColorScheme {
  return useSyncExternalStore(
    neverChanges,
    () => chosen,
    () => 'auto',
  )
}

/** Switches between light, dark and the system's setting. */
function ThemeSwitch() {
  const { colorScheme: chosen, setColorScheme } = useMantineColorScheme()
  const colorScheme = useShownScheme(chosen)
  const { name, next, Icon } = schemes[colorScheme]
  const label = `Theme: ${name}; change to ${schemes[next].name}`
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      c="inherit"
      size={36}
      aria-label={label}
      title={label}
      onClick={() => setColorScheme(next)}
    >
      <Icon size={20} stroke={1.5} />
    </ActionIcon>
  )
}

const askAgainMs = 2000
const answerTimeoutMs = 5000

/** Polls the server while it is unreachable; its answer ends the notice. */
function useReturn(online: boolean, isSignedIn: boolean): void {
  useEffect(() => {
    if (online || !isSignedIn) return undefined
    const asking = setInterval(
      () => void call(currentSession, { timeoutMs: answerTimeoutMs }).catch(() => null),
      askAgainMs,
    )
    return () => clearInterval(asking)
  }, [online, isSignedIn])
}

/** Says in the header that the server cannot be reached; the children say what is done about it. */
function ConnectionNotice({ children }: { readonly children: ReactNode }) {
  const online = useConnection((connection) => connection.online)
  const isSignedIn = useSession((session) => session.isSignedIn)
  useReturn(online, isSignedIn)
  return (
    <div role="status">
      {!online && (
        <div className="header-offline">
          <IconPlugConnectedX size={18} stroke={1.75} aria-hidden />
          No connection
        </div>
      )}
      {children}
    </div>
  )
}

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
