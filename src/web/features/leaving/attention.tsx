import { Group, Paper, Text } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import type { ReactNode } from 'react'

interface Props {
  readonly title: string
  readonly role: 'alert' | 'status'
  readonly children?: ReactNode
}

/** Something that the clerk must know before going on. */
export const Attention = ({ title, role, children }: Props) => (
  <Paper
    role={role}
    p="sm"
    withBorder
    bg="var(--portal-attention-ground)"
    style={{ borderColor: 'var(--portal-attention-line)' }}
  >
    <Group gap="xs" wrap="nowrap" align="flex-start" c="var(--portal-attention)">
      <IconAlertTriangle size={20} aria-hidden style={{ flexShrink: 0 }} />
      <Text fw={600}>{title}</Text>
    </Group>
    {children}
  </Paper>
)
