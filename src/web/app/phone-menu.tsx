import { Drawer } from '@mantine/core'
import type { Viewer } from '#web/places/place.ts'
import { Groups, type Counts } from './navigation-groups.tsx'
import './phone-menu.css'

interface Props {
  readonly isOpen: boolean
  readonly close: () => void
  readonly viewer: Viewer
  readonly counts: Counts
}

/** Every screen of the portal, on a phone. */
export const PhoneMenu = ({ isOpen, close, viewer, counts }: Props) => (
  <Drawer
    opened={isOpen}
    onClose={close}
    title="Menu"
    size={280}
    closeButtonProps={{ 'aria-label': 'Close' }}
  >
    <Groups viewer={viewer} counts={counts} />
  </Drawer>
)
