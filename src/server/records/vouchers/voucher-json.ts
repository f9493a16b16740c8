import { sql } from 'kysely'
import { foundVoucherFields } from '#contract/counter.ts'
import { listedVoucherFields } from '#contract/posting.ts'
import { voucherFields } from '#contract/voucher.ts'
import { jsonObject } from '#server/records/json-text.ts'
import { everHadReceipts, validVoucher } from '#server/records/valid-vouchers.ts'
import { dueSinceOfStudent } from './debtors.ts'
import { wireValues } from './voucher-values.ts'

/** SQL text of a voucher `v` with its student `s`: large reports need not be built row by row in the server. */
export const voucherJsonText = jsonObject(voucherFields, wireValues)

/**
 * A voucher with the later one that has taken it over, and since when its debt is due: `takenOverBy` and `studentDebt` of the
 * domain.
 */
export const foundVoucherJson = `(${jsonObject(foundVoucherFields, {
  ...wireValues,
  takenOverBy: `(select p.voucher_no from vouchers p
    where p.campus = v.campus and p.roll_no = v.roll_no and p.chain_no > v.chain_no and p.posted
      and ${validVoucher('p')} order by p.chain_no limit 1)`,
  dueSince: `case when v.posted and not v.fee_paid then ${dueSinceOfStudent} end`,
})})::json`

/** A voucher with whether it, or one that it replaced, ever had receipts, as a value of the database. */
export const listedVoucherJson = sql.raw(
  `(${jsonObject(listedVoucherFields, {
    ...wireValues,
    hasReceipts: everHadReceipts,
  })})::json`,
)

/** A voucher as a value of the database. */
export const voucherJson = sql.raw(`(${voucherJsonText})::json`)
