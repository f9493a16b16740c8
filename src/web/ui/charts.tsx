import { Paper, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { Table } from './table.tsx'
import './charts.css'

/** The kinds of parts; the style sheet has a colour for each, and a pattern for `late`. */
type PartKind = 'charged' | 'received' | 'outstanding' | 'late'

interface Part {
  readonly kind: PartKind
  readonly value: number
}

/** A bar that links to its list. */
export interface Bar {
  readonly key: string
  readonly label: string
  readonly to: string
  readonly parts: readonly Part[]
}

interface ChartCardProps {
  readonly title: string
  /** The figures in a sentence, next to the title. */
  readonly summary: ReactNode
  readonly children: ReactNode
  /** The figures as a table: the headings, and for each row its link and cells. */
  readonly heads: readonly string[]
  readonly rows: readonly {
    readonly key: string
    readonly to: string
    readonly cells: readonly [ReactNode, ...ReactNode[]]
  }[]
}

/** A chart with its title, and its figures in words and as a table. */
export const ChartCard = ({ title, summary, children, heads, rows }: ChartCardProps) => (
  <Paper component="section" className="chart-card" withBorder aria-label={title}>
    <header>
      <Title order={2}>{title}</Title>
      <Text component="div" c="dimmed" size="sm">
        {summary}
      </Text>
    </header>
    {children}
    <details>
      <summary>Show as table</summary>
      <div className="wide-frame">
        <Table verticalSpacing={3} mt={4} aria-label={title}>
          <Table.Thead>
            <Table.Tr>
              {heads.map((head, index) => (
                <Table.Th key={head} ta={index === 0 ? 'start' : 'end'}>
                  {head}
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {rows.map(({ key, to, cells: [first, ...others] }) => (
              <Table.Tr key={key}>
                <Table.Th scope="row" fw={400}>
                  <Link to={to}>{first}</Link>
                </Table.Th>
                {others.map((cell, index) => (
                  <Table.Td key={heads[index + 1]} ta="end">
                    {cell}
                  </Table.Td>
                ))}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </div>
    </details>
  </Paper>
)

export const Legend = ({ kind, children }: { readonly kind: PartKind; readonly children: string }) => (
  <span className="chart-legend" data-part={kind}>
    {children}
  </span>
)

const sumOf = ({ parts }: Bar): number => parts.reduce((all, { value }) => all + value, 0)
const share = (value: number, all: number): string => `${all > 0 ? (Math.max(value, 0) / all) * 100 : 0}%`

interface ColumnChartProps {
  readonly bars: readonly Bar[]
  readonly stacked?: boolean
  /** The text under a column; by default its label. */
  readonly labelled?: (bar: Bar, index: number) => string
}

/** Vertical bars, for the mouse only: the card's table has the same links for keyboards and screen readers. */
export function ColumnChart({ bars, stacked = false, labelled = ({ label }) => label }: ColumnChartProps) {
  const highest = Math.max(
    0,
    ...bars.map((bar) => (stacked ? sumOf(bar) : Math.max(...bar.parts.map(({ value }) => value)))),
  )
  return (
    <div aria-hidden>
      <div className="column-chart">
        {bars.map(({ key, label, to, parts }) => (
          <Link key={key} to={to} tabIndex={-1} title={label} data-stacked={stacked || undefined}>
            {parts.map(({ kind, value }) => (
              <span
                key={kind}
                className="chart-part"
                data-part={kind}
                style={{ height: share(value, highest) }}
              />
            ))}
          </Link>
        ))}
      </div>
      <div className="column-labels">
        {bars.map((bar, index) => (
          <span key={bar.key}>{labelled(bar, index)}</span>
        ))}
      </div>
    </div>
  )
}

/** A horizontal bar of parts over the whole width. */
export function StackedBar({ parts, of }: { readonly parts: readonly Part[]; readonly of?: number }) {
  const whole = of ?? parts.reduce((all, { value }) => all + value, 0)
  return (
    <span className="bar" aria-hidden>
      {parts.map(({ kind, value }) => (
        <span key={kind} className="chart-part" data-part={kind} style={{ width: share(value, whole) }} />
      ))}
    </span>
  )
}

interface BarRowsProps {
  readonly label: string
  readonly bars: readonly (Bar & { readonly words: ReactNode })[]
}

/** Horizontal bars, one per row with its figures in words; if all are empty, the names take their space. */
export function BarRows({ label, bars }: BarRowsProps) {
  const widest = Math.max(0, ...bars.map(sumOf))
  return (
    <ul className="bar-rows" aria-label={label} data-words-only={widest === 0 || undefined}>
      {bars.map(({ key, label: name, to, parts, words }) => (
        <li key={key}>
          <Link to={to}>
            <bdi>{name}</bdi>
            <StackedBar parts={parts} of={widest} />
            <span>{words}</span>
          </Link>
        </li>
      ))}
    </ul>
  )
}
