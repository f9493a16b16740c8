import { ActionIcon, Popover } from '@mantine/core'
import { IconHelpCircle } from '@tabler/icons-react'

/** A button beside a screen's title that shows what the screen does. */
export const AboutScreen = ({ lead }: { readonly lead: string }) => (
  <Popover width={320} position="bottom-start" trapFocus returnFocus>
    <Popover.Target>
      <ActionIcon variant="subtle" color="gray" size="sm" aria-label="About this screen">
        <IconHelpCircle size={18} stroke={1.5} aria-hidden />
      </ActionIcon>
    </Popover.Target>
    <Popover.Dropdown>{lead}</Popover.Dropdown>
  </Popover>
)
