import { ActionIcon, useMantineColorScheme, type MantineColorScheme } from '@mantine/core'
import { IconDeviceDesktop, IconMoon, IconSun } from '@tabler/icons-react'
import { useSyncExternalStore } from 'react'

const schemes = {
  auto: { name: 'automatic', next: 'light', Icon: IconDeviceDesktop },
  light: { name: 'light', next: 'dark', Icon: IconSun },
  dark: { name: 'dark', next: 'auto', Icon: IconMoon },
} as const satisfies Record<MantineColorScheme, { name: string; next: MantineColorScheme; Icon: unknown }>

const neverChanges = () => () => undefined

/** While React hydrates the built HTML, the scheme of that HTML; React would otherwise draw the page again. */
function useShownScheme(chosen: MantineColorScheme): MantineColorScheme {
  return useSyncExternalStore(
    neverChanges,
    () => chosen,
    () => 'auto',
  )
}

/** Switches between light, dark and the system's setting. */
export function ThemeSwitch() {
  const { colorScheme: chosen, setColorScheme } = useMantineColorScheme()
  const colorScheme = useShownScheme(chosen)
  const { name, next, Icon } = schemes[colorScheme]
  const label = `Theme: ${name}; change to ${schemes[next].name}`
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      c="inherit"
      size={36}
      aria-label={label}
      title={label}
      onClick={() => setColorScheme(next)}
    >
      <Icon size={20} stroke={1.5} />
    </ActionIcon>
  )
}
