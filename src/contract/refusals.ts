import { z } from 'zod/mini'
import { count } from '#domain/count.ts'
import {
  approvalReasons,
  erasureObstacles,
  factorWays,
  keepReasons,
  type FieldError,
  type RefusalFacts,
} from '#domain/outcome.ts'
import { rights } from '#domain/rights.ts'
import { classes } from '#domain/school.ts'
import { date, money } from './wire.ts'

/** The reply of a failed call: the page decides by `code`, people read `msg` (decisions 2.status). */
export const failure = z.object({
  code: z.string(),
  msg: z.string(),
  errors: z.optional(z.array(z.object({ field: z.string(), message: z.string() }))),
  requestId: z.optional(z.string()),
})
export type Failure = z.infer<typeof failure>

export type FactsOnWire = Readonly<Record<string, string | number | object | undefined>>

/** In seconds. */
const retryAfter = z.object({ retryAfter: z.number() })

/** The facts of each refusal; amounts are in rupees on the wire. */
export const refusalFacts: {
  readonly [Code in keyof RefusalFacts]: z.ZodMiniType<RefusalFacts[Code], FactsOnWire>
} = {
  'factor-needed': z.object({
    pending: z.string(),
    ways: z.readonly(z.array(z.enum(factorWays))),
    passkey: z.exactOptional(
      z.object({
        challenge: z.string(),
        relyingParty: z.string(),
        passkeys: z.readonly(
          z.array(z.object({ credentialId: z.string(), transports: z.readonly(z.array(z.string())) })),
        ),
      }),
    ),
  }),
  'no-right': z.object({ right: z.enum(rights) }),
  'approval-needed': z.object({ limit: money, why: z.enum(approvalReasons) }),
  'approval-requested': z.object({ requestNo: z.number() }),
  'too-many-tries': retryAfter,
  'reports-running': retryAfter,
  'reports-waiting': retryAfter,
  'too-many-calls': retryAfter,
  'voucher-exists': z.object({ voucherNo: z.exactOptional(z.string()) }),
  'pay-the-voucher': z.object({ voucherNo: z.string() }),
  'voucher-carried': z.object({ carriedTo: z.string() }),
  'voucher-replaced': z.object({ replacedBy: z.string() }),
  'voucher-not-latest': z.object({ takenOverBy: z.string() }),
  'voucher-not-voidable': z.object({ voucherNo: z.string(), reason: z.enum(keepReasons) }),
  'run-changed': z.object({ count: z.number(), amount: money }),
  'run-not-voidable': z.object({
    vouchers: z.array(z.object({ voucherNo: z.string(), reason: z.enum(keepReasons) })),
  }),
  'balance-changed': z.object({ balance: money }),
  'balances-changed': z.object({
    students: z.array(z.object({ rollNo: z.number(), studentName: z.string(), balance: money })),
  }),
  'day-closed': z.object({ closedUntil: date }),
  'count-again': z.object({ difference: money }),
  'not-in-safe': z.object({ inSafe: money }),
  'students-changed': z.object({ students: z.number() }),
  'fees-pending': z.object({ arrears: money }),
  'already-promoted': z.object({ studentClass: z.enum(classes) }),
  'class-empty': z.object({ studentClass: z.enum(classes) }),
  'record-kept': z.object({ rollNo: z.number(), why: z.enum(erasureObstacles) }),
}

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
