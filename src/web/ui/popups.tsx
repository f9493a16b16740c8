import { Menu as MantineMenu, Popover } from '@mantine/core'
import {
  cloneElement,
  useEffect,
  useRef,
  useState,
  type ComponentProps,
  type ReactElement,
  type ReactNode,
} from 'react'
import { Link } from 'react-router'

interface PopupProps {
  readonly button: ReactElement<ComponentProps<'button'>>
  readonly position: 'bottom-start' | 'bottom-end' | 'right-start'
}

/** An entry of a menu: a link if it has an address, otherwise a button. */
export interface MenuEntry {
  readonly label: string
  readonly to?: string
  readonly onPress?: () => void
  readonly isCurrent?: boolean
  /** True if the entry removes something: it is then red, below a line. */
  readonly removes?: boolean
}

export interface MenuProps extends PopupProps {
  readonly heading?: string
  readonly entries: readonly MenuEntry[]
}

export interface PanelProps extends PopupProps {
  readonly label: string
  readonly width: number
  readonly children: ReactNode
}

/** Returns the button, which is focused again after this render, and its popup, which opens at once. */
function useOpened(button: PopupProps['button']) {
  const target = useRef<HTMLButtonElement>(null)
  const [opened, setOpened] = useState(false)
  useEffect(() => {
    target.current?.focus()
    setOpened(true)
  }, [])
  const toggle = () => setOpened(!opened)
  return { target: cloneElement(button, { ref: target }), popup: { opened, onChange: setOpened }, toggle }
}

export function Menu({ button, position, heading, entries }: MenuProps) {
  const { target, popup } = useOpened(button)
  return (
    <MantineMenu position={position} {...popup}>
      <MantineMenu.Target>{target}</MantineMenu.Target>
      <MantineMenu.Dropdown>
        {heading !== undefined && <MantineMenu.Label>{heading}</MantineMenu.Label>}
        {entries.map((entry) => (
          <Entry key={entry.label} {...entry} />
        ))}
      </MantineMenu.Dropdown>
    </MantineMenu>
  )
}

const Entry = ({ label, to, onPress, isCurrent, removes }: MenuEntry) => (
  <>
    {removes === true && <MantineMenu.Divider />}
    <MantineMenu.Item
      aria-current={isCurrent === true ? 'page' : undefined}
      {...(to === undefined
        ? { onClick: onPress }
        : { renderRoot: (props: object) => <Link {...props} to={to} /> })}
      {...(removes === true && { c: 'var(--portal-overdue)' })}
    >
      {label}
    </MantineMenu.Item>
  </>
)

export function Panel({ button, position, label, width, children }: PanelProps) {
  const { target, popup, toggle } = useOpened(button)
  return (
    <Popover position={position} width={width} trapFocus returnFocus {...popup}>
      {/* A controlled popover does not handle the press itself. */}
      <Popover.Target>{cloneElement(target, { onClick: toggle })}</Popover.Target>
      <Popover.Dropdown className="popup-panel" aria-label={label}>
        {children}
      </Popover.Dropdown>
    </Popover>
  )
}
