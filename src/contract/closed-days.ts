import { z } from 'zod/mini'
import { paymentMethods } from '#domain/payment-method.ts'
import { bulk, read } from './endpoint.ts'
import { closingDigest, optionalDate, requiredDate, schoolClass, seenBalance, text } from './fields.ts'
import { date, instant, money } from './wire.ts'

/** The figures of a class; their remainder is the sum moved between classes (domain/roll-forward.ts). */
export const classFigures = z.object({
  studentClass: schoolClass,
  opening: money,
  /** The opening balances, which were entered when the school moved in. */
  broughtIn: money,
  charged: money,
  adjusted: money,
  received: money,
  closing: money,
})

/** Sums by the dates on vouchers and receipts: opening + brought in + charged + adjusted - received = closing. */
const closingFigures = z.object({
  /** The first day; null if nothing was closed before. */
  from: z.nullable(date),
  until: date,
  /** The debts of all students minus their advances. */
  opening: money,
  broughtIn: money,
  charged: money,
  /** Negative if the adjustments lower the debts. */
  adjusted: money,
  received: money,
  closing: money,
  receipts: z.number(),
  reversals: z.number(),
  byMethod: z.array(z.object({ method: z.enum(paymentMethods), net: money })),
  /** Null in a closing from before figures by class were filed. */
  byClass: z.nullable(z.array(classFigures)),
})

export type ClosingFigures = z.output<typeof closingFigures>

const bookClosing = z.object({
  closingNo: z.number(),
  /** Null if every day was reopened. */
  closedUntil: z.nullable(date),
  wasUntil: z.nullable(date),
  enteredAt: instant,
  enteredBy: z.string(),
  enteredByName: z.string(),
  /** The reason for a reopening. */
  reason: z.string(),
  /** Null for a reopening. */
  figures: z.nullable(closingFigures),
  digest: closingDigest,
})

export type BookClosing = z.output<typeof bookClosing>

export const bookClosings = read('/finances/bookClosings/:campus', {
  summary: 'The closings and reopenings of the books with their figures, newest first',
  access: 'staff',
  reply: z.object({ msg: z.string(), closings: z.array(bookClosing) }),
})

export const closingPreview = read('/finances/closingPreview/:campus/:until', {
  summary: 'What closing the books up to a day would file',
  access: 'staff',
  reply: z.object({
    msg: z.string(),
    figures: closingFigures,
    /** The vouchers that are not posted and therefore not owed yet. */
    drafts: z.object({ count: z.number(), amount: money }),
  }),
})

export const closeBooks = bulk('/finances/closeBooks/:campus', {
  summary: 'Close the books up to a day: nothing dated on or before it is accepted from then on',
  access: 'admin',
  confirmed: true,
  body: z.object({
    until: requiredDate,
    /** The balance that the preview showed; the call is refused if it has changed. */
    expectedClosing: seenBalance,
  }),
  reply: z.object({ msg: z.literal('Books closed'), closingNo: z.number(), figures: closingFigures }),
})

export const reopenBooks = bulk('/finances/reopenBooks/:campus', {
  summary: 'Open closed days again, with the reason',
  access: 'admin',
  confirmed: true,
  body: z.object({
    /** If omitted, every day is reopened. */
    closedUntil: optionalDate,
    reason: text(500),
  }),
  reply: z.object({ msg: z.literal('Books reopened'), closingNo: z.number() }),
})
