import { operator } from '#domain/roles.ts'
import { drawerOfReceipt, drawerOfRefund } from '#server/records/drawers/drawers.ts'
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

const closingKey = `'cashier closing ' || c.closing_no as key`

/** SQL: the sum of the cash rows of a drawer in the range of the closing `c`. */
const cashOf = `
  coalesce((select sum(r.amount) from receipts r where r.campus = c.campus and r.method = 'cash'
    and ${drawerOfReceipt} = c.drawer and r.receipt_no > c.after_receipt and r.receipt_no <= c.up_to_receipt), 0)
  - coalesce((select sum(a.amount) from adjustments a where a.campus = c.campus and a.kind = 'refund'
    and a.method = 'cash' and ${drawerOfRefund} = c.drawer
    and a.adjustment_no > c.after_adjustment and a.adjustment_no <= c.up_to_adjustment), 0)`

/** SQL: first counts, with the last numbers and the float of the closing before. */
const counts = `(
  select f.*, coalesce(b.up_to_receipt, s.after_receipt, n.after_receipt) as after_receipt,
    coalesce(b.up_to_adjustment, s.after_adjustment, n.after_adjustment) as after_adjustment,
    coalesce(b.float_kept, 0) as float_before
  from drawer_counts f
    left join cashier_closings b on b.campus = f.campus and b.drawer = f.drawer and b.place = f.place - 1
    left join cashier_closings n on n.campus = f.campus and n.drawer = f.drawer and n.place = f.place
    left join cashier_closings s on s.campus = f.campus and s.closing_no = 1)`

/** SQL: true if a closing covered `row` in this drawer before the number of `later` was given out. */
const wasCovered = (kind: 'receipt' | 'adjustment', row: string, drawer: string, later: string) => `
  coalesce(
    (select max(c.up_to_${kind}) from cashier_closings c
      where c.campus = ${row}.campus and c.drawer = ${drawer} and c.last_${kind} < ${later}.${kind}_no)
      >= ${row}.${kind}_no,
    (select c.after_${kind} from cashier_closings c
      where c.campus = ${row}.campus and c.closing_no = 1 and c.last_${kind} < ${later}.${kind}_no) >= ${row}.${kind}_no,
    ${dayOf(`${row}.entered_at`)} < ${dayOf(`${later}.entered_at`)})`

const sumOfPieces = (table: string) => `(select sum((p ->> 'value')::bigint * 100 * (p ->> 'pieces')::bigint)
  from jsonb_array_elements(${table}.pieces) p)`

/** Laws on the closings of drawers, and on the safe (decision record 41): each query returns the rows that break it. */
export const cashierLaws = {
  'cashier closings are numbered from 1 without a gap': `
    select campus, 'cashier closing ' || closing_no as key from (select campus, closing_no,
        lag(closing_no, 1, 0) over (partition by campus order by closing_no) as before from cashier_closings) c
    where closing_no <> before + 1`,
  'the closings of a drawer follow each other without gap or overlap': `
    select c.campus, ${closingKey} from (
      select *, row_number() over entries as should_be, lag(up_to_receipt) over entries as receipt_before,
        lag(up_to_adjustment) over entries as adjustment_before, lag(float_kept, 1, 0::bigint) over entries as kept_before
      from cashier_closings window entries as (partition by campus, drawer order by closing_no)) c
      left join cashier_closings s on s.campus = c.campus and s.closing_no = 1
    where c.place <> c.should_be or c.float_before <> c.kept_before
      or c.after_receipt is distinct from coalesce(c.receipt_before, s.after_receipt)
      or c.after_adjustment is distinct from coalesce(c.adjustment_before, s.after_adjustment)`,
  'what a drawer is expected to hold is the float with the cash rows of its range': `
    select c.campus, ${closingKey} from cashier_closings c where c.cash <> ${cashOf} or c.expected <> c.float_before + c.cash
    union all select c.campus, 'first count of ' || c.drawer from ${counts} c
    where c.after_receipt is not null and c.expected <> c.float_before + ${cashOf}`,
  'a count is the sum of its notes and coins where they were counted': `
    select c.campus, ${closingKey} from cashier_closings c
    where c.pieces is not null and c.counted is distinct from coalesce(${sumOfPieces('c')}, 0)
    union all select f.campus, 'first count of ' || f.drawer from drawer_counts f
    where f.pieces is not null and f.counted is distinct from coalesce(${sumOfPieces('f')}, 0)`,
  'a drawer is closed with a difference only after a first count, and with a remark': `
    select c.campus, ${closingKey} from cashier_closings c
      left join drawer_counts f on f.campus = c.campus and f.drawer = c.drawer and f.place = c.place
    where c.difference <> c.counted - c.float_before - c.cash
      or c.difference <> 0 and (c.remark = '' or f.place is null)
    union all select f.campus, 'first count of ' || f.drawer from drawer_counts f
    where f.counted = f.expected or f.place > 1 + (select count(*) from cashier_closings c
      where c.campus = f.campus and c.drawer = f.drawer)`,
  'a correction is counted in the drawer of its receipt until a closing covers it, then in that of who makes it': `
    select x.campus, 'receipt ' || x.receipt_no as key from (
        -- The last receipt that a correction takes back decides; its reversals follow each other.
        select *, max(reverses) over correction as last_reversed, min(receipt_no) over correction as first_no
        from (select *, receipt_no - row_number() over (partition by campus, voucher_no, entered_at order by receipt_no)
            as correction_no from receipts where kind = 'reversal') x
        window correction as (partition by campus, voucher_no, entered_at, correction_no)) x
      join receipts r on r.campus = x.campus and r.receipt_no = x.last_reversed
      join receipts o on o.campus = x.campus and o.receipt_no = x.first_no
    where coalesce(x.drawer, x.received_by) <>
      case when ${wasCovered('receipt', 'r', drawerOfReceipt, 'o')} then x.received_by else ${drawerOfReceipt} end
    union all select x.campus, 'receipt ' || x.receipt_no from receipts x
      left join receipts y on y.campus = x.campus and y.receipt_no = x.receipt_no - 1 and y.kind = 'reversal'
        and y.entered_at = x.entered_at and y.voucher_no = x.voucher_no
    where x.kind = 'receipt' and (y.drawer is distinct from x.drawer and y.receipt_no is not null
      or x.drawer is not null and not exists (select from receipts z where z.campus = x.campus
        and z.receipt_no = x.receipt_no - 1 and z.kind = 'reversal' and z.entered_at = x.entered_at
        and z.drawer = x.drawer))
    union all select x.campus, 'adjustment ' || x.adjustment_no from adjustments x
      left join adjustments a on a.campus = x.campus and a.adjustment_no = x.reverses
    where x.kind = 'refund' and coalesce(x.drawer, x.entered_by) <> case
        when a.adjustment_no is null or ${wasCovered('adjustment', 'a', drawerOfRefund, 'x')} then x.entered_by
        else ${drawerOfRefund} end`,
  'who accepted a closing is not who closed it, where two users may write': `
    select c.campus, ${closingKey} from cashier_closings c
    where c.accepted_by = c.drawer and c.writers is distinct from 1
      or (c.accepted_at is null) <> (c.accepted_by is null)`,
  'the safe never goes below nothing': `
    select d.campus, 'deposit ' || d.deposit_no as key from deposits d
    where d.cash <> coalesce((select sum((e ->> 'amount')::bigint) from jsonb_array_elements(d.emptied) e), 0)
    union all select t.campus, 'cashier closing ' || t.closing_no from (
      select d.campus, (e ->> 'closingNo')::integer as closing_no, sum((e ->> 'amount')::bigint) as taken,
        min((e ->> 'amount')::bigint) as least
      from deposits d cross join jsonb_array_elements(d.emptied) e group by 1, 2) t
      left join cashier_closings c using (campus, closing_no)
    where t.least <= 0 or c.accepted_at is null or t.taken > c.to_safe`,
  'deposits are numbered from 1 without a gap': `
    select campus, 'deposit ' || deposit_no as key from (select campus, deposit_no,
        lag(deposit_no, 1, 0) over (partition by campus order by deposit_no) as before from deposits) d
    where deposit_no <> before + 1`,
  'a cheque is deposited once, from an accepted closing': `
    select d.campus, 'receipt ' || d.receipt_no as key from (
      select d.campus, q::integer as receipt_no, count(*) as times
      from deposits d cross join jsonb_array_elements_text(d.cheques) q group by 1, 2) d
      left join receipts r using (campus, receipt_no)
    where d.times > 1 or (r.kind, r.method) is distinct from ('receipt'::receipt_kind, 'cheque'::payment_method)
      or not exists (select from cashier_closings c where c.campus = r.campus and c.drawer = ${drawerOfReceipt}
        and r.receipt_no > c.after_receipt and r.receipt_no <= c.up_to_receipt and c.accepted_at is not null)`,
  'each closing of a drawer, its acceptance and each deposit are in the history once': `
    select c.campus, ${closingKey} from cashier_closings c left join changes h on h.campus = c.campus
        and h.what = 'drawer closed' and (h.after ->> 'cashierClosingNo')::integer = c.closing_no
    group by c.campus, c.closing_no, c.drawer, c.closed_at, c.counted, c.difference
    having count(h.change_no) <> 1 or bool_or((h.changed_by, h.changed_at, (h.after ->> 'counted')::bigint,
        (h.after ->> 'difference')::bigint) is distinct from (c.drawer, c.closed_at, c.counted, c.difference))
    union all select c.campus, ${closingKey} from cashier_closings c left join changes h on h.campus = c.campus
        and h.what = 'closing accepted' and (h.after ->> 'cashierClosingNo')::integer = c.closing_no
    group by c.campus, c.closing_no, c.accepted_by, c.accepted_at
    having count(h.change_no) <> (c.accepted_at is not null)::integer
      or bool_or(h.change_no is not null and (h.changed_by, h.changed_at) is distinct from (c.accepted_by, c.accepted_at))
    union all select d.campus, 'deposit ' || d.deposit_no from deposits d left join changes h on h.campus = d.campus
        and h.what = 'deposit entered' and (h.after ->> 'depositNo')::integer = d.deposit_no
    group by d.campus, d.deposit_no, d.entered_by, d.entered_at, d.cash
    having count(h.change_no) <> 1 or bool_or((h.changed_by, h.changed_at, (h.after ->> 'cash')::bigint)
      is distinct from (d.entered_by, d.entered_at, d.cash))`,
  'every cashier, acceptor and depositor is staff of the campus': `
    select c.campus, ${closingKey} from cashier_closings c cross join lateral (values (c.drawer), (c.accepted_by)) w (who)
      left join staff t on t.campus = c.campus and t.user_id = w.who where w.who is not null and t.user_id is null
    union all select d.campus, 'deposit ' || d.deposit_no from deposits d
      left join staff t on t.campus = d.campus and t.user_id = d.entered_by where t.user_id is null`,
} as const satisfies Readonly<Record<string, string>>
