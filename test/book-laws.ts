import type { Schema } from '#server/database/schema.ts'
import { sql, type Kysely } from 'kysely'

/** Books that must always balance (decisions §3): each query finds the rows that break its law. */
export const bookLaws = {
  'a voucher has received what its receipts say': `
    select v.voucher_no from vouchers v left join receipts r using (campus, voucher_no)
    group by v.campus, v.voucher_no having v.received <> coalesce(sum(r.amount), 0)`,
  'a voucher tells who received last of what stands, and who corrected': `
    select v.voucher_no from vouchers v
      left join lateral (select r.received_on, r.received_by from receipts r
        where r.campus = v.campus and r.voucher_no = v.voucher_no and r.kind = 'receipt'
          and not exists (select from receipts x where x.campus = r.campus and x.reverses = r.receipt_no)
        order by r.receipt_no desc limit 1) s on true
      left join lateral (select r.received_by from receipts r
        where r.campus = v.campus and r.voucher_no = v.voucher_no and r.kind = 'reversal'
        order by r.receipt_no desc limit 1) e on true
    where (v.received_on, v.received_by, v.edited_by) is distinct from (s.received_on, s.received_by, e.received_by)`,
  'amounts minus receipts are the balance of the latest voucher': `
    select roll_no from vouchers v group by campus, roll_no
    having sum(amount) - (select coalesce(sum(r.amount), 0) from receipts r
        where r.campus = v.campus and r.roll_no = v.roll_no)
      <> (array_agg(net_balance order by chain_no desc))[1]`,
  'arrears are what the voucher before left': `
    select voucher_no from (select voucher_no, arrears, lag(net_balance, 1, 0::bigint)
      over (partition by campus, roll_no order by chain_no) as left_open from vouchers) v where arrears <> left_open`,
  'chains are counted from one without a gap': `
    select roll_no from vouchers group by campus, roll_no having max(chain_no) <> count(*)`,
  'an unpaid balance is carried to the next voucher and nothing else is': `
    select voucher_no from (select *, lead(voucher_no) over (partition by campus, roll_no order by chain_no) as next
      from vouchers) v
    where carried_to is distinct from (case when net_balance > 0 then next end)`,
  'a voucher is paid when nothing is due or the voucher that carries it is paid': `
    select v.voucher_no from vouchers v left join vouchers c on c.campus = v.campus and c.voucher_no = v.carried_to
    where v.fee_paid <> (v.net_balance <= 0 or coalesce(c.fee_paid, false))`,
  'receipts are numbered from one in the order of their writing': `
    select receipt_no from (select receipt_no,
      row_number() over (partition by campus order by entered_at, receipt_no) as place from receipts) r
    where receipt_no <> place`,
  'nobody pays more than once after everything is paid': `
    select r.receipt_no from receipts r join vouchers v using (campus, voucher_no)
    where r.kind = 'receipt' and v.net_balance + v.received - coalesce((select sum(b.amount) from receipts b
      where b.campus = r.campus and b.voucher_no = r.voucher_no and b.receipt_no < r.receipt_no), 0) <= 0`,
  'a reversal takes back one whole earlier receipt of its voucher': `
    select x.receipt_no from receipts x left join receipts r on r.campus = x.campus and r.receipt_no = x.reverses
      and r.voucher_no = x.voucher_no and r.kind = 'receipt' and r.receipt_no < x.receipt_no and r.amount = -x.amount
    where x.kind = 'reversal' and r.receipt_no is null`,
  'counters stand where the numbers ended': `
    select c.campus from counters c where last <> case counter
      when 'receipt' then (select coalesce(max(receipt_no), 0) from receipts r where r.campus = c.campus)
      else (select max(roll_no) from students s where s.campus = c.campus) end`,
  'history is numbered in the order of what it tells': `
    select change_no from (select campus, change_no, changed_at,
      lag(changed_at) over (partition by campus order by change_no) as before from changes) c where changed_at < before`,
} as const satisfies Readonly<Record<string, string>>

/** The laws that the books of this database break. */
export async function brokenLaws(db: Kysely<Schema>): Promise<string[]> {
  const broken: string[] = []
  for (const [law, breakers] of Object.entries(bookLaws)) {
    if ((await sql.raw(breakers).execute(db)).rows.length > 0) broken.push(law)
  }
  return broken
}
