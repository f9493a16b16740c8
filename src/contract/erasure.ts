import { z } from 'zod/mini'
import { mostErasedAtOnce } from '#domain/erasure.ts'
import { studentStates } from '#domain/student.ts'
import { bulk, read } from './endpoint.ts'
import { given, requiredRollNo } from './fields.ts'
import { studentInBrief } from './student.ts'
import { date } from './wire.ts'

const erasable = z.extend(studentInBrief, { state: z.enum(studentStates), leftOn: date })
export type ErasableReply = z.output<typeof erasable>

export const erasableRecords = read('/admissions/erasableRecords/:campus', {
  summary: 'Children who left longer ago than the campus keeps personal data, the earliest departures first',
  access: 'admin',
  reply: z.object({
    msg: z.string(),
    /** Null if personal data are kept for ever. */
    keepYears: z.nullable(z.number()),
    /** The last day on which they left. */
    upTo: z.nullable(date),
    /** Holds at most as many as one call erases. */
    students: z.array(erasable),
    count: z.number(),
    /** Kept because something is owed or was paid in advance. */
    unsettled: z.number(),
  }),
})

export const eraseRecords = bulk('/admissions/eraseRecords/:campus', {
  summary:
    'Erase names, contacts and other personal data of children who left, all or none; sums and numbers stay',
  access: 'admin',
  confirmed: true,
  body: z.object({
    rollNos: given(
      z
        .array(requiredRollNo, 'A list of roll numbers')
        .check(
          z.minLength(1, 'Choose at least one record'),
          z.maxLength(mostErasedAtOnce, `At most ${mostErasedAtOnce} at once`),
        ),
    ),
  }),
  reply: z.object({ msg: z.literal('Personal data erased'), count: z.number() }),
})

export const personalData = read('/admissions/personalData/:campus/:rollNo', {
  summary: 'Everything that is kept about a student, as an Excel file for the family',
  access: 'admin',
  logged: 'record read',
  replyAs: 'file',
  reply: z.unknown(),
})
