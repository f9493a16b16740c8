import { Modal } from '@mantine/core'
import type { ReactNode } from 'react'

interface DialogProps {
  readonly title: string
  readonly close: () => void
  readonly size?: 'md' | 'lg' | 'xl'
  readonly children: ReactNode
}

/** An open dialog. A form in it never submits the form that opened it. */
export const ModalDialog = ({ title, close, size = 'md', children }: DialogProps) => (
  <Modal
    opened
    onClose={close}
    // React passes events from a portal to the parent components.
    onSubmit={(event) => event.stopPropagation()}
    title={title}
    size={size}
    closeButtonProps={{ 'aria-label': 'Close' }}
  >
    {children}
  </Modal>
)
