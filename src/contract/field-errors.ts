// What the contract finds wrong with an input, field by field: the page checks with it before it sends, the server always.

import type { z } from 'zod/mini'
import type { FieldError } from '#domain/outcome.ts'
import { plainWords, pleaseFill } from './plain-words.ts'

/** How both sides parse an input. */
export const parseOptions = { reportInput: true, error: plainWords } as const

/** Whether a required field is missing. */
export const isMissing = (issue: z.core.$ZodIssue): boolean =>
  (issue.code === 'invalid_type' || issue.code === 'invalid_value') && issue.input === undefined

/** The path of the field, such as `studentData.studentName`, and what is wrong with it. */
export const fieldError = (issue: z.core.$ZodIssue): FieldError => ({
  field: issue.path.map(String).join('.'),
  message: isMissing(issue) ? pleaseFill : issue.message,
})
