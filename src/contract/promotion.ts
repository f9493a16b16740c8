import { z } from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { campusParam, given, givenClass, noParams, noBody, optionalDate, schoolClass } from './fields.ts'
import { studentInBrief } from './student.ts'
import { date } from './wire.ts'

const skippedStudent = z.extend(studentInBrief, { promotedOn: date })

export const promotionPreview = endpoint({
  method: 'GET',
  path: '/admissions/promotionPreview/:campus/:studentClass',
  summary: 'Which students of a class would move up or graduate, and which would be skipped and why',
  access: 'writer',
  effect: 'reads',
  params: z.object({ campus: campusParam, studentClass: givenClass }),
  body: noBody,
  reply: z.object({
    msg: z.string(),
    /** The class into which they move; null for class 10, which graduates. */
    toClass: z.nullable(schoolClass),
    moving: z.array(studentInBrief),
    /** Promoted less than 180 days ago. */
    skipped: z.array(skippedStudent),
    /** No student moves because the class was promoted less than 180 days ago. */
    alreadyPromoted: z.boolean(),
  }),
})

export const promoteClass = endpoint({
  method: 'POST',
  path: '/admissions/promoteClass',
  summary: 'Move every active student of a class to the next one, or graduate class 10',
  access: 'writer',
  effect: 'bulk',
  params: noParams,
  body: z
    .object({
      classToPromote: givenClass,
      graduationDate: optionalDate,
      isGraduation: given(z._default(z.boolean(), false)),
      campus: campusParam,
    })
    // A graduation needs its date (spec 5.promotion.graduation-date): refused like any other field that is not filled in.
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
