import { Drawer, Kbd, Switch } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import { setPreferences, usePreferences } from '#web/api/preferences.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { screenKeys } from '#web/ui/screen-keys.ts'
import { Table } from '#web/ui/table.tsx'
import './on-demand.css'

/** Keys that need Ctrl or Alt, or work only inside a dialog; they are always on. */
const fixedKeys = [
  { key: 'Ctrl K', label: 'Find a student or screen' },
  { key: 'Esc', label: 'Close what is open' },
  { key: 'Alt S', label: 'Main button of a form' },
  { key: 'Alt Y', label: 'Yes, in a question' },
]

/** The keys of the current screen, and the switch for single keys. */
export function KeySheet({ close }: { readonly close: () => void }) {
  const isOn = usePreferences(({ singleKeys }) => singleKeys !== 'off')
  const [keys] = useState(() => [...fixedKeys, ...screenKeys()])
  return (
    <Dialog title="Keys of this screen" close={close}>
      <Table verticalSpacing={6} mb="md">
        <Table.Tbody>
          {keys.map(({ key, label }) => (
            <Table.Tr key={key}>
              <Table.Th scope="row" w={110} style={{ whiteSpace: 'nowrap' }}>
                {key.split(' ').map((part) => (
                  <Kbd key={part} me={4}>
                    {part.length === 1 ? part.toUpperCase() : part}
                  </Kbd>
                ))}
              </Table.Th>
              <Table.Td>{label}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      <Switch
        label="Single keys work outside fields"
        checked={isOn}
        onChange={(event) => setPreferences({ singleKeys: event.currentTarget.checked ? 'on' : 'off' })}
      />
    </Dialog>
  )
}

interface PhoneMenuProps {
  readonly isOpen: boolean
  readonly close: () => void
  readonly children: ReactNode
}

export const PhoneMenu = ({ isOpen, close, children }: PhoneMenuProps) => (
  <Drawer
    opened={isOpen}
    onClose={close}
    title="Menu"
    size={280}
    closeButtonProps={{ 'aria-label': 'Close' }}
  >
    {children}
  </Drawer>
)
