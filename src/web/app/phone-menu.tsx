import { Drawer } from '@mantine/core'
import type { ReactNode } from 'react'
import type { Viewer } from '#web/places/place.ts'
import { Groups, type Counts } from './navigation-groups.tsx'
import './phone-menu.css'

interface Props {
  readonly isOpen: boolean
  readonly close: () => void
  readonly viewer: Viewer
  readonly counts: Counts
  /** The link to the cash drawer, which is in no group. */
  readonly drawer: ReactNode
}

/** Every screen of the portal, on a phone. */
export const PhoneMenu = ({ isOpen, close, viewer, counts, drawer }: Props) => (
  <Drawer
    opened={isOpen}
    onClose={close}
    title="Menu"
    size={280}
    closeButtonProps={{ 'aria-label': 'Close' }}
  >
    {drawer}
    <Groups viewer={viewer} counts={counts} />
  </Drawer>
)
