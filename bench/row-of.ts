import type { BenchRow } from './bench-row.ts'
import { median, p95, type SideBySide } from './figures.ts'

type Told = Pick<BenchRow, 'row' | 'what' | 'bytes' | 'statements' | 'memory' | 'note'>

/** `undefined` fields are left out. */
const given = (
  told: { readonly [field in keyof Told]?: Told[field] | undefined } & Pick<Told, 'row' | 'what'>,
): Told => {
  const kept: Record<string, unknown> = {}
  for (const [field, value] of Object.entries(told)) if (value !== undefined) kept[field] = value
  return { row: told.row, what: told.what, ...kept }
}

export type ToTell = Parameters<typeof given>[0]

/** Times beside those of the limit, in milliseconds: at most so many times as long. */
export function timesLimit(told: ToTell, { ours, limit }: SideBySide, most: number): BenchRow {
  const [median50, limit50] = [median(ours), median(limit)]
  return {
    ...given(told),
    ours: median50,
    p95: p95(ours),
    limit: limit50,
    unit: 'ms',
    goal: `<= ${most} L`,
    holds: median50 <= most * limit50,
  }
}

/** A plain figure that may not be above another. */
export const atMost = (told: ToTell, ours: number, unit: BenchRow['unit'], most: number): BenchRow => ({
  ...given(told),
  ours,
  limit: null,
  unit,
  goal: `<= ${most}${unit === 'ratio' || unit === 'statements' ? '' : ` ${unit}`}`,
  holds: ours <= most,
})

/** So many a second, at least this part of the limit's. */
export const rateOf = (told: ToTell, ours: number, limit: number, part: number): BenchRow => ({
  ...given(told),
  ours,
  limit,
  unit: 'per s',
  goal: `>= L / ${part}`,
  holds: ours * part >= limit,
})

const digits = (figure: number): string =>
  figure >= 100 ? Math.round(figure).toLocaleString('en') : figure.toFixed(figure >= 10 ? 1 : 2)

/** A figure with its unit: `12.3 ms`, `1,234 per s`. */
export const inWords = (figure: number, unit: BenchRow['unit']): string =>
  unit === 'statements'
    ? String(figure)
    : unit === 'ratio'
      ? `${digits(figure)} x`
      : `${digits(figure)} ${unit}`

/** How ours stands to the limit; for a rate the other way round, so that more is always worse. */
export function ratioOf({ ours, limit, unit }: BenchRow): string {
  if (limit === null) return ''
  return digits(unit === 'per s' ? limit / ours : ours / limit)
}
