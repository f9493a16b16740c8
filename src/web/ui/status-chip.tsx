import type { ReactNode } from 'react'

/** The sign of each state, so that no state is shown by colour alone, and the name of its colours. */
const states = {
  paid: ['●', 'paid'],
  part: ['◐', 'part'],
  unpaid: ['○', 'unpaid'],
  overdue: ['■', 'overdue'],
  'to-do': ['▲', 'to-do'],
  advance: ['◆', 'advance'],
  carried: ['–', 'unpaid'],
  done: ['✓', 'unpaid'],
} as const

export type StatusKind = keyof typeof states

export function StatusChip({ kind, children }: { readonly kind: StatusKind; readonly children: ReactNode }) {
  const [sign, colour] = states[kind]
  const style: Record<string, string> = {
    '--ground': `var(--portal-${colour}-ground)`,
    '--ink': `var(--portal-${colour})`,
  }
  return (
    <span className="status-chip" data-kind={kind} data-sign={sign} style={style}>
      {children}
    </span>
  )
}
