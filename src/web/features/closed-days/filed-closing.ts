import type { BookClosing, ClosingFigures } from '#contract/closed-days.ts'
import { formatDate } from '#domain/calendar.ts'

export interface FiledClosing extends BookClosing {
  readonly figures: ClosingFigures & { readonly byClass: NonNullable<ClosingFigures['byClass']> }
}

/** False for a reopening, which files nothing, and for early closings, which filed only the campus. */
export const hasFiledClasses = (closing: BookClosing): closing is FiledClosing =>
  closing.figures !== null && closing.figures.byClass !== null

/** `1 Oct 2026 to 31 Oct 2026`. */
export const daysOf = ({ from, until }: Pick<ClosingFigures, 'from' | 'until'>): string =>
  from === null ? `Up to ${formatDate(until)}` : `${formatDate(from)} to ${formatDate(until)}`
