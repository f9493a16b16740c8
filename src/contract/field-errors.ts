// The page checks an input before it sends it, the server always.

import type { z } from 'zod/mini'
import type { FieldError } from '#domain/outcome.ts'

const pleaseFill = 'Please fill in this field'

/** `paid, unpaid or all` */
function listed(choices: readonly unknown[]): string {
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

const tooSmall = (least: string, isNumber: boolean): string =>
  isNumber ? `At least ${least}` : least === '1' ? pleaseFill : `At least ${least} characters`

const tooBig = (most: string, isNumber: boolean): string =>
  isNumber ? `At most ${most}` : `At most ${most} characters`

/** The validation library's own messages are for programmers. */
const plainWords: z.core.$ZodErrorMap = (issue) => {
  switch (issue.code) {
    case 'invalid_value':
      return `Choose ${listed(issue.values)}`
    case 'invalid_type':
      return kinds[issue.expected] ?? 'Cannot be used'
    case 'too_small':
      return tooSmall(String(issue.minimum), issue.origin === 'number')
    case 'too_big':
      return tooBig(String(issue.maximum), issue.origin === 'number')
    default:
      return 'Cannot be used'
  }
}

export const parseOptions = { reportInput: true, error: plainWords } as const

export const isMissing = (issue: z.core.$ZodIssue): boolean =>
  (issue.code === 'invalid_type' || issue.code === 'invalid_value') && issue.input === undefined

/** The path of the field is such as `studentData.studentName`. */
export const fieldError = (issue: z.core.$ZodIssue): FieldError => ({
  field: issue.path.map(String).join('.'),
  message: isMissing(issue) ? pleaseFill : issue.message,
})
