// The errors that the contract finds in an input, by field: the page checks before it sends, the server always.

import type { z } from 'zod/mini'
import type { FieldError } from '#domain/outcome.ts'
import { plainWords, pleaseFill } from './plain-words.ts'

/** The options with which both sides parse an input. */
export const parseOptions = { reportInput: true, error: plainWords } as const

/** True if a required field is missing. */
export const isMissing = (issue: z.core.$ZodIssue): boolean =>
  (issue.code === 'invalid_type' || issue.code === 'invalid_value') && issue.input === undefined

/** The path of the field, such as `studentData.studentName`, and the error in it. */
export const fieldError = (issue: z.core.$ZodIssue): FieldError => ({
  field: issue.path.map(String).join('.'),
  message: isMissing(issue) ? pleaseFill : issue.message,
})
