import { Drawer } from '@mantine/core'
import type { ReactNode } from 'react'
import { Groups, type Counts } from './navigation-groups.tsx'
import './on-demand.css'

interface Props {
  readonly isOpen: boolean
  readonly close: () => void
  readonly counts: Counts
  /** The link to the cash drawer, which is in no group. */
  readonly drawer: ReactNode
}

/** Every screen of the portal, on a phone. */
export const PhoneMenu = ({ isOpen, close, counts, drawer }: Props) => (
  <Drawer
    opened={isOpen}
    onClose={close}
    title="Menu"
    size={280}
    closeButtonProps={{ 'aria-label': 'Close' }}
  >
    {drawer}
    <Groups counts={counts} />
  </Drawer>
)
