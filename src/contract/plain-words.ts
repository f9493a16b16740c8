// The messages for refused values whose fields have no message of their own.

import type { z } from 'zod/mini'

export const pleaseFill = 'Please fill in this field'

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

/** The message for a refused value; the validation library's own messages are for programmers. */
export const plainWords: z.core.$ZodErrorMap = (issue) => {
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
