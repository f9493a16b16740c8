/** Every refusal of the rules and of the server; words and HTTP status are in contract/refusals.ts. */
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
  /** Facts needed to act on the refusal, such as the voucher to which a balance was carried. */
  readonly facts?: Readonly<Record<string, string | number>>
  readonly errors?: readonly FieldError[]
}

/** A field of the input and what is wrong with it. */
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

/** Refuses input because of single fields, which the screen marks. */
export const refuseFields = (...errors: readonly FieldError[]): Outcome<never> => ({
  ok: false,
  refusal: { code: 'invalid', errors },
})

/** The same errors with the path of their part: `discount` in `newFee` becomes `newFee.discount`. */
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

/** The value of an outcome; throws its refusal. */
export function orThrow<T>(outcome: Outcome<T>): T {
  if (!outcome.ok) throw new Refused(outcome.refusal)
  return outcome.value
}
