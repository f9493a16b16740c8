import { studentStates } from '#domain/student.ts'
import { z } from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { campusParam, classOrAll, optionalDate, schoolClass, sectionOrAll } from './fields.ts'
import { studentInBrief } from './student.ts'
import { date } from './wire.ts'

export const admissionReport = endpoint({
  method: 'POST',
  path: '/admissions/getAdmissionReport/:dataType/:campus',
  summary: 'Students admitted, or left, between two dates',
  access: 'staff',
  effect: 'reads',
  fromStandby: true,
  params: z.object({ dataType: z.enum(['admissions', 'removals', 'all']), campus: campusParam }),
  body: z.object({
    fromDate: optionalDate,
    toDate: optionalDate,
    selectedClass: classOrAll,
    selectedSection: sectionOrAll,
  }),
  reply: z.object({
    msg: z.string(),
    data: z.array(
      z.extend(studentInBrief, {
        admissionDate: date,
        admissionClass: schoolClass,
        isRemoved: z.boolean(),
        state: z.enum(studentStates),
        removalDate: z.nullable(date),
        /** Why the student is listed: admitted to the selected class, or left it, between the selected dates. */
        admittedInRange: z.boolean(),
        removedInRange: z.boolean(),
      }),
    ),
  }),
})
