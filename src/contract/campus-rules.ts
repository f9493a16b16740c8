import { z } from 'zod/mini'
import { mostBackDays } from '#domain/closed-days.ts'
import { mostKeepYears } from '#domain/erasure.ts'
import { bulk, read } from './endpoint.ts'
import { given, optionalAmount, wholeNumber } from './fields.ts'
import { date, money } from './wire.ts'

export const campusRules = read('/finances/campusRules/:campus', {
  summary:
    'The rules of the campus: closed days, how far back a receipt may be dated, from which amount a second person approves',
  access: 'staff',
  reply: z.object({
    msg: z.string(),
    closedUntil: z.nullable(date),
    backDays: z.nullable(z.number()),
    approvalLimit: z.nullable(money),
    cashDrawer: z.boolean(),
    blindCount: z.boolean(),
    adminFactor: z.boolean(),
    keepYears: z.nullable(z.number()),
  }),
})

export const backDaysWords = `Enter a number of days from 0 to ${mostBackDays}`

export const keepYearsWords = `Enter a number of years from 1 to ${mostKeepYears}`

export const saveCampusRules = bulk('/finances/saveCampusRules/:campus', {
  summary: 'Set the rules of the campus; one that is left out is off',
  access: 'admin',
  confirmed: true,
  body: z.object({
    /** The number of days by which users who are not admins may back-date a receipt. */
    backDays: given(z.optional(wholeNumber(backDaysWords, 0).check(z.maximum(mostBackDays, backDaysWords)))),
    /** The largest amount that does not need a second person. */
    approvalLimit: optionalAmount,
    cashDrawer: given(z._default(z.boolean('Either true or false'), false)),
    blindCount: given(z._default(z.boolean('Either true or false'), false)),
    /** True if admins must have a second factor; only an admin who has one can turn this rule on. */
    adminFactor: given(z._default(z.boolean('Either true or false'), false)),
    keepYears: given(
      z.optional(wholeNumber(keepYearsWords, 1).check(z.maximum(mostKeepYears, keepYearsWords))),
    ),
  }),
  reply: z.object({ msg: z.literal('Rules saved') }),
})
