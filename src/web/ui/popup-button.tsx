import { ActionIcon } from '@mantine/core'
import { IconHelpCircle } from '@tabler/icons-react'
import { cloneElement, lazy, Suspense, useState, type ComponentType } from 'react'
import { loadModule } from './load-once.ts'
import type { MenuProps, PanelProps } from './popups.tsx'

// The code that positions popups is loaded with the first one: most screens never need it.
const load = async () => loadModule(async () => import('./popups.tsx'))
const Menu = lazy(async () => ({ default: (await load()).Menu }))
const Panel = lazy(async () => ({ default: (await load()).Panel }))

const prepare = () => void load().catch(() => null)

/** Loads and opens its popup when it is pressed. */
const onDemand = <Props extends Pick<MenuProps, 'button'>>(
  kind: 'menu' | 'dialog',
  Opened: ComponentType<Props>,
) =>
  function PopupButton(props: Props) {
    const [isRequested, setRequested] = useState(false)
    const closedButton = cloneElement(props.button, {
      'aria-haspopup': kind,
      'aria-expanded': false,
      onClick: () => setRequested(true),
      onFocus: prepare,
      onPointerEnter: prepare,
    })
    if (!isRequested) return closedButton
    return (
      <Suspense fallback={closedButton}>
        <Opened {...props} />
      </Suspense>
    )
  }

export const MenuButton = onDemand<MenuProps>('menu', Menu)

export const PanelButton = onDemand<PanelProps>('dialog', Panel)

export const AboutScreen = ({ lead }: { readonly lead: string }) => (
  <PanelButton
    position="bottom-start"
    label="About this screen"
    width={320}
    button={
      <ActionIcon variant="subtle" color="gray" size="sm" aria-label="About this screen">
        <IconHelpCircle size={18} stroke={1.5} aria-hidden />
      </ActionIcon>
    }
  >
    {lead}
  </PanelButton>
)
