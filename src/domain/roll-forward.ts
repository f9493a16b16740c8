// The roll-forward by class: the debts at the start of some days, the changes in them, and the debts at the end.

import { less, nothing, sum, type Money } from './money.ts'
import type { SchoolClass } from './school.ts'

/**
 * The figures of a class. Charges, adjustments and receipts belong to the class of their voucher; a student's debt on a
 * day belongs to the class of the last voucher that was issued up to that day.
 */
export interface ClassFigures {
  readonly opening: Money
  /** The balances that students brought with them; negative if they had paid in advance. */
  readonly broughtIn: Money
  readonly charged: Money
  /** Negative if less is owed by the adjustments. */
  readonly adjusted: Money
  readonly received: Money
  readonly closing: Money
}

export interface ClassLine extends ClassFigures {
  readonly studentClass: SchoolClass
}

export const figureNames = ['opening', 'broughtIn', 'charged', 'adjusted', 'received', 'closing'] as const

/**
 * The balances that students brought from another class, or took to one, with their first voucher in it; negative if
 * they took them. It is the remainder of the other figures: opening + brought in + charged + adjusted - received +
 * moved = closing. Over all classes it is nothing.
 */
export const movedIn = ({ opening, broughtIn, charged, adjusted, received, closing }: ClassFigures): Money =>
  less(sum(closing, received), sum(opening, broughtIn, charged, adjusted))

/** The figures of all classes together. */
export function rollForwardTotals(lines: readonly ClassFigures[]): ClassFigures {
  const totalOf = (name: keyof ClassFigures) => sum(nothing, ...lines.map((line) => line[name]))
  return {
    opening: totalOf('opening'),
    broughtIn: totalOf('broughtIn'),
    charged: totalOf('charged'),
    adjusted: totalOf('adjusted'),
    received: totalOf('received'),
    closing: totalOf('closing'),
  }
}

/** True if the lines of all classes are these figures of the campus, to the paisa. */
export function addUpTo(lines: readonly ClassFigures[], campus: ClassFigures): boolean {
  const totals = rollForwardTotals(lines)
  return figureNames.every((name) => totals[name] === campus[name])
}
