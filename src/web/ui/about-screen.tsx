import { ActionIcon } from '@mantine/core'
import { IconHelpCircle } from '@tabler/icons-react'
import { PanelButton } from './popup-button.tsx'

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
