import { Text } from '@mantine/core'
import type { ReactNode } from 'react'

export interface Fact {
  readonly label: string
  /** '' if unknown. */
  readonly value: ReactNode
  readonly wide?: boolean
}

interface Props {
  readonly facts: readonly Fact[]
  /** All on one line, two per line, or as many columns as fit. */
  readonly layout: 'line' | 'pairs' | 'columns'
}

export const Facts = ({ facts, layout }: Props) => (
  <dl className="facts" data-layout={layout}>
    {facts.map(({ label, value, wide }) => (
      <div key={label} data-wide={wide || undefined}>
        <Text component="dt" size="xs" c="dimmed">
          {label}
        </Text>
        <Text component="dd" m={0} className="figures">
          {value === '' ? <span aria-label="not given">–</span> : value}
        </Text>
      </div>
    ))}
  </dl>
)
