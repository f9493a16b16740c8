import { sql, type RawBuilder } from 'kysely'

/** SQL: whether a voucher counts, because it was neither replaced nor voided. The partial indexes have the same words. */
export const validVoucher = (alias?: string): string => {
  const of = alias === undefined ? '' : `${alias}.`
  return `${of}replaced_by is null and not ${of}voided`
}

/** The same as a part of a query. */
export const whereValid = (alias?: string): RawBuilder<boolean> => sql.raw(validVoucher(alias))
