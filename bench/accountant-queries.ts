// The accountant's reports as SQL over the current rows, without the states of a past evening or before a re-pricing.
// $1 is the campus; $2 and $3 are the first and last day unless stated otherwise.

import { schoolTimeZone } from '#domain/calendar.ts'

const startOf = (day: string): string => `(${day}::timestamp at time zone '${schoolTimeZone}')`
const within = (instant: string, last: string): string =>
  `${instant} >= ${startOf('$2::date')} and ${instant} < ${startOf(`(${last}::date + 1)`)}`
const valid = 'replaced_by is null and not voided'
const inPaisa = (text: string): string => `(${text})::bigint`

const sumUnpaid = (name: string, condition: string): string =>
  `coalesce(sum(unpaid) filter (where ${condition}), 0) as ${name}`

/** Spreads each debt over the unpaid vouchers, newest first; the oldest voucher takes the remainder. */
const ageing = `
  with latest as (
    select distinct on (roll_no) roll_no, student_class, section, net_balance from vouchers
    where campus = $1 and not fee_paid and ${valid} order by roll_no, chain_no desc),
  owing as (
    select l.roll_no, l.student_class, l.section, v.chain_no, v.due_date, v.amount, $2::date - v.due_date as days,
      l.net_balance - coalesce(sum(v.amount) over (partition by v.roll_no order by v.chain_no desc
        rows between unbounded preceding and 1 preceding), 0) as left_over,
      row_number() over (partition by v.roll_no order by v.chain_no) as place
    from latest l join vouchers v on v.campus = $1 and v.roll_no = l.roll_no and not v.fee_paid and v.replaced_by is null
      and not v.voided
    where l.net_balance > 0),
  aged as (
    select *, case when place = 1 then left_over else greatest(least(left_over, amount), 0) end as unpaid from owing),
  students_aged as (
    select roll_no, student_class, section, count(*) filter (where unpaid > 0) as months,
      min(due_date) filter (where unpaid > 0) as due_since, ${sumUnpaid('not_due', 'days < 0')},
      ${sumUnpaid('up_to_30', 'days between 0 and 30')}, ${sumUnpaid('up_to_60', 'days between 31 and 60')},
      ${sumUnpaid('up_to_90', 'days between 61 and 90')}, ${sumUnpaid('over_90', 'days > 90')}, sum(unpaid) as owed
    from aged group by roll_no, student_class, section)
  select json_build_array(a.roll_no, s.student_name, a.student_class, a.section, a.months, a.due_since, a.not_due,
    a.up_to_30, a.up_to_60, a.up_to_90, a.over_90, a.owed)::text as json
  from students_aged a join students s on s.campus = $1 and s.roll_no = a.roll_no
  order by a.student_class, a.section, a.roll_no`

const classesOn = (day: string): string => `
  select distinct on (roll_no) roll_no, student_class from vouchers
  where campus = $1 and ${valid} and issue_date <= ${day} order by roll_no, chain_no desc`

const rollForward = `
  with entries as materialized (
    select roll_no, student_class, 'charged' as kind, issue_date as day, amount as owed from vouchers
      where campus = $1 and ${valid} and issue_date <= $3
    union all select r.roll_no, v.student_class, 'received', r.received_on, -r.amount from receipts r
      join vouchers v on v.campus = r.campus and v.voucher_no = r.voucher_no where r.campus = $1 and r.received_on <= $3
    union all select a.roll_no, v.student_class, 'adjusted', a.effective_on, a.amount from adjustments a
      join vouchers v on v.campus = a.campus and v.voucher_no = a.voucher_no
      where a.campus = $1 and a.effective_on <= $3 and a.from_voucher_no is null),
  balances as (
    select roll_no, sum(owed) filter (where day < $2) as opening, sum(owed) as closing from entries group by roll_no),
  parts as (
    select student_class, opening, 0 as charged, 0 as adjusted, 0 as received, 0 as closing
      from balances join (${classesOn('$2::date - 1')}) c using (roll_no)
    union all select student_class, 0, 0, 0, 0, closing from balances join (${classesOn('$3')}) c using (roll_no)
    union all select student_class, 0, case kind when 'charged' then owed else 0 end,
      case kind when 'adjusted' then owed else 0 end, case kind when 'received' then -owed else 0 end, 0
      from entries where day >= $2)
  select json_build_array(student_class, ${['opening', 'charged', 'adjusted', 'received', 'closing']
    .map((name) => inPaisa(`sum(${name})`))
    .join(', ')})::text as json
  from parts group by student_class order by student_class`

/** The fee heads of a voucher, in the order in which a payment covers them. */
const heads = ['fine', 'admission_fee', 'registration_fee', 'examination_fee', 'monthly_fee - discount'].map(
  (charge, index) => ({ charge, name: `head_${index}` }),
)

/** SQL for the part of a receipt that pays the charges from `start` to `end`, both counted from the first voucher. */
const paidBetween = (start: string, end: string): string =>
  `greatest(0, least(${end}, m.until) - greatest(${start}, m.until - m.amount))`

const paidOfHead = heads.map(({ name }, index) => {
  const start = ['c.start', ...heads.slice(0, index).map((before) => `c.${before.name}`)].join(' + ')
  return `sum(${paidBetween(start, `${start} + c.${name}`)}) as ${name}`
})

/** Spreads receipts over their students' vouchers, oldest first. Assumes that no receipt was reversed. */
const spread = `
  with payers as (select distinct roll_no from receipts where campus = $1 and received_on between $2 and $3),
  money as (
    select receipt_no, roll_no, voucher_no, received_on, entered_at, amount,
      sum(amount) over (partition by roll_no order by entered_at, receipt_no) as until
    from receipts where campus = $1 and roll_no in (select roll_no from payers)),
  charges as (
    select roll_no, issue_date, generated_at, amount, ${heads.map(({ charge, name }) => `${charge} as ${name}`).join(', ')},
      sum(amount) over (partition by roll_no order by year, month, chain_no) - amount as start
    from vouchers where campus = $1 and ${valid} and roll_no in (select roll_no from payers)),
  paid as (
    select m.receipt_no, m.received_on, m.amount, v.student_class, ${paidOfHead.join(', ')},
      sum(${paidBetween('c.start', 'c.start + c.amount')}) filter (where c.issue_date >= $2) as on_billed,
      sum(${paidBetween('c.start', 'c.start + c.amount')}) filter (where c.issue_date < $2) as on_arrears
    from money m join vouchers v on v.campus = $1 and v.voucher_no = m.voucher_no
      left join charges c on c.roll_no = m.roll_no and c.generated_at <= m.entered_at and c.start < m.until
        and c.start + c.amount > m.until - m.amount
    where m.received_on between $2 and $3 group by m.receipt_no, m.received_on, m.amount, v.student_class)`

const sumOf = (name: string): string => inPaisa(`coalesce(sum(${name}), 0)`)

const receivedByHead = `${spread}
  select json_build_array(date_trunc('month', received_on)::date, student_class, 0,
    ${heads.map(({ name }) => sumOf(name)).join(', ')},
    sum(amount)::bigint - ${heads.map(({ name }) => sumOf(name)).join(' - ')}, sum(amount)::bigint)::text as json
  from paid group by date_trunc('month', received_on)::date, student_class
  order by date_trunc('month', received_on)::date, student_class`

const collection = `${spread},
  billed as (
    select student_class, sum(amount) as billed from vouchers
    where campus = $1 and ${valid} and issue_date between $2 and $3 group by student_class),
  received as (
    select student_class, ${sumOf('on_billed')} as on_billed, ${sumOf('on_arrears')} as on_arrears,
      sum(amount)::bigint as received from paid group by student_class)
  select json_build_array(student_class, coalesce(billed, 0), coalesce(on_billed, 0), coalesce(on_arrears, 0),
    coalesce(received - on_billed - on_arrears, 0), coalesce(received, 0))::text as json
  from billed full join received using (student_class) order by student_class`

/** The entries of day $2: vouchers generated, receipts, adjustments, and changes that count as entries. */
const dayBook = `
  select json_build_array(e.at, e.day, e.kind, e.who, coalesce(t.name, e.who), e.roll_no, s.student_name,
    coalesce(v.student_class, s.student_class), coalesce(v.section, s.section), e.voucher_no, e.number, e.reverses,
    greatest(e.owed, 0), greatest(-e.owed, 0), e.before, e.after, null, null, e.how, e.method, e.reference, '',
    e.reason)::text as json
  from (
    select generated_at as at, issue_date as day, 'billed' as kind, generated_by as who, roll_no, voucher_no,
        null::integer as number, null::integer as reverses, amount as owed, null::bigint as before, null::bigint as after,
        null::text as how, null::text as method, '' as reference, note as reason
      from vouchers where campus = $1 and ${within('generated_at', '$2')}
    union all select entered_at, received_on, kind::text, received_by, roll_no, voucher_no, receipt_no, reverses, -amount,
        null, null, null, method::text, reference, reason
      from receipts where campus = $1 and ${within('entered_at', '$2')}
    union all select entered_at, effective_on, 'adjusted', entered_by, roll_no, voucher_no, adjustment_no, reverses, amount,
        null, null, kind::text, method::text, reference, reason
      from adjustments where campus = $1 and ${within('entered_at', '$2')}
    union all select changed_at, changed_at::date, what, changed_by, roll_no, voucher_no, null, null, 0,
        (before ->> 'amount')::bigint, (after ->> 'amount')::bigint, null, null, '', ''
      from changes where campus = $1 and ${within('changed_at', '$2')}
        and what in ('voucher re-priced', 'voucher replaced', 'voucher voided', 'fee changed', 'fees changed')) e
    join students s on s.campus = $1 and s.roll_no = e.roll_no
    left join vouchers v on v.campus = $1 and v.voucher_no = e.voucher_no
    left join staff t on t.campus = $1 and t.user_id = e.who
  order by e.at, e.kind, e.number, e.roll_no`

const isOfCorrection = `exists (select from receipts x where x.campus = r.campus and x.receipt_no = r.receipt_no - 1
  and x.kind = 'reversal' and x.entered_at = r.entered_at)`

const exceptions = `
  select json_build_array(e.at, e.kind, e.who, coalesce(t.name, e.who), e.roll_no, coalesce(s.student_name, ''),
    e.voucher_no, e.number, e.day, e.owed, abs(e.owed), e.reason)::text as json
  from (
    select changed_at as at, what as kind, changed_by as who, roll_no, voucher_no, receipt_no as number,
        (changed_at at time zone '${schoolTimeZone}')::date as day, (before ->> 'received')::bigint
          - (after ->> 'received')::bigint as owed, coalesce(after ->> 'reason', '') as reason
      from changes where campus = $1 and ${within('changed_at', '$3')}
        and (what in ('receipt corrected', 'cheque returned', 'voucher re-priced', 'voucher replaced', 'voucher voided',
          'vouchers voided') or what in ('fee changed', 'fees changed')
          and (after ->> 'discount')::bigint * 2 > (after ->> 'monthlyFee')::bigint)
    union all select entered_at, kind::text, entered_by, roll_no, voucher_no, adjustment_no, effective_on, amount, reason
      from adjustments where campus = $1 and from_voucher_no is null and ${within('entered_at', '$3')}
    union all select entered_at, 'receipt back-dated', received_by, roll_no, voucher_no, receipt_no, received_on, -amount,
        reason from receipts r where campus = $1 and kind = 'receipt' and ${within('entered_at', '$3')}
        and received_on < (entered_at at time zone '${schoolTimeZone}')::date and not ${isOfCorrection}
    union all select generated_at, 'large discount', generated_by, roll_no, voucher_no, null, issue_date, -discount, ''
      from vouchers where campus = $1 and kind = 'admission' and discount * 2 > monthly_fee
        and ${within('generated_at', '$3')}
    union all select entered_at, 'books closed', entered_by, null, null, closing_no, closed_until, 0, reason
      from book_closings where campus = $1 and ${within('entered_at', '$3')}) e
    left join students s on s.campus = $1 and s.roll_no = e.roll_no
    left join staff t on t.campus = $1 and t.user_id = e.who
  order by coalesce(t.name, e.who), e.who, e.at, e.number, e.roll_no, e.kind`

export const accountantQueries = {
  /** $2 is the day from which overdue days are counted. */
  ageing,
  rollForward,
  receivedByHead,
  collection,
  dayBook,
  exceptions,
} as const
