import type { ReactNode } from 'react'
import './status-chip.css'

export type StatusKind = 'paid' | 'part' | 'unpaid' | 'overdue' | 'to-do' | 'advance' | 'carried' | 'done'

interface StatusChipProps {
  readonly kind: StatusKind
  readonly children: ReactNode
}

/** The style sheet adds colour and shape, so that no state is shown by colour alone. */
export const StatusChip = ({ kind, children }: StatusChipProps) => (
  <span className="status-chip" data-kind={kind}>
    {children}
  </span>
)
