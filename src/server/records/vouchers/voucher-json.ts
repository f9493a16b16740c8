import { sql } from 'kysely'
import { foundVoucherFields } from '#contract/counter.ts'
import { listedVoucherFields } from '#contract/posting.ts'
import { voucherFields } from '#contract/voucher.ts'
import { jsonObject } from '#server/records/json-text.ts'
import { everHadReceipts, validVoucher } from '#server/records/valid-vouchers.ts'
import { dueSinceOfStudent, unpaidMonthsOfStudent } from './debtors.ts'
import { wireValues } from './voucher-values.ts'

/** SQL: JSON text of voucher `v` with student `s`, so that the server need not build large reports row by row. */
export const voucherJsonText = jsonObject(voucherFields, wireValues)

/** SQL: a voucher with `takenOverBy`, and the due day and months of its debt (`studentDebt`), as the domain computes them. */
export const foundVoucherJson = `(${jsonObject(foundVoucherFields, {
  ...wireValues,
  takenOverBy: `(select p.voucher_no from vouchers p
    where p.campus = v.campus and p.roll_no = v.roll_no and p.chain_no > v.chain_no and p.posted
      and ${validVoucher('p')} order by p.chain_no limit 1)`,
  dueSince: `case when v.posted and not v.fee_paid then ${dueSinceOfStudent} end`,
  unpaid: `coalesce(case when v.posted and not v.fee_paid then ${unpaidMonthsOfStudent} end, '[]')`,
})})::json`

/** SQL: a voucher as a JSON value, with `hasReceipts` for the voucher or a voucher that it replaced. */
export const listedVoucherJson = sql.raw(
  `(${jsonObject(listedVoucherFields, {
    ...wireValues,
    hasReceipts: everHadReceipts,
  })})::json`,
)

/** SQL: a voucher as a JSON value. */
export const voucherJson = sql.raw(`(${voucherJsonText})::json`)
