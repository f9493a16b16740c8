import { Button, Group } from '@mantine/core'
import type { ReactNode } from 'react'

interface Props {
  readonly act: string
  readonly ready?: boolean
  readonly sending: boolean
  readonly cancel: () => void
  /** True if the act cannot be undone. */
  readonly danger?: boolean
  /** Other buttons, before the act. */
  readonly children?: ReactNode
}

/** Buttons that stay visible at the bottom of the window. */
export const ButtonBar = ({ children }: { readonly children: ReactNode }) => (
  <Group className="form-buttons" justify="flex-end" gap="sm">
    {children}
  </Group>
)

export const FormButtons = ({ act, ready = true, sending, cancel, danger = false, children }: Props) => (
  <ButtonBar>
    <Button variant="default" disabled={sending} onClick={cancel}>
      Cancel
    </Button>
    {children}
    <Button
      type="submit"
      {...(danger && { variant: 'outline', color: 'red' })}
      aria-keyshortcuts="Alt+S"
      disabled={!ready}
      loading={sending}
    >
      {act}
    </Button>
  </ButtonBar>
)
