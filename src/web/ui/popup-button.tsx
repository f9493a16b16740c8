import { cloneElement, lazy, Suspense, useState, type ReactElement } from 'react'
import type { MenuProps, PanelProps } from './popups.tsx'

// What places a popup beside its button is fetched when the first one is wanted: most screens are left without it.
const load = () => import('./popups.tsx')
const Menu = lazy(async () => ({ default: (await load()).Menu }))
const Panel = lazy(async () => ({ default: (await load()).Panel }))

const prepare = () => void load().catch(() => null)

/** The button as it is until it is pressed, and whether it has been. */
function useAsked(
  button: MenuProps['button'],
  popup: 'menu' | 'dialog',
): { readonly isAsked: boolean; readonly closed: ReactElement } {
  const [isAsked, setAsked] = useState(false)
  const closed = cloneElement(button, {
    'aria-haspopup': popup,
    'aria-expanded': false,
    onClick: () => setAsked(true),
    onFocus: prepare,
    onPointerEnter: prepare,
  })
  return { isAsked, closed }
}

/** A button that opens a menu of links and acts. */
export function MenuButton(props: MenuProps) {
  const { isAsked, closed } = useAsked(props.button, 'menu')
  if (!isAsked) return closed
  return (
    <Suspense fallback={closed}>
      <Menu {...props} />
    </Suspense>
  )
}

/** A button that opens a small panel with text or fields. */
export function PanelButton(props: PanelProps) {
  const { isAsked, closed } = useAsked(props.button, 'dialog')
  if (!isAsked) return closed
  return (
    <Suspense fallback={closed}>
      <Panel {...props} />
    </Suspense>
  )
}
