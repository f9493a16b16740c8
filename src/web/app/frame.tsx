import './shell.css'
import { Anchor, Button, Group, Stack, Text } from '@mantine/core'
import { IconPlugConnectedX } from '@tabler/icons-react'
import { useEffect, useLayoutEffect, useRef, type ReactNode, type RefObject } from 'react'
import { Link, NavigationType, Outlet, useLocation, useNavigationType, useRouteError } from 'react-router'
import { currentSession } from '#contract/session.ts'
import { somethingBroke } from '#domain/refusals.ts'
import { call, CallFailed, useConnection } from '#web/api/call.ts'
import { useSession } from '#web/api/session.ts'
import { Screen } from '#web/ui/screen.tsx'
import { arriveAt, startTypeAhead } from '#web/ui/type-ahead.ts'

const pollEveryMs = 2000
const pollTimeoutMs = 5000

/** Shows in the header that the server cannot be reached; the children show what is done about it. */
function ConnectionNotice({ children }: { readonly children: ReactNode }) {
  const online = useConnection((connection) => connection.online)
  const isSignedIn = useSession((session) => session.isSignedIn)
  // Polls the server while it is unreachable; its answer ends the notice.
  useEffect(() => {
    if (online || !isSignedIn) return undefined
    const timer = setInterval(
      () => void call(currentSession, { timeoutMs: pollTimeoutMs }).catch(() => null),
      pollEveryMs,
    )
    return () => clearInterval(timer)
  }, [online, isSignedIn])
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

export const monogram = (name: string): string =>
  name
    .split(/\s+/)
    .slice(0, 2)
    .map((word) => word.charAt(0).toUpperCase())
    .join('')

/** The parts for signed-in users only: the sign-in loads neither their code nor the query cache. */
interface Props {
  readonly find?: ReactNode
  /** The notice of changes that are being retried. */
  readonly trying?: ReactNode
  readonly counter?: ReactNode
  readonly user?: ReactNode
  readonly navigation?: ReactNode
  /** Shown above the screen. */
  readonly notice?: ReactNode
  readonly below?: ReactNode
}

/** School, campus and Find at the left; connection, counter and user at the right (spec 1.header). */
function Header({ find, trying, counter, user }: Props) {
  const { isSignedIn, school, campus } = useSession()
  return (
    <header className="header no-print">
      <Group className="header-school" gap={10} wrap="nowrap">
        {isSignedIn && school ? (
          <>
            <span className="header-monogram" aria-hidden>
              {monogram(school.name)}
            </span>
            <Stack gap={0} miw={0}>
              {/* High enough to tap. */}
              <Anchor component={Link} to="/dashboard" c="inherit" fw={600} lh="24px" truncate>
                {school.name}
              </Anchor>
              <Text component="span" c="dimmed" fz={12} lh="16px" truncate>
                {campus}
              </Text>
            </Stack>
          </>
        ) : (
          <Text component="span" fw={600}>
            School portal
          </Text>
        )}
      </Group>
      {find}
      <div className="header-end">
        <ConnectionNotice>{trying}</ConnectionNotice>
        {counter}
        {user}
      </div>
    </header>
  )
}

/** True if the router followed a link in place of the browser. */
const isFollowed = ({ defaultPrevented, target }: MouseEvent): boolean =>
  defaultPrevented && target instanceof Element && target.closest('a[href^="/"]') !== null

/** Sends keys typed between following a link and the opening of its screen to the screen's first field. */
function useTypeAhead(content: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const click = (event: MouseEvent) => {
      if (isFollowed(event)) startTypeAhead()
    }
    document.addEventListener('click', click)
    return () => document.removeEventListener('click', click)
  }, [])
  const { key } = useLocation()
  // Runs after the effects of the screen, which place the cursor.
  useEffect(() => {
    if (content.current) arriveAt(content.current)
  }, [content, key])
}

/** Tells the style sheet how wide the scrollbar is, so that every screen ends at the same right edge. */
function useGutterWidth(content: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const area = content.current
    area?.style.setProperty('--gutter', `${area.offsetWidth - area.clientWidth}px`)
  }, [content])
}

/** The scroll position of each address in the browser's history. */
const positions = new Map<string, number>()

/** Shows a new screen from its top, and restores the position on the way back; the router does so for the window only. */
function useScrollPosition(content: RefObject<HTMLElement | null>): void {
  const { key, pathname } = useLocation()
  const navigation = useNavigationType()
  const shownPath = useRef('')
  useLayoutEffect(() => {
    const area = content.current
    if (!area) return undefined
    const staysInSight = navigation === NavigationType.Replace && shownPath.current === pathname
    shownPath.current = pathname
    if (!staysInSight) area.scrollTop = positions.get(key) ?? 0
    const save = () => positions.set(key, area.scrollTop)
    area.addEventListener('scroll', save, { passive: true })
    return () => area.removeEventListener('scroll', save)
  }, [content, key, pathname, navigation])
}

export function Frame({ navigation, notice, below, ...header }: Props) {
  const content = useRef<HTMLElement>(null)
  useTypeAhead(content)
  useScrollPosition(content)
  useGutterWidth(content)
  return (
    <>
      <a
        className="skip-link no-print"
        href="#content"
        onClick={(event) => {
          event.preventDefault()
          content.current?.focus()
        }}
      >
        Skip to the content
      </a>
      <Header {...header} />
      <div className="frame">
        {navigation}
        <main id="content" ref={content} tabIndex={-1}>
          {notice}
          <Outlet />
        </main>
      </div>
      {below}
    </>
  )
}

/** The router's error screen, with a reference number for support. */
export function BrokenScreen() {
  const error = useRouteError()
  const online = useConnection((connection) => connection.online)
  const requestId = error instanceof CallFailed ? error.requestId : undefined
  return (
    <Screen title={somethingBroke}>
      <Text mb="sm">
        {online
          ? 'This screen has failed. What was already saved is safe.'
          : 'This screen could not be loaded because there is no connection to the server.'}
      </Text>
      {requestId !== undefined && <Text mb="sm">Reference {requestId}</Text>}
      <Group>
        <Button onClick={() => window.location.reload()}>Reload</Button>
        <Anchor component={Link} to="/dashboard">
          Go to the dashboard
        </Anchor>
      </Group>
    </Screen>
  )
}
