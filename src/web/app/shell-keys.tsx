import { ActionIcon } from '@mantine/core'
import { IconKeyboard } from '@tabler/icons-react'
import { lazy, Suspense, useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { setPreferences, usePreferences } from '#web/api/preferences.ts'
import { useStaff } from '#web/api/session.ts'
import { listenForAltKeys, listenForScreenKeys, useScreenKeys, type ScreenKey } from '#web/ui/screen-keys.ts'
import { startTypeAhead } from '#web/ui/type-ahead.ts'
import { mayOpen, type Viewer } from './menu.ts'

const shortcuts = [
  { key: 'c', path: '/receipts/individual', label: 'Receive payment' },
  { key: 'g d', path: '/dashboard', label: 'Dashboard' },
  { key: 'g c', path: '/receipts/individual', label: 'Receive payment' },
  { key: 'g s', path: '/student-list', label: 'Student list' },
  { key: 'g f', path: '/fee-record', label: 'Total fee record' },
  { key: 'g n', path: '/new-admissions', label: 'Add new Admission' },
] as const

const canGo = (viewer: Viewer, path: string) => path === '/dashboard' || mayOpen(viewer, path)

const KeySheet = lazy(async () => ({ default: (await import('./key-sheet.tsx')).KeySheet }))

/** Handles the keys of every screen, and shows the button that lists all keys. */
export function ShellKeys() {
  const staff = useStaff()
  const navigate = useNavigate()
  const isOn = usePreferences(({ singleKeys }) => singleKeys !== 'off')
  const isRail = usePreferences(({ menu }) => menu === 'icons')
  const [open, setOpen] = useState(false)
  const navigationKeys = shortcuts
    .filter(({ path }) => canGo(staff, path))
    .map(({ key, path, label }): ScreenKey => ({
      key,
      label,
      run() {
        // Keys typed before the screen opens go into its first field.
        startTypeAhead()
        void navigate(path)
      },
    }))
  useScreenKeys([
    ...navigationKeys,
    {
      key: '[',
      label: 'Menu as icons or names',
      run: () => setPreferences({ menu: isRail ? 'names' : 'icons' }),
    },
    { key: '?', label: 'Keys of this screen', run: () => setOpen(true) },
  ])
  useEffect(() => (isOn ? listenForScreenKeys() : undefined), [isOn])
  useEffect(() => listenForAltKeys(), [])
  return (
    <>
      <ActionIcon
        variant="subtle"
        color="gray"
        size={32}
        aria-label="Keys of this screen"
        title="Keys of this screen (?)"
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        <IconKeyboard size={20} stroke={1.5} aria-hidden />
      </ActionIcon>
      {open && (
        <Suspense>
          <KeySheet close={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
