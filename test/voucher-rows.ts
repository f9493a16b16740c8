import { paisa } from '#domain/money.ts'
import type { Account } from '#domain/voucher-amounts.ts'
import type { VouchersTable } from '#server/database/schema.ts'
import type { Selectable } from 'kysely'

export type VoucherRow = Selectable<VouchersTable>

/** A row's parts as the rules know them: nothing that the database computed. */
export const accountOf = (row: VoucherRow): Account => ({
  monthlyFee: paisa(row.monthly_fee),
  discount: paisa(row.discount),
  registrationFee: paisa(row.registration_fee),
  admissionFee: paisa(row.admission_fee),
  examinationFee: paisa(row.examination_fee),
  fine: paisa(row.fine),
  arrears: paisa(row.arrears),
  received: paisa(row.received),
})
