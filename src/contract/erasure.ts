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
    /** Null if personal data are kept forever. */
    keepYears: z.nullable(z.number()),
    /** Records of students who left on or before this day may be erased. */
    upTo: z.nullable(date),
    /** At most as many students as one call may erase; `count` has the number of all. */
    students: z.array(erasable),
    count: z.number(),
    /** The number of records that are kept because their balance is not 0. */
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
