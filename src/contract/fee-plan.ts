import { z } from 'zod/mini'
import { planHeads } from '#domain/fee-plan.ts'
import { classes } from '#domain/school.ts'
import { bulk, read } from './endpoint.ts'
import { feeFields, optionalAmount, optionalText, schoolClass } from './fields.ts'
import { money } from './wire.ts'

export const feePlan = read('/admissions/feePlan/:campus', {
  summary: 'What each class pays, as an admin set it',
  access: 'writer',
  reply: z.object({
    msg: z.string(),
    /** Identifies the present plan; a change sends it back. */
    planVersion: z.string(),
    /** The classes in the order of the school; an amount is null if it is not set. */
    classes: z.array(z.object({ studentClass: schoolClass, ...feeFields(planHeads, z.nullable(money)) })),
  }),
})

export const saveFeePlan = bulk('/admissions/saveFeePlan/:campus', {
  summary: 'Set what each class pays; an amount or a class that is left out is not set',
  access: 'admin',
  body: z.object({
    classes: z.array(z.object({ studentClass: schoolClass, ...feeFields(planHeads, optionalAmount) })).check(
      z.maxLength(classes.length, 'Name each class once'),
      z.refine(
        (rows) => new Set(rows.map(({ studentClass }) => studentClass)).size === rows.length,
        'Name each class once',
      ),
    ),
    /** The version that the admin saw; the change is refused if the plan has changed. */
    planVersion: optionalText(),
  }),
  reply: z.object({ msg: z.literal('Fee plan saved') }),
})
