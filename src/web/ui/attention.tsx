import { Group, Paper, Text } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import type { ReactNode } from 'react'

interface Props {
  readonly title: string
  readonly role: 'alert' | 'status'
  /** A sentence under the title, next to the children. */
  readonly words?: string
  readonly mt?: 'sm'
  readonly children?: ReactNode
}

/** A notice that the clerk must read before continuing. */
export const Attention = ({ title, role, words, mt, children }: Props) => (
  <Paper
    role={role}
    p="sm"
    {...(mt && { mt })}
    withBorder
    bg="var(--portal-to-do-ground)"
    style={{ borderColor: 'var(--portal-to-do-line)' }}
  >
    <Group gap="xs" wrap="nowrap" align="flex-start" c="var(--portal-to-do)">
      <IconAlertTriangle size={20} aria-hidden style={{ flexShrink: 0 }} />
      <Text fw={600}>{title}</Text>
    </Group>
    {words === undefined ? (
      children
    ) : (
      <Group justify="space-between" gap="xs" ps={28}>
        <Text>{words}</Text>
        {children}
      </Group>
    )}
  </Paper>
)
