import { Alert, Group, Text } from '@mantine/core'
import type { ReactNode } from 'react'

interface Props {
  readonly title: string
  readonly words: string
  /** Where it leads on. */
  readonly children?: ReactNode
}

/** Why nothing can be done on the voucher in hand, and the way to where it can. */
export const Attention = ({ title, words, children }: Props) => (
  <Alert
    role="alert"
    variant="default"
    title={title}
    mt="sm"
    styles={{
      root: {
        background: 'var(--portal-attention-ground)',
        borderColor: 'var(--portal-attention-line)',
      },
      title: { color: 'var(--portal-attention)' },
    }}
  >
    <Group justify="space-between" gap="xs">
      <Text>{words}</Text>
      {children}
    </Group>
  </Alert>
)
