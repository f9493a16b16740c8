import { z } from 'zod/mini'
import { outcomeFields, voidedVoucher } from './departure.ts'
import { bulk, read } from './endpoint.ts'
import {
  campusParam,
  given,
  optionalDate,
  requiredClass,
  requiredRollNo,
  schoolClass,
  seenBalance,
} from './fields.ts'
import { studentInBrief } from './student.ts'
import { date, money } from './wire.ts'

const skippedStudent = z.extend(studentInBrief, { promotedOn: date })

export const promotionPreview = read('/admissions/promotionPreview/:campus/:studentClass', {
  summary:
    'Which students of a class would move up or graduate, and which would be skipped and why; of graduates also who owes or paid in advance, and the vouchers that would be voided',
  access: 'writer',
  params: { studentClass: requiredClass },
  /** Defaults to today. */
  query: z.object({ graduationDate: optionalDate }),
  reply: z.object({
    msg: z.string(),
    /** Null for class 10, which graduates. */
    toClass: z.nullable(schoolClass),
    moving: z.array(studentInBrief),
    /** The students who were promoted less than 180 days ago. */
    skipped: z.array(skippedStudent),
    /** True if no student moves because the class was promoted less than 180 days ago. */
    alreadyPromoted: z.boolean(),
    /** Set for class 10 only. */
    graduation: z.optional(
      z.object({
        /** The graduates whose balance is not 0 after voiding the `voided` vouchers; negative if paid in advance. */
        balances: z.array(
          z.extend(studentInBrief, {
            balance: money,
            /** The part of `balance` that drafts charge, which the family does not owe yet. */
            notPosted: money,
            /** The voucher that settles the balance; choosing an outcome posts it if it is a draft. */
            voucherNo: z.string(),
            posted: z.boolean(),
          }),
        ),
        /** The vouchers of months after the graduation. */
        voided: z.array(z.extend(voidedVoucher, { rollNo: z.number() })),
      }),
    ),
  }),
})

export const promoteClass = bulk('/admissions/promoteClass', {
  summary: 'Move every active student of a class to the next one, or graduate class 10',
  access: 'writer',
  body: z
    .object({
      classToPromote: requiredClass,
      graduationDate: optionalDate,
      isGraduation: given(z._default(z.boolean(), false)),
      campus: campusParam,
      /** If given, must cover every graduate who owes; other advances stay. If omitted, all balances stay. */
      outcomes: z.optional(
        z.array(z.object({ rollNo: requiredRollNo, ...outcomeFields, expectedBalance: seenBalance })),
      ),
    })
    // A missing date is refused like any other field (spec 5.promotion.graduation-date).
    .check(
      z.superRefine(({ isGraduation, graduationDate }, context) => {
        if (!isGraduation || graduationDate !== undefined) return
        context.addIssue({
          code: 'invalid_type',
          expected: 'date',
          path: ['graduationDate'],
          input: undefined,
        })
      }),
    ),
  reply: z.object({
    msg: z.enum(['Class promoted successfully', 'Class graduated successfully']),
    promoted: z.number(),
    skipped: z.number(),
  }),
})
