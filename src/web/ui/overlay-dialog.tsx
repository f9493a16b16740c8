import { FocusTrap, Overlay, Paper, Portal, Text, Title } from '@mantine/core'
import { useId, useLayoutEffect, useRef, type KeyboardEventHandler, type ReactNode } from 'react'

/** The layers, lowest first: a message that is shown once, the password question, an alert. */
const levels = { 'shown once': 400, confirmation: 450, alert: 500 } as const

export interface OverlayDialogProps {
  readonly level: keyof typeof levels
  readonly role: 'dialog' | 'alertdialog'
  readonly title: ReactNode
  readonly message: ReactNode
  readonly tone?: 'plain' | 'error' | 'caution' | 'danger'
  readonly onKeyDown?: KeyboardEventHandler
  /** Shown below the message; the focus begins at the element with `data-autofocus`. */
  readonly children: ReactNode
}

/** A small dialog over the page; it traps the focus and closes only by its contents. */
export const OverlayDialog = ({ level, ...frame }: OverlayDialogProps) => (
  <Portal>
    <Overlay fixed center zIndex={levels[level]} backgroundOpacity={0.45}>
      <FocusTrap>
        <div>
          <Frame {...frame} />
        </div>
      </FocusTrap>
    </Overlay>
  </Portal>
)

function Frame({ role, title, message, tone, onKeyDown, children }: Omit<OverlayDialogProps, 'level'>) {
  const id = useId()
  const container = useRef<HTMLDivElement>(null)
  // Focuses the dialog before the next key press, and restores the focus at the end.
  useLayoutEffect(() => {
    const previous = document.activeElement
    container.current?.querySelector<HTMLElement>('[data-autofocus]')?.focus()
    return () => {
      if (previous instanceof HTMLElement && previous.isConnected) previous.focus({ preventScroll: true })
    }
  }, [])
  return (
    <Paper
      ref={container}
      role={role}
      aria-modal
      aria-labelledby={`${id}-title`}
      {...(message !== null && { 'aria-describedby': `${id}-message` })}
      w={420}
      maw="calc(100vw - 32px)"
      mah="calc(100dvh - 32px)"
      {...(tone === 'caution' && { bg: 'var(--portal-to-do-ground)' })}
      style={{ overflowY: 'auto', ...(tone === 'caution' && { borderColor: 'var(--portal-to-do-line)' }) }}
      withBorder
      shadow="md"
      p="lg"
      onKeyDown={onKeyDown}
    >
      <Title order={2} id={`${id}-title`} {...(tone === 'error' && { c: 'var(--mantine-color-error)' })}>
        {title}
      </Title>
      {message !== null && (
        <Text id={`${id}-message`} mt="xs" style={{ whiteSpace: 'pre-line' }}>
          {message}
        </Text>
      )}
      {children}
    </Paper>
  )
}
