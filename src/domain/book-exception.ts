// Entries that an auditor asks about: they reverse or change earlier entries, or give money away.

import { adjustmentWords } from './adjustment.ts'

export const exceptionKinds = [
  'receipt corrected',
  'receipt moved',
  'cheque returned',
  'receipt back-dated',
  'write-off',
  'waiver',
  'refund',
  'transfer',
  'advance brought in',
  'voucher re-priced',
  'voucher replaced',
  'voucher voided',
  'run voided',
  'large discount',
  'books closed',
  'books reopened',
] as const
export type ExceptionKind = (typeof exceptionKinds)[number]

/** The exceptions that reverse a receipt. */
export const receiptExceptions = [
  'receipt corrected',
  'receipt moved',
  'cheque returned',
] as const satisfies readonly ExceptionKind[]

/** A discount above this percentage of the monthly fee is an exception. */
export const largeDiscountPercent = 50

export const exceptionWords: Readonly<Record<ExceptionKind, string>> = {
  'receipt corrected': 'Receipt corrected',
  'receipt moved': 'Receipt moved to another student',
  'cheque returned': 'Cheque returned',
  'receipt back-dated': 'Receipt back-dated',
  'write-off': adjustmentWords['write-off'],
  waiver: adjustmentWords.waiver,
  refund: adjustmentWords.refund,
  transfer: adjustmentWords.transfer,
  'advance brought in': 'Advance brought in',
  'voucher re-priced': 'Posted voucher re-priced',
  'voucher replaced': 'Voucher replaced',
  'voucher voided': 'Voucher voided',
  'run voided': 'Run voided',
  'large discount': `Discount above ${largeDiscountPercent}%`,
  'books closed': 'Books closed',
  'books reopened': 'Books reopened',
}
