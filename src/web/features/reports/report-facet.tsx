import { NativeSelect } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { formatCount } from '#domain/count.ts'
import type { Facet } from '#reports/report.ts'
import type { Switch } from '#web/kit/report-extras.ts'
import type { Row } from './use-report.ts'

interface FacetProps {
  readonly facet: Facet<Row>
  readonly rows: readonly Row[]
  readonly options: ReturnType<Facet<Row>['options']>
  /** The number of rows with each value. */
  readonly counts: ReadonlyMap<string, number>
  /** '' for all. */
  readonly value: string
  readonly onChange: (value: string) => void
}

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

interface ChipsProps extends FacetProps {
  readonly switches: readonly Switch[]
}

/** The facet's options with their number of rows, and the switches for some of these rows. */
export function FacetChips({ facet, rows, options, counts, value, onChange, switches }: ChipsProps) {
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
      {switches
        .filter(({ isOn, leavesOut }) => isOn || counts.has(leavesOut))
        .map((one) => (
          <SwitchChip key={one.label} of={one} />
        ))}
    </div>
  )
}

function SwitchChip({ of: { label, isOn, toggle, hasFocus } }: { readonly of: Switch }) {
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (hasFocus) button.current?.focus()
  }, [hasFocus])
  return (
    <button
      ref={button}
      type="button"
      role="switch"
      className="report-switch"
      aria-checked={isOn}
      onClick={toggle}
    >
      {label}
    </button>
  )
}
