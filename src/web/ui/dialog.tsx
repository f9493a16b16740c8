import { Modal } from '@mantine/core'
import type { ReactNode } from 'react'
import './dialog.css'

interface DialogProps {
  readonly title: string
  readonly close: () => void
  readonly size?: 'md' | 'lg' | 'xl'
  readonly children: ReactNode
}

/** An open dialog over the page, with a way to close it. */
export const Dialog = ({ title, close, size = 'md', children }: DialogProps) => (
  <Modal opened onClose={close} title={title} size={size} closeButtonProps={{ 'aria-label': 'Close' }}>
    {children}
  </Modal>
)
