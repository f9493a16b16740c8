import { formatCount } from '#domain/count.ts'
import type { Facet } from '#reports/report.ts'
import { NativeSelect } from '@mantine/core'
import type { Row } from './use-report.ts'

interface FacetProps {
  readonly facet: Facet<Row>
  readonly rows: readonly Row[]
  readonly options: ReturnType<Facet<Row>['options']>
  /** How many rows have each value. */
  readonly counts: ReadonlyMap<string, number>
  /** '' for all. */
  readonly value: string
  readonly onChange: (value: string) => void
}

/** The facet as a list. */
export const FacetSelect = ({ facet, options, value, onChange }: FacetProps) =>
  !facet.chips && (
    <NativeSelect
      className="no-print"
      aria-label={facet.label}
      value={value}
      data={[{ value: '', label: facet.all }, ...options]}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )

/** The options of the facet with the number of rows that each has; one is chosen. */
export function FacetChips({ facet, rows, options, counts, value, onChange }: FacetProps) {
  if (!facet.chips) return null
  return (
    <div role="group" aria-label={facet.label} className="report-facets no-print">
      {[{ value: '', label: facet.all }, ...options].map((option) => (
        <button
          key={option.value}
          type="button"
          className="report-facet"
          data-mark={option.value === '' ? undefined : option.value}
          aria-pressed={value === option.value}
          onClick={() => onChange(option.value)}
        >
          {option.label}{' '}
          <span>{formatCount(option.value === '' ? rows.length : (counts.get(option.value) ?? 0))}</span>
        </button>
      ))}
    </div>
  )
}
