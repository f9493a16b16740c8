import { BarChart } from '@mantine/charts'
import '@mantine/charts/styles.css'
import { useId } from 'react'
import type { AdmissionCount } from './admission-counts.ts'
import './admission-chart.css'

const admitted = { name: 'admitted', label: 'Admitted', color: 'var(--admitted)' }
const removed = { name: 'removed', label: 'Removed', color: 'var(--removed)' }

/** Stripes for readers who cannot tell red from green. */
const Stripes = ({ id }: { readonly id: string }) => (
  <pattern id={id} width={6} height={6} patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
    <rect width={6} height={6} fill="var(--mantine-color-body)" />
    <rect width={3.5} height={6} fill="var(--removed)" />
  </pattern>
)

const Key = ({
  fill,
  stroke,
  label,
}: {
  readonly fill: string
  readonly stroke: string
  readonly label: string
}) => (
  <span>
    <svg width={16} height={16} aria-hidden>
      <rect x={1} y={1} width={14} height={14} fill={fill} stroke={stroke} />
    </svg>
    {label}
  </span>
)

interface Tick {
  readonly x?: number | string
  readonly y?: number | string
  readonly payload?: { readonly value?: unknown }
}

/** Sets one word per line, so that neighbouring names do not overlap. */
const ClassName = ({ x, y, payload }: Tick) => (
  <text y={y} fontSize={12} textAnchor="middle" fill="currentColor">
    {String(payload?.value)
      .split(' ')
      .map((word) => (
        <tspan key={word} x={x} dy={15}>
          {word}
        </tspan>
      ))}
  </text>
)

interface Above {
  readonly x?: number | string | undefined
  readonly y?: number | string | undefined
  readonly width?: number | string | undefined
  readonly index?: number | undefined
}

/** Draws both numbers above their column, in the order of the stack: a thin slice has no room for a number. */
function numbersOver(counts: readonly AdmissionCount[]) {
  return function Numbers({ x, y, width, index }: Above) {
    const count = counts[index ?? -1]
    if (!count || count.admitted + count.removed === 0) return null
    const middle = Number(x) + Number(width) / 2
    return (
      <text x={middle} y={Number(y) - 5} fontSize={12} textAnchor="middle" fill="var(--mantine-color-text)">
        {count.removed > 0 && (
          <tspan x={middle} dy={count.admitted > 0 ? -14 : 0} fill="var(--removed)">
            −{count.removed}
          </tspan>
        )}
        {count.admitted > 0 && (
          <tspan x={middle} dy={count.removed > 0 ? 14 : 0}>
            +{count.admitted}
          </tspan>
        )}
      </text>
    )
  }
}

interface AdmissionChartProps {
  readonly counts: readonly AdmissionCount[]
  readonly axis: 'class' | 'month'
}

/**
 * Draws columns by class or month, with removals stacked on admissions (spec 2.admission-reports.chart). The table next
 * to it has the same figures.
 */
export function AdmissionChart({ counts, axis }: AdmissionChartProps) {
  const stripes = useId()
  const data = counts.map((count) => ({ ...count }))
  return (
    <figure className="admission-chart" style={{ margin: 0 }}>
      <figcaption>
        <Key
          fill="var(--admitted)"
          stroke="var(--admitted)"
          label={axis === 'class' ? '+ Admitted into the class' : '+ Admitted'}
        />
        <Key
          fill={`url(#${stripes})`}
          stroke="var(--removed)"
          label={axis === 'class' ? '− Removed from the class' : '− Removed'}
        />
      </figcaption>
      <div className="admission-chart-frame" role="region" aria-label="Graph, scrolls" tabIndex={0}>
        <BarChart
          role="img"
          aria-label={`Admitted and removed by ${axis}; the table beside it has the figures`}
          h={380}
          mt="xs"
          data={data}
          dataKey="name"
          type="stacked"
          series={[admitted, removed]}
          accessibilityLayer={false}
          barChartProps={{ margin: { top: 36 } }}
          xAxisProps={{ interval: 0, height: 44, tick: ClassName }}
          yAxisProps={{ allowDecimals: false, width: 40 }}
          maxBarWidth={44}
          withBarValueLabel
          valueLabelProps={({ name }) => ({ content: name === 'removed' ? numbersOver(counts) : () => null })}
          barProps={({ name }) =>
            name === 'removed' ? { fill: `url(#${stripes})`, stroke: 'var(--removed)', strokeOpacity: 1 } : {}
          }
        >
          <defs>
            <Stripes id={stripes} />
          </defs>
        </BarChart>
      </div>
    </figure>
  )
}
