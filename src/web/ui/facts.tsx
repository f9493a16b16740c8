import { Text } from '@mantine/core'
import type { ReactNode } from 'react'
import './facts.css'

export interface Fact {
  readonly label: string
  /** '' if nothing is written down. */
  readonly value: ReactNode
  /** Takes a whole line. */
  readonly wide?: boolean
}

interface Props {
  readonly facts: readonly Fact[]
  /** One after the other on a line, two on each line, or as many as there is room for one below the other. */
  readonly laidOut: 'line' | 'pairs' | 'columns'
}

/** Labels, each with its value. */
export const Facts = ({ facts, laidOut }: Props) => (
  <dl className="facts" data-laid-out={laidOut}>
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
