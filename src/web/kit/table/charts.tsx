import { Box, Group, Paper, Text, Title } from '@mantine/core'
import { useState, type KeyboardEvent, type ReactNode } from 'react'
import { Link } from 'react-router'
import { formatCount } from '#domain/count.ts'
import { formatRupees, type Money } from '#domain/money.ts'
import { RecordTable } from './record-table.tsx'
import './charts.css'

const [outstanding, late] = ['var(--portal-chart-outstanding)', 'var(--portal-chart-late)']
const lighter = `color-mix(in srgb, ${late} 70%, var(--portal-surface))`
/** The colour of each kind of part; `late` is also hatched. */
const colours = {
  charged: 'var(--portal-chart-charged)',
  received: 'var(--portal-chart-received)',
  outstanding,
  older: `color-mix(in srgb, ${outstanding}, ${late})`,
  late: `repeating-linear-gradient(135deg, ${late} 0 4px, ${lighter} 4px 6px)`,
}
export type PartKind = keyof typeof colours

interface Part {
  readonly kind: PartKind
  readonly value: number
}

interface ChartCardProps {
  readonly title: string
  /** The figures in a sentence, next to the title. */
  readonly summary?: ReactNode
  readonly minHeight?: number
  readonly children: ReactNode
}

/** A chart or a table of a few lines with its title. */
export const ChartCard = ({ title, summary, minHeight, children }: ChartCardProps) => (
  <Paper
    component="section"
    className="chart-card"
    p="14px 16px"
    mih={minHeight}
    withBorder
    aria-label={title}
  >
    <Group component="header" justify="space-between" align="baseline" gap="4px 12px" mb={10}>
      <Title order={2}>{title}</Title>
      <Text component="div" c="dimmed" size="sm">
        {summary}
      </Text>
    </Group>
    {children}
  </Paper>
)

interface CardBar extends ColumnBar {
  readonly to: string
  readonly cells: readonly ReactNode[]
}

interface ColumnsCardProps
  extends Omit<ColumnChartProps, 'label' | 'bars'>, Pick<ChartCardProps, 'title' | 'summary'> {
  /** The name of the chart, if the title has more. */
  readonly label?: string
  readonly heads: readonly string[]
  readonly bars: readonly CardBar[]
  readonly empty?: string
}

/** A column chart with its title, and its figures in words and as a table. */
export const ColumnsCard = ({ title, label, summary, heads, bars, empty, ...chart }: ColumnsCardProps) => (
  <ChartCard title={title} summary={summary}>
    {bars.length === 0 && empty ? empty : <ColumnChart label={label ?? title} bars={bars} {...chart} />}
    <details style={{ marginTop: 8 }}>
      <Box
        component="summary"
        c="var(--portal-ink-2)"
        fz={12.5}
        w="max-content"
        style={{ cursor: 'pointer' }}
      >
        Show as table
      </Box>
      <RecordTable
        label={title}
        columns={heads.map((heading, place) => ({
          key: heading,
          heading,
          figures: place > 0,
          isRowHead: place === 0,
          cell: ({ to, cells }: CardBar) => (place === 0 ? <Link to={to}>{cells[0]}</Link> : cells[place]),
        }))}
        rows={bars}
        rowKey={({ key }) => key}
      />
    </details>
  </ChartCard>
)

export const Legend = ({ kind, children }: { readonly kind: PartKind; readonly children: string }) => (
  <span className="chart-legend">
    <i style={{ background: colours[kind], borderRadius: 2, height: 10, width: 10 }} />
    {children}
  </span>
)

const sumOf = (parts: readonly Part[]): number => parts.reduce((all, { value }) => all + value, 0)
const share = (value: number, all: number): string => `${all > 0 ? (Math.max(value, 0) / all) * 100 : 0}%`

/** `950`, `9.5k`, `1,318k`: an amount on an axis or a bar. */
const shortRupees = (amount: number): string => {
  if (amount < 0) return `−${shortRupees(-amount)}`
  const rupees = Math.round(amount / 100)
  if (rupees < 1000) return String(rupees)
  const thousands = rupees / 1000
  return `${rupees < 10_000 ? Math.round(thousands * 10) / 10 : formatCount(Math.round(thousands))}k`
}

/** Returns a round step, three of which reach the highest value. */
function stepUpTo(highest: number): number {
  const third = Math.max(highest / 3, 1)
  const power = 10 ** Math.floor(Math.log10(third))
  return ([1, 2, 3, 4, 5, 6, 8].find((digit) => digit * power >= third) ?? 10) * power
}

const steps: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }

/** Moves between the links of a chart with the arrow keys. */
function moveBetweenLinks(event: KeyboardEvent<HTMLElement>): void {
  const links = [...event.currentTarget.querySelectorAll('a')]
  const next = links[links.findIndex((link) => link === event.target) + (steps[event.key] ?? 0)]
  if (steps[event.key] === undefined || !next) return
  event.preventDefault()
  next.focus()
}

/** Returns the properties of a chart's links, which are one Tab stop together. */
function useOneTabStop(count: number) {
  const [current, setCurrent] = useState(0)
  return (index: number) => ({
    tabIndex: index === Math.min(current, count - 1) ? 0 : -1,
    onFocus: () => setCurrent(index),
  })
}

interface ColumnBar {
  readonly key: string
  readonly label: string
  readonly word: string
  readonly to?: string
  readonly parts: readonly Part[]
}

interface ColumnChartProps {
  readonly label: string
  readonly bars: readonly ColumnBar[]
  readonly stacked?: boolean
  /** Formats the value of a part; by default an amount. */
  readonly format?: (value: number, kind?: PartKind) => string
}

/** Vertical bars with an axis, the value on each bar and a word under it. */
export function ColumnChart({ label, bars, stacked = false, format = shortRupees }: ColumnChartProps) {
  const linkProps = useOneTabStop(bars.length)
  const highest = Math.max(
    0,
    ...bars.map(({ parts }) => (stacked ? sumOf(parts) : Math.max(...parts.map(({ value }) => value)))),
  )
  const step = stepUpTo(highest)
  const valueOf = ({ kind, value }: Part) => value !== 0 && <span key={kind}>{format(value, kind)}</span>
  return (
    <div className="column-chart" data-stacked={stacked || undefined}>
      <div className="chart-axis" aria-hidden>
        {[3, 2, 1, 0].map((line) => (
          <span key={line}>{format(line * step)}</span>
        ))}
      </div>
      <div
        className="chart-columns"
        role={bars.some(({ to }) => to !== undefined) ? 'group' : 'img'}
        aria-label={label}
        onKeyDown={moveBetweenLinks}
      >
        {bars.map((bar, index) => {
          const column = (
            <>
              <span className="chart-bars">
                {bar.parts.map((part) => (
                  <span
                    key={part.kind}
                    className="chart-part"
                    style={{ background: colours[part.kind], height: share(part.value, step * 3) }}
                  >
                    {!stacked && <span className="chart-values">{valueOf(part)}</span>}
                  </span>
                ))}
                {stacked && <span className="chart-values">{bar.parts.map(valueOf).toReversed()}</span>}
              </span>
              <span className="chart-word">{bar.word}</span>
            </>
          )
          return bar.to === undefined ? (
            <span key={bar.key} title={bar.label}>
              {column}
            </span>
          ) : (
            <Link key={bar.key} to={bar.to} aria-label={bar.label} title={bar.label} {...linkProps(index)}>
              {column}
            </Link>
          )
        })}
      </div>
    </div>
  )
}

/** A horizontal bar of parts over the whole width, or of a part of it. */
export const StackedBar = ({
  parts,
  of = sumOf(parts),
}: {
  readonly parts: readonly Part[]
  readonly of?: number
}) => (
  <span className="bar" aria-hidden>
    {parts.map(({ kind, value }, index) => (
      <span
        key={index}
        className="chart-part"
        style={{ background: colours[kind], width: share(value, of) }}
      />
    ))}
  </span>
)

interface BarRowsProps {
  readonly label: string
  /** The kind of all bars; without it the names take their space. */
  readonly kind?: PartKind
  readonly lines: readonly {
    readonly key: string
    readonly label: string
    readonly to: string
    readonly amount: Money
  }[]
}

export function BarRows({ label, kind, lines }: BarRowsProps) {
  const linkProps = useOneTabStop(lines.length)
  const widest = Math.max(0, ...lines.map(({ amount }) => amount))
  return (
    <ul
      className="bar-rows"
      aria-label={label}
      data-words-only={!kind || widest === 0 || undefined}
      onKeyDown={moveBetweenLinks}
    >
      {lines.map(({ key, label: name, to, amount }, index) => (
        <li key={key}>
          <Link to={to} {...linkProps(index)}>
            <bdi>{name}</bdi>
            <StackedBar parts={kind ? [{ kind, value: amount }] : []} of={widest} />
            <span>{formatRupees(amount)}</span>
          </Link>
        </li>
      ))}
    </ul>
  )
}

interface AgesCardProps extends Pick<ChartCardProps, 'title' | 'summary'>, Pick<BarRowsProps, 'label'> {
  readonly lines: readonly (BarRowsProps['lines'][number] & { readonly kind: PartKind })[]
}

/** Debts by age: a bar of all ages above the amount of each. */
export const AgesCard = ({ title, summary, label, lines }: AgesCardProps) => (
  <ChartCard title={title} summary={summary}>
    <StackedBar parts={lines.map(({ kind, amount }) => ({ kind, value: amount }))} />
    <BarRows label={label} lines={lines} />
  </ChartCard>
)
