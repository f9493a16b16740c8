import { sql, type RawBuilder } from 'kysely'

/** SQL: neither replaced nor voided. The partial indexes have the same words. */
export const validVoucher = (alias?: string): string => {
  const of = alias === undefined ? '' : `${alias}.`
  return `${of}replaced_by is null and not ${of}voided`
}

/** SQL: the voucher `v`, or one of its month that it replaced; reversed receipts too. */
export const everHadReceipts = `(exists (select from receipts r where r.campus = v.campus and r.voucher_no = v.voucher_no)
  or exists (select from vouchers m join receipts r on r.campus = m.campus and r.voucher_no = m.voucher_no
    where m.campus = v.campus and m.roll_no = v.roll_no and m.year = v.year and m.month = v.month
      and m.replaced_by is not null))`

/** SQL: the same of adjustments. */
export const everHadAdjustments = `exists (select from adjustments a
  join vouchers m on m.campus = a.campus and m.voucher_no = a.voucher_no
  where a.campus = v.campus and a.roll_no = v.roll_no and m.year = v.year and m.month = v.month)`

/** The condition of `validVoucher` as a part of a query. */
export const whereValid = (alias?: string): RawBuilder<boolean> => sql.raw(validVoucher(alias))
