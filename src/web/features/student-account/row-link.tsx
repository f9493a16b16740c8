import { ActionIcon } from '@mantine/core'
import type { ReactNode } from 'react'
import { Link } from 'react-router'

interface RowLinkProps {
  readonly to: string
  readonly label: string
  readonly children: ReactNode
}

export const RowLink = ({ to, label, children }: RowLinkProps) => (
  <ActionIcon component={Link} to={to} variant="subtle" color="gray" aria-label={label} title={label}>
    {children}
  </ActionIcon>
)
