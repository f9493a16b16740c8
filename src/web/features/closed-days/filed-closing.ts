import type { BookClosing, ClosingFigures } from '#contract/closed-days.ts'
import { formatDate } from '#domain/calendar.ts'

/** A closing with the classes that it filed. */
export interface FiledClosing extends BookClosing {
  readonly figures: ClosingFigures & { readonly byClass: NonNullable<ClosingFigures['byClass']> }
}

/** True if a closing filed its classes: a reopening files nothing, and earlier closings filed the campus only. */
export const hasFiledClasses = (closing: BookClosing): closing is FiledClosing =>
  closing.figures !== null && closing.figures.byClass !== null

/** `1 Oct 2026 to 31 Oct 2026`. */
export const daysOf = ({ from, until }: Pick<ClosingFigures, 'from' | 'until'>): string =>
  from === null ? `Up to ${formatDate(until)}` : `${formatDate(from)} to ${formatDate(until)}`
