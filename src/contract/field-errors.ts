// The page checks an input before it sends it; the server checks every input.

import type { z } from 'zod/mini'
import { count } from '#domain/count.ts'
import type { FieldError } from '#domain/outcome.ts'

const pleaseFill = 'Please fill in this field'

/** Joins choices: `paid, unpaid or all`. */
function joinChoices(choices: readonly unknown[]): string {
  const last = String(choices.at(-1))
  return choices.length > 1 ? `${choices.slice(0, -1).join(', ')} or ${last}` : last
}

const kinds: Readonly<Record<string, string>> = {
  string: 'Must be text',
  number: 'Must be a number',
  int: 'Must be a whole number',
  boolean: 'Either true or false',
  object: 'Must be a group of fields',
  array: 'Must be a list',
}

/** Describes the limit of a number, a list or a text. */
function limitWords(limit: number | bigint, origin: string): string {
  if (origin === 'array') return count(Number(limit), 'entry')
  return origin === 'string' ? `${limit} characters` : String(limit)
}

/** Messages for users, because the validation library's own messages are for programmers. */
const plainWords: z.core.$ZodErrorMap = (issue) => {
  switch (issue.code) {
    case 'invalid_value':
      return `Choose ${joinChoices(issue.values)}`
    case 'invalid_type':
      return kinds[issue.expected] ?? 'Cannot be used'
    case 'too_small':
      return issue.origin === 'string' && issue.minimum === 1
        ? pleaseFill
        : `At least ${limitWords(issue.minimum, issue.origin)}`
    case 'too_big':
      return `At most ${limitWords(issue.maximum, issue.origin)}`
    default:
      return 'Cannot be used'
  }
}

export const parseOptions = { reportInput: true, error: plainWords } as const

export const isMissing = (issue: z.core.$ZodIssue): boolean =>
  (issue.code === 'invalid_type' || issue.code === 'invalid_value') && issue.input === undefined

/** Returns the error with the path of its field, such as `studentData.studentName`. */
export const fieldError = (issue: z.core.$ZodIssue): FieldError => ({
  field: issue.path.map(String).join('.'),
  message: isMissing(issue) ? pleaseFill : issue.message,
})
