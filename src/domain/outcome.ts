/** Every "no" that the rules or the door can give; its words and status are in contract/refusals.ts. */
export const refusalCodes = [
  'signed-out',
  'invalid-credentials',
  'too-many-tries',
  'not-allowed',
  'other-campus',
  'cross-site',
  'key-reused',
  'not-found',
  'student-unknown',
  'student-graduated',
  'student-left',
  'no-vouchers',
  'voucher-exists',
  'voucher-not-posted',
  'voucher-already-paid',
  'voucher-carried',
  'voucher-replaced',
  'voucher-not-latest',
  'balance-changed',
  'record-changed',
  'nothing-to-post',
  'nothing-to-unpost',
  'no-receipts',
  'user-exists',
  'user-unknown',
  'last-admin',
  'nobody-to-charge',
  'students-changed',
  'fees-pending',
  'nothing-due',
  'no-changes',
  'class-10-graduates',
  'already-promoted',
  'class-empty',
  'invalid',
] as const

export type RefusalCode = (typeof refusalCodes)[number]

export interface Refusal {
  readonly code: RefusalCode
  /** Facts that a person needs to act on the refusal, such as the voucher that took a balance over. */
  readonly facts?: Readonly<Record<string, string | number>>
  readonly errors?: readonly FieldError[]
}

/** One field of the payload and what is wrong with it. */
export interface FieldError {
  readonly field: string
  readonly message: string
}

export type Outcome<T> =
  { readonly ok: true; readonly value: T } | { readonly ok: false; readonly refusal: Refusal }

export const accept = <T>(value: T): Outcome<T> => ({ ok: true, value })

export const refuse = (code: RefusalCode, facts?: Refusal['facts']): Outcome<never> => ({
  ok: false,
  refusal: facts ? { code, facts } : { code },
})

/** Refuses a payload because of single fields, which the screen marks. */
export const refuseFields = (...errors: readonly FieldError[]): Outcome<never> => ({
  ok: false,
  refusal: { code: 'invalid', errors },
})

/** The same errors, named from the top of the payload: `discount` in the part `newFee` is `newFee.discount`. */
export const inPart = (part: string, errors: readonly FieldError[]): FieldError[] =>
  errors.map(({ field, message }) => ({ field: `${part}.${field}`, message }))

/** A refusal on its way out: thrown by a verb so that its transaction is rolled back. */
export class Refused extends Error {
  readonly refusal: Refusal

  constructor(refusal: Refusal) {
    super(refusal.code)
    this.refusal = refusal
  }
}

/** The value of an outcome, or the refusal thrown. */
export function orThrow<T>(outcome: Outcome<T>): T {
  if (!outcome.ok) throw new Refused(outcome.refusal)
  return outcome.value
}
