import { Box, Group, Text, Title } from '@mantine/core'
import { createContext, use, useEffect, useLayoutEffect, useRef, type ReactNode } from 'react'
import { lazyDialog } from './load-once.ts'
import { useCancelKey } from './use-cancel-key.ts'

interface Props {
  readonly title: string
  /** The person or thing that the screen is about, after the title. */
  readonly subject?: ReactNode
  /** A sentence about the screen, shown by a button next to the title. */
  readonly lead?: string
  /** The day or the students, on the line of the title in place of the campus. */
  readonly about?: string | undefined
  readonly actions?: ReactNode
  /** True if tables may be wider than the 1,280 px of a screen. */
  readonly wide?: boolean
  /** True if the screen fills the height of the window; a list inside takes the remaining height. */
  readonly fills?: boolean
  /** Runs on Escape if nothing else is open. */
  readonly onLeave?: () => void
  readonly children?: ReactNode
}

// Lazy, because the sign-in does not need it.
const AboutScreen = lazyDialog(
  () => import('./popup-button.tsx'),
  (buttons) => buttons.AboutScreen,
)

/** The frame's part of a title's line; `tabs` link to the screens beside this one. */
export const ScreenFrame = createContext<{ readonly campus?: string; readonly tabs?: ReactNode }>({})

const portal = 'School portal'
const openPopups = '[role=dialog], [role=alertdialog], [role=listbox], [role=menu], [data-popup]'

const isPopupOpen = (): boolean =>
  [...document.querySelectorAll<HTMLElement>(openPopups)].some((popup) => popup.checkVisibility?.() ?? true)

/** The frame of every screen: its title takes the focus on entry unless a field has it. */
export function Screen({ title, subject, lead, about, actions, wide, fills, onLeave, children }: Props) {
  const frame = useRef<HTMLElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const { campus, tabs } = use(ScreenFrame)
  const beside = about ?? campus
  useCancelKey(true, () => {
    if (!isPopupOpen()) onLeave?.()
  })
  // Changes together with the heading, so that no screen reader reads a new heading under the old title.
  useLayoutEffect(() => {
    document.title = `${title} · ${portal}`
  }, [title])
  useEffect(() => {
    if (!frame.current?.contains(document.activeElement)) heading.current?.focus()
  }, [])
  return (
    <section ref={frame} className="screen" data-wide={wide || undefined} data-fills={fills || undefined}>
      <Group className="screen-title no-print">
        <Title order={1} ref={heading} tabIndex={-1}>
          {title}
        </Title>
        {beside !== undefined && <Text c="dimmed">{beside}</Text>}
        {lead !== undefined && <AboutScreen lead={lead} />}
        {subject}
        {tabs}
        {actions !== undefined && <Box ms="auto">{actions}</Box>}
      </Group>
      {children}
    </section>
  )
}
