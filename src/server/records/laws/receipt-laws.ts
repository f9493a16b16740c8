import { operator } from '#domain/roles.ts'
import { dayOf } from '#server/records/school-day.ts'

/** Laws on receipts and counters (decisions 3.receipts, decisions 4.roll-numbers). */
export const receiptLaws = {
  'receipts are numbered from 1 without a gap': `
    select campus, 'receipt ' || receipt_no as key from (select campus, receipt_no,
        lag(receipt_no, 1, 0) over (partition by campus order by receipt_no) as before from receipts) r
    where receipt_no <> before + 1`,
  'a receipt has a positive amount, and a reversal reverses one whole earlier receipt of its voucher': `
    select x.campus, 'receipt ' || x.receipt_no as key from receipts x
      left join receipts r on r.campus = x.campus and r.receipt_no = x.reverses and r.voucher_no = x.voucher_no
        and r.kind = 'receipt' and r.receipt_no < x.receipt_no and r.amount = -x.amount
    where case x.kind when 'receipt' then x.amount <= 0 or x.reverses is not null else r.receipt_no is null end`,
  'a reversal has the method and reference of its receipt': `
    select x.campus, 'receipt ' || x.receipt_no as key from receipts x
      join receipts r on r.campus = x.campus and r.receipt_no = x.reverses
    where (x.method, x.reference, x.cheque_date) is distinct from (r.method, r.reference, r.cheque_date)`,
  'a receipt is reversed at most once': `
    select campus, 'receipt ' || reverses as key from receipts
    where reverses is not null group by campus, reverses having count(*) > 1`,
  'a receipt belongs to the student of its voucher': `
    select r.campus, 'receipt ' || r.receipt_no as key from receipts r left join vouchers v using (campus, voucher_no)
    where v.roll_no is distinct from r.roll_no`,
  'a receipt is dated on the day of its entry or before': `
    select campus, 'receipt ' || receipt_no as key from receipts
    where received_on > ${dayOf('entered_at')}`,
  'a reversal is dated on the day of its receipt, of its entry, or of the new receipt of its correction': `
    select x.campus, 'receipt ' || x.receipt_no as key
    from receipts x join receipts r on r.campus = x.campus and r.receipt_no = x.reverses
    where x.received_on not in (r.received_on, ${dayOf('x.entered_at')}) and not exists (
      select from receipts n where n.campus = x.campus and n.voucher_no = x.voucher_no and n.kind = 'receipt'
        and n.entered_at = x.entered_at and n.received_on = x.received_on)`,
  'the counters are at the last number given out': `
    select n.campus, n.counter as key from (
      select c.campus, 'receipt' as counter, max(r.receipt_no) as last
        from campuses c left join receipts r using (campus) group by c.campus
      union all select c.campus, 'run', max(r.run_no)
        from campuses c left join voucher_runs r using (campus) group by c.campus
      union all select c.campus, 'adjustment', max(a.adjustment_no)
        from campuses c left join adjustments a using (campus) group by c.campus
      union all select c.campus, 'approval', max(a.request_no)
        from campuses c left join approvals a using (campus) group by c.campus
      union all select c.campus, 'import', max(i.import_no)
        from campuses c left join imports i using (campus) group by c.campus
      union all select c.campus, 'roll number', max(s.roll_no)
        from campuses c left join students s using (campus) group by c.campus) n
      left join counters c using (campus, counter)
    where c.last is distinct from coalesce(n.last, 0)`,
  // The operator, who is not staff, imports at the command line.
  'every receiver, generator, admitter and adjuster is staff of the campus': `
    select r.campus, 'receipt ' || r.receipt_no as key from receipts r
      left join staff t on t.campus = r.campus and t.user_id = r.received_by where t.user_id is null
    union all select v.campus, v.voucher_no from vouchers v
      left join staff t on t.campus = v.campus and t.user_id = v.generated_by
      where t.user_id is null and (v.generated_by, v.kind::text) <> ('${operator}', 'opening')
    union all select s.campus, 'roll number ' || s.roll_no from students s
      left join staff t on t.campus = s.campus and t.user_id = s.admitted_by
      where t.user_id is null and (s.admitted_by <> '${operator}' or s.import_no is null)
    union all select a.campus, 'adjustment ' || a.adjustment_no from adjustments a
      left join staff t on t.campus = a.campus and t.user_id = a.entered_by where t.user_id is null`,
} as const satisfies Readonly<Record<string, string>>
