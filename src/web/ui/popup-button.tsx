import { cloneElement, lazy, Suspense, useState, type ComponentType } from 'react'
import type { MenuProps, PanelProps } from './popups.tsx'

// The code that places a popup beside its button is fetched when the first one is wanted: most screens are left without
// it.
const load = () => import('./popups.tsx')
const Menu = lazy(async () => ({ default: (await load()).Menu }))
const Panel = lazy(async () => ({ default: (await load()).Panel }))

const prepare = () => void load().catch(() => null)

interface Popup {
  readonly button: MenuProps['button']
}

/** The button of a popup that is fetched and opened when it is pressed. */
const onDemand = <Props extends Popup>(kind: 'menu' | 'dialog', Opened: ComponentType<Props>) =>
  function PopupButton(props: Props) {
    const [isAsked, setAsked] = useState(false)
    const closed = cloneElement(props.button, {
      'aria-haspopup': kind,
      'aria-expanded': false,
      onClick: () => setAsked(true),
      onFocus: prepare,
      onPointerEnter: prepare,
    })
    if (!isAsked) return closed
    return (
      <Suspense fallback={closed}>
        <Opened {...props} />
      </Suspense>
    )
  }

/** A button that opens a menu of links and acts. */
export const MenuButton = onDemand<MenuProps>('menu', Menu)

/** A button that opens a small panel with text or fields. */
export const PanelButton = onDemand<PanelProps>('dialog', Panel)
