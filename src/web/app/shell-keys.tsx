import { lazy, Suspense, useEffect } from 'react'
import { useNavigate } from 'react-router'
import { create } from 'zustand'
import { setPreferences, usePreferences } from '#web/api/preferences.ts'
import { useStaff } from '#web/api/session.ts'
import { mayOpen } from '#web/places/menu.ts'
import { listenForAltKeys, listenForScreenKeys, useScreenKeys, type ScreenKey } from '#web/ui/screen-keys.ts'
import { startTypeAhead } from '#web/ui/type-ahead.ts'

const shortcuts = [
  { key: 'c', path: '/receipts/individual', label: 'Receive payment' },
  { key: 'g d', path: '/dashboard', label: 'Dashboard' },
  { key: 'g c', path: '/receipts/individual', label: 'Receive payment' },
  { key: 'g s', path: '/student-list', label: 'Student list' },
  { key: 'g f', path: '/fee-record', label: 'Total fee record' },
  { key: 'g n', path: '/new-admissions', label: 'Add new Admission' },
] as const

const KeySheet = lazy(async () => ({ default: (await import('./key-sheet.tsx')).KeySheet }))

/** Opened by its key and by the user's popup. */
export const useKeySheet = create(() => ({ isOpen: false }))

/** Handles the keys of every screen, and lists them on a sheet. */
export function ShellKeys() {
  const staff = useStaff()
  const navigate = useNavigate()
  const isOn = usePreferences(({ singleKeys }) => singleKeys !== 'off')
  const isRail = usePreferences(({ menu }) => menu === 'icons')
  const isSheetOpen = useKeySheet(({ isOpen }) => isOpen)
  const showSheet = (isOpen: boolean) => useKeySheet.setState({ isOpen })
  const navigationKeys = shortcuts
    .filter(({ path }) => path === '/dashboard' || mayOpen(staff, path))
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
    { key: '?', label: 'Keys of this screen', run: () => showSheet(true) },
  ])
  useEffect(() => (isOn ? listenForScreenKeys() : undefined), [isOn])
  useEffect(() => listenForAltKeys(), [])
  return (
    isSheetOpen && (
      <Suspense>
        <KeySheet close={() => showSheet(false)} />
      </Suspense>
    )
  )
}
