import type { Role } from '#domain/roles.ts'
import { Drawer } from '@mantine/core'
import { Groups, type Counts } from './navigation-groups.tsx'
import './phone-menu.css'

interface Props {
  readonly isOpen: boolean
  readonly close: () => void
  readonly role: Role
  readonly counts: Counts
}

/** Every screen of the portal, on a phone. */
export const PhoneMenu = ({ isOpen, close, role, counts }: Props) => (
  <Drawer
    opened={isOpen}
    onClose={close}
    title="Menu"
    size={280}
    closeButtonProps={{ 'aria-label': 'Close' }}
  >
    <Groups role={role} counts={counts} />
  </Drawer>
)
