import { sql, type RawBuilder } from 'kysely'

/** SQL: true if a voucher is neither replaced nor voided, in the same words as the partial indexes. */
export const validVoucher = (alias?: string): string => {
  const prefix = alias === undefined ? '' : `${alias}.`
  return `${prefix}replaced_by is null and not ${prefix}voided`
}

/** SQL: true if voucher `v`, or a voucher of its month that it replaced, ever had a receipt, reversed or not. */
export const everHadReceipts = `(exists (select from receipts r where r.campus = v.campus and r.voucher_no = v.voucher_no)
  or exists (select from vouchers m join receipts r on r.campus = m.campus and r.voucher_no = m.voucher_no
    where m.campus = v.campus and m.roll_no = v.roll_no and m.year = v.year and m.month = v.month
      and m.replaced_by is not null))`

/** SQL: true if voucher `v`, or another voucher of its month, ever had an adjustment. */
export const everHadAdjustments = `exists (select from adjustments a
  join vouchers m on m.campus = a.campus and m.voucher_no = a.voucher_no
  where a.campus = v.campus and a.roll_no = v.roll_no and m.year = v.year and m.month = v.month)`

/** The condition of `validVoucher` as a part of a query. */
export const whereValid = (alias?: string): RawBuilder<boolean> => sql.raw(validVoucher(alias))
