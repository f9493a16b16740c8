/**
 * SQL for the latest voucher of the student `s`, for queries over many students and for those of every form. The view
 * latest_vouchers is the same, but reads the student a second time: a tenth more in a query over a campus.
 */
export const latestVoucher = `(
  select l.* from vouchers l where l.campus = s.campus and l.roll_no = s.roll_no order by l.chain_no desc limit 1)`
