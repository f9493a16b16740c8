import { dayOf } from '#server/records/school-day.ts'

const number = `'adjustment ' || a.adjustment_no as key`

/** Laws on adjustments (decision record 38): each query returns what breaks it. */
export const adjustmentLaws = {
  'adjustments are numbered from 1 without a gap': `
    select campus, 'adjustment ' || adjustment_no as key from (select campus, adjustment_no,
        lag(adjustment_no, 1, 0) over (partition by campus order by adjustment_no) as before from adjustments) a
    where adjustment_no <> before + 1`,
  'the adjusted sum of a voucher is that of its adjustments': `
    select v.campus, v.voucher_no as key from vouchers v
      left join (select campus, voucher_no, sum(amount) as adjusted from (
          select campus, voucher_no, amount from adjustments
          union all select campus, from_voucher_no, -amount from adjustments where from_voucher_no is not null) a
        group by campus, voucher_no) a using (campus, voucher_no)
    where v.adjusted <> coalesce(a.adjusted, 0)`,
  'an adjustment is on posted vouchers of its student, and dated on the day of its entry': `
    select a.campus, ${number} from adjustments a
      join vouchers v on v.campus = a.campus and v.voucher_no = a.voucher_no
      left join vouchers f on f.campus = a.campus and f.voucher_no = a.from_voucher_no
      left join receipts r on r.campus = a.campus and r.receipt_no = a.receipt_no
    where v.roll_no <> a.roll_no or not v.posted or f.roll_no <> a.roll_no
      or (r.voucher_no, r.roll_no) is distinct from (a.from_voucher_no, case when r.receipt_no is not null then a.roll_no end)
      or a.effective_on <> ${dayOf('a.entered_at')}`,
  'the two adjustments of a transfer name each other and cancel out': `
    select a.campus, ${number} from adjustments a
      left join adjustments o on o.campus = a.campus and o.adjustment_no = a.other_no and o.kind = a.kind
    where a.kind = 'transfer' and ((o.other_no, o.amount, o.entered_at)
      is distinct from (a.adjustment_no, -a.amount, a.entered_at) or o.roll_no = a.roll_no)`,
  'an adjustment that takes one back has its kind and student, and the opposite amount': `
    select a.campus, ${number} from adjustments a
      left join adjustments o on o.campus = a.campus and o.adjustment_no = a.reverses and o.reverses is null
    where a.reverses is not null and (o.kind, o.roll_no, o.amount, o.method)
      is distinct from (a.kind, a.roll_no, -a.amount, a.method)`,
  'an adjustment that follows a receipt is for the amount that was taken back': `
    select a.campus, ${number} from adjustments a
      left join receipts x on x.campus = a.campus and x.reverses = a.receipt_no and x.entered_at = a.entered_at
    where a.receipt_no is not null and a.amount is distinct from -x.amount - coalesce((select n.amount from receipts n
      where n.campus = x.campus and n.voucher_no = x.voucher_no and n.receipt_no = x.receipt_no + 1 and n.kind = 'receipt'
        and n.entered_at = x.entered_at), 0)`,
  'each adjustment is in the history once, with its amount': `
    select a.campus, ${number} from adjustments a
      left join changes c on c.campus = a.campus and c.roll_no = a.roll_no and c.what = 'balance adjusted'
        and (c.after ->> 'adjustmentNo')::integer = a.adjustment_no
    group by a.campus, a.adjustment_no, a.amount, a.voucher_no, a.entered_by, a.entered_at
    having count(c.change_no) <> 1 or bool_or((c.voucher_no, c.changed_by, c.changed_at,
        (c.after ->> 'balance')::bigint - (c.before ->> 'balance')::bigint)
      is distinct from (a.voucher_no, a.entered_by, a.entered_at, a.amount))`,
} as const satisfies Readonly<Record<string, string>>
