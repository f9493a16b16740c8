// Opening and closing debts of each class, with the changes between.

import { less, nothing, sum, type Money } from './money.ts'
import type { SchoolClass } from './school.ts'

/** Figures belong to the class of their voucher, a debt on a day to the class of the last voucher issued by then. */
export interface ClassFigures {
  readonly opening: Money
  /** The balances that students brought in; negative if they had paid in advance. */
  readonly broughtIn: Money
  readonly charged: Money
  /** Negative if the adjustments lower the debt. */
  readonly adjusted: Money
  readonly received: Money
  readonly closing: Money
}

export interface ClassLine extends ClassFigures {
  readonly studentClass: SchoolClass
}

export const figureNames = ['opening', 'broughtIn', 'charged', 'adjusted', 'received', 'closing'] as const

/**
 * Returns the balances that students moved into the class, minus the balances moved out: the remainder of opening +
 * brought in + charged + adjusted - received + moved = closing. Over all classes it is 0.
 */
export const movedIn = ({ opening, broughtIn, charged, adjusted, received, closing }: ClassFigures): Money =>
  less(sum(closing, received), sum(opening, broughtIn, charged, adjusted))

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

export function addUpTo(lines: readonly ClassFigures[], campus: ClassFigures): boolean {
  const totals = rollForwardTotals(lines)
  return figureNames.every((name) => totals[name] === campus[name])
}
