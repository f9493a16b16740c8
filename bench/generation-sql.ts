const columns = `campus, voucher_no, roll_no, chain_no, kind, student_class, section, year, month, issue_date, due_date,
  period_from, period_to, monthly_fee, discount, registration_fee, admission_fee, examination_fee, arrears, fee_paid,
  note, generated_at, generated_by`

/** A campus and the first day of the month that it gets vouchers for. */
export interface Run {
  readonly campus: string
  readonly month: string
}

const wanted = (runs: readonly Run[]): string =>
  runs.map(({ campus, month }) => `('${campus}', '${month}'::date)`).join(', ')

const due = (table: string, runs: readonly Run[]) => `
  from (values ${wanted(runs)}) w (campus, first_day)
    join students s on s.campus = w.campus
    join fees f on f.campus = s.campus and f.roll_no = s.roll_no
    left join lateral (select v.net_balance, v.chain_no from ${table} v
      where v.campus = s.campus and v.roll_no = s.roll_no order by v.chain_no desc limit 1) l on true
  where s.state = 'active' and not exists (select from ${table} v where v.campus = s.campus and v.roll_no = s.roll_no
    and v.year = extract(year from w.first_day) and v.month = extract(month from w.first_day))`

const charged =
  'f.monthly_fee::bigint + f.registration_fee + f.admission_fee + f.examination_fee - f.discount'

const values = `s.campus, replace(s.student_class::text || s.section::text || s.roll_no, ' ', '') || '-'
    || to_char(w.first_day, 'YYYYMM'), s.roll_no, coalesce(l.chain_no, 0) + 1, 'monthly', s.student_class, s.section,
  extract(year from w.first_day), extract(month from w.first_day), w.first_day, w.first_day + 10, w.first_day,
  (w.first_day + interval '1 month' - interval '1 day')::date, f.monthly_fee, f.discount, f.registration_fee,
  f.admission_fee, f.examination_fee, coalesce(l.net_balance, 0), coalesce(l.net_balance, 0) + ${charged} <= 0, '',
  now(), 'limit'`

/** The month's vouchers with the arrears of each student's latest: one INSERT into the product's own table. */
export const generation = (runs: readonly Run[]): string =>
  `insert into vouchers (${columns}) select ${values} ${due('vouchers', runs)}`

const bareTable = 'bench_vouchers'

/** The same vouchers in a table with three indexes and nothing else: no foreign key, no check, no sum that is kept. */
export const makeBareTable: readonly string[] = [
  `create table ${bareTable} as select * from vouchers`,
  `alter table ${bareTable} add primary key (campus, voucher_no), add unique (campus, roll_no, chain_no)`,
  `create index on ${bareTable} (campus, year, month, student_class, section)`,
  `analyze ${bareTable}`,
]

export const dropBareTable = `drop table ${bareTable}`

/** As `generation`, into the bare table. */
export const bareGeneration = (runs: readonly Run[]): string => `
  insert into ${bareTable} (${columns}, received, amount, net_balance, posted)
  select ${values}, 0, ${charged}, coalesce(l.net_balance, 0) + ${charged}, false ${due(bareTable, runs)}`
