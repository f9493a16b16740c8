import { z } from 'zod/mini'
import { change, read } from './endpoint.ts'
import { amount, optionalDate, optionalText } from './fields.ts'
import { datedFee } from './student.ts'
import { date, instant, money } from './wire.ts'

export const changeFee = change('/admissions/changeStudentFee/:rollNo', {
  summary: 'Change monthly fee and discount for the vouchers of a month and later ones',
  access: 'writer',
  right: 'price',
  body: z.object({
    newFee: z.object({
      /** A date in the first month whose vouchers use the new fee; today if omitted. */
      feeChangeDate: optionalDate,
      /** Accepted and not used: the session identifies the user. */
      feeChangedBy: optionalText(),
      monthlyFee: amount,
      discount: amount,
    }),
    /** Required if the campus requires approvals. */
    reason: optionalText(500),
  }),
  reply: z.object({
    msg: z.literal('Student fee changed successfully'),
    plannedFees: z.array(datedFee),
  }),
})

const feeAndDiscount = z.object({ monthlyFee: money, discount: money })

export const feeChanges = read('/admissions/feeChanges/:rollNo/:campus', {
  summary: "A student's monthly fee by month, and its changes, newest first",
  access: 'writer',
  logged: 'record read',
  reply: z.object({
    msg: z.string(),
    /** The monthly fees, oldest first; planned changes come last. */
    schedule: z.array(datedFee),
    changes: z.array(
      z.object({
        /** The date that the clerk entered. */
        feeChangeDate: date,
        changedAt: instant,
        changedBy: z.string(),
        changedByName: z.string(),
        from: feeAndDiscount,
        to: feeAndDiscount,
      }),
    ),
  }),
})
