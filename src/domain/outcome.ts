import type { CalendarDate } from './calendar.ts'
import type { Money } from './money.ts'
import type { RefusalCode } from './refusals.ts'
import type { Right } from './rights.ts'
import type { SchoolClass } from './school.ts'

export const keepReasons = [
  'admission',
  'opening balance',
  'voided',
  'replaced',
  'has receipts',
  'has adjustments',
  'a later voucher carries it',
  'fees too large',
] as const
export type KeepReason = (typeof keepReasons)[number]

export const erasureObstacles = [
  'Has not left',
  'Left too recently',
  'Balance is not settled',
  'Erased already',
] as const
export type ErasureObstacle = (typeof erasureObstacles)[number]

export const factorWays = ['code', 'passkey', 'recovery code'] as const
export type FactorWay = (typeof factorWays)[number]

export const approvalReasons = ['above the limit', 'own money'] as const
export type ApprovalReason = (typeof approvalReasons)[number]

export interface PasskeyRequest {
  readonly challenge: string
  /** The domain of the portal. */
  readonly relyingParty: string
  readonly passkeys: readonly { readonly credentialId: string; readonly transports: readonly string[] }[]
}

interface RetryAfter {
  /** Seconds. */
  readonly retryAfter: number
}

/** The facts of each refusal; a code that is not listed has none. */
export interface RefusalFacts {
  readonly 'too-many-tries': RetryAfter
  readonly 'factor-needed': {
    readonly pending: string
    readonly ways: readonly FactorWay[]
    readonly passkey?: PasskeyRequest
  }
  readonly 'reports-running': RetryAfter
  readonly 'reports-waiting': RetryAfter
  readonly 'too-many-calls': RetryAfter
  readonly 'no-right': { readonly right: Right }
  /** The limit of the campus, and the reason why the act needs a second person. */
  readonly 'approval-needed': { readonly limit: Money; readonly why: ApprovalReason }
  readonly 'approval-requested': { readonly requestNo: number }
  /** The month's voucher, if the voucher of one student was to be generated. */
  readonly 'voucher-exists': { readonly voucherNo?: string }
  /** The voucher that is still to be paid. */
  readonly 'pay-the-voucher': { readonly voucherNo: string }
  /** The voucher whose arrears contain the balance. */
  readonly 'voucher-carried': { readonly carriedTo: string }
  readonly 'voucher-replaced': { readonly replacedBy: string }
  readonly 'voucher-not-latest': { readonly takenOverBy: string }
  readonly 'voucher-not-voidable': { readonly voucherNo: string; readonly reason: KeepReason }
  /** The number and sum of the run's vouchers as they are now. */
  readonly 'run-changed': { readonly count: number; readonly amount: Money }
  readonly 'run-not-voidable': {
    readonly vouchers: readonly { readonly voucherNo: string; readonly reason: KeepReason }[]
  }
  /** The last closed day. */
  readonly 'day-closed': { readonly closedUntil: CalendarDate }
  readonly 'balance-changed': { readonly balance: Money }
  /** The students whose balance has changed, or who owe and have no outcome, with their present balance. */
  readonly 'balances-changed': {
    readonly students: readonly {
      readonly rollNo: number
      readonly studentName: string
      readonly balance: Money
    }[]
  }
  /** The first count minus the expected sum. */
  readonly 'count-again': { readonly difference: Money }
  readonly 'not-in-safe': { readonly inSafe: Money }
  /** The present number of students. */
  readonly 'students-changed': { readonly students: number }
  readonly 'fees-pending': { readonly arrears: Money }
  readonly 'already-promoted': { readonly studentClass: SchoolClass }
  readonly 'class-empty': { readonly studentClass: SchoolClass }
  readonly 'record-kept': { readonly rollNo: number; readonly why: ErasureObstacle }
}

type CodeWithFacts = keyof RefusalFacts

export type PlainRefusalCode = Exclude<RefusalCode, CodeWithFacts | 'invalid'>

export type Refusal =
  | { readonly code: PlainRefusalCode }
  | { readonly code: 'invalid'; readonly errors: readonly FieldError[] }
  | {
      [Code in CodeWithFacts]: { readonly code: Code; readonly facts: RefusalFacts[Code] }
    }[CodeWithFacts]

export interface FieldError {
  readonly field: string
  readonly message: string
}

export type Outcome<T> =
  { readonly ok: true; readonly value: T } | { readonly ok: false; readonly refusal: Refusal }

export const accept = <T>(value: T): Outcome<T> => ({ ok: true, value })

const refused = (refusal: Refusal): Outcome<never> => ({ ok: false, refusal })

/** Refuses with the facts that the code has; a code with facts does not compile without them. */
export function refuse(code: PlainRefusalCode): Outcome<never>
export function refuse<Code extends CodeWithFacts>(code: Code, facts: RefusalFacts[Code]): Outcome<never>
export function refuse(
  code: PlainRefusalCode | CodeWithFacts,
  facts?: RefusalFacts[CodeWithFacts],
): Outcome<never> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the signatures above pair each code with its facts
  return refused((facts ? { code, facts } : { code }) as Refusal)
}

export const refuseFields = (...errors: readonly FieldError[]): Outcome<never> =>
  refused({ code: 'invalid', errors })

/** `discount` in `newFee` becomes `newFee.discount`. */
export const prefixFields = (part: string, errors: readonly FieldError[]): FieldError[] =>
  errors.map(({ field, message }) => ({ field: `${part}.${field}`, message }))

/** A refusal as an exception, which rolls the transaction back. */
export class Refused extends Error {
  readonly refusal: Refusal

  constructor(refusal: Refusal) {
    super(refusal.code)
    this.refusal = refusal
  }
}

/** Returns the value of an outcome; throws its refusal. */
export function orThrow<T>(outcome: Outcome<T>): T {
  if (!outcome.ok) throw new Refused(outcome.refusal)
  return outcome.value
}
