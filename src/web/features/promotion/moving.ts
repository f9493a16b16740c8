import type { promotionPreview } from '#contract/promotion.ts'
import { classes, nextClass, type SchoolClass } from '#domain/school.ts'
import type { Reply } from '#web/api/call.ts'

/** The students of a class who would move, and the balances of a graduation. */
export type Preview = Reply<typeof promotionPreview>

/** Moves a whole class to the next class, or out of class 10 (spec 2.routes.promotions, spec 4.student). */
export interface Moving {
  readonly title: string
  readonly lead: string
  /** Null if the clerk chooses the class. */
  readonly onlyClass: SchoolClass | null
  readonly button: string
  /** `28 promoted, 3 skipped.` */
  readonly movedWord: string
  /** The link to the other variant. */
  readonly other: { readonly path: string; readonly label: string }
}

export const promoting: Moving = {
  title: 'Class Promotions',
  lead: 'Moves every student of a class to the next class. Sections stay the same.',
  onlyClass: null,
  button: 'Promote class',
  movedWord: 'promoted',
  other: { path: '/graduation', label: 'Graduate class 10' },
}

export const graduating: Moving = {
  title: 'Graduation',
  lead: 'Graduates all students of class 10 on one day. Records and fee accounts are kept.',
  onlyClass: '10',
  button: 'Graduate class 10',
  movedWord: 'graduated',
  other: { path: '/promotions', label: 'Promote another class' },
}

/** Class 10 graduates, and Hifz is not promoted (spec 5.promotion.class). */
export const promotable: readonly SchoolClass[] = classes.filter((from) => nextClass(from) !== null)
