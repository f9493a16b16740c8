// The references as SQL: the least work with which PostgreSQL can do each job, by a user without row security. In the
// queries, $1 is the campus; $2 and $3 are the first and last day of issue unless stated otherwise.

const rupees = (column: string): string => `(${column}::float8 / 100)`

const voucherFields = `'voucherNo', v.voucher_no, 'chainNo', v.chain_no, 'kind', v.kind, 'studentName', s.student_name,
  'fatherName', s.father_name, 'rollNo', v.roll_no, 'studentClass', v.student_class, 'section', v.section,
  'campus', v.campus, 'feePeriod', v.period_from || ' to ' || v.period_to, 'issueDate', v.issue_date,
  'dueDate', v.due_date, 'monthlyFee', ${rupees('v.monthly_fee')},
  'netMonthlyFee', ${rupees('(v.monthly_fee - v.discount)')}, 'discount', ${rupees('v.discount')},
  'registrationFee', ${rupees('v.registration_fee')}, 'admissionFee', ${rupees('v.admission_fee')},
  'examinationFee', ${rupees('v.examination_fee')}, 'arrears', ${rupees('v.arrears')}, 'fine', ${rupees('v.fine')},
  'thisMonth', ${rupees('v.amount')}, 'netReceivable', ${rupees('(v.arrears + v.amount)')},
  'receivedAmount', ${rupees('v.received')}, 'netBalance', ${rupees('v.net_balance')},
  'receivedBy', coalesce(v.received_by, ''), 'receivedDate', coalesce(v.received_on::text, ''),
  'editedBy', coalesce(v.edited_by, ''), 'feePaid', v.fee_paid, 'posted', v.posted, 'note', v.note,
  'monthGenerated', v.month, 'yearGenerated', v.year, 'isRemoved', s.state <> 'active', 'carriedTo', v.carried_to,
  'replacedBy', v.replaced_by`

const rowColumns = `v.voucher_no, v.chain_no, v.roll_no, s.student_name, s.father_name, v.student_class, v.section,
  v.period_from, v.period_to, v.issue_date, v.due_date, v.monthly_fee, v.discount, v.registration_fee, v.admission_fee,
  v.examination_fee, v.fine, v.arrears, v.received,
  v.fee_paid::int + 2 * v.posted::int + 4 * (s.state <> 'active')::int, v.carried_to`

const withStudents = 'from vouchers v join students s on s.campus = v.campus and s.roll_no = v.roll_no'
const inClassOrder = 'order by v.student_class, v.section, v.roll_no, v.chain_no'
const isIssued = 'v.campus = $1 and v.replaced_by is null and not v.voided and v.issue_date between $2 and $3'
const issued = `${withStudents} where ${isIssued}`
const unpaid = `${withStudents} where v.campus = $1 and not v.fee_paid and v.carried_to is null and v.replaced_by is null and not v.voided`
const latest = `left join lateral (select * from vouchers v where v.campus = s.campus and v.roll_no = s.roll_no
  order by v.chain_no desc limit 1) v on true`
const activeStudents = `from students s join fees f on f.campus = s.campus and f.roll_no = s.roll_no ${latest}
  where s.campus = $1 and s.state = 'active' order by s.student_class, s.section, s.roll_no`

const sums = [
  'monthly_fee',
  'examination_fee',
  'registration_fee',
  'admission_fee',
  'fine',
  'discount',
  'arrears',
]
  .concat(['amount', 'received', 'net_balance'])
  .map((column) => `sum(v.${column})`)

const fileColumns = `v.voucher_no, v.issue_date, v.monthly_fee, v.examination_fee, v.registration_fee, v.admission_fee,
  v.fine, v.discount, v.roll_no, s.student_name, v.arrears, v.amount, v.arrears + v.amount, v.received, v.net_balance`

export const queries = {
  /** A student with the fees and the open voucher; $2 is the roll number. */
  student: `
    select json_build_object('studentData', json_build_object('admissionNo', s.admission_no, 'admissionDate',
        s.admission_date, 'registrationNo', s.registration_no, 'studentName', s.student_name, 'fatherName', s.father_name,
        'dateOfBirth', s.date_of_birth, 'placeOfBirth', s.place_of_birth, 'gender', s.gender, 'religion', s.religion,
        'address', s.address, 'fatherCnic', s.father_cnic, 'fatherOccupation', s.father_occupation,
        'fatherHomePhone', s.father_home_phone, 'fatherOfficePhone', s.father_office_phone, 'telephone', s.telephone,
        'fatherEmail', s.father_email, 'studentClass', s.student_class, 'section', s.section, 'rollNo', s.roll_no,
        'campus', s.campus, 'state', s.state, 'removalDate', s.left_on, 'admissionClass', s.admission_class),
      'monthlyFeeData', json_build_object('monthlyFee', ${rupees('f.monthly_fee')}, 'discount', ${rupees('f.discount')},
        'registrationFee', ${rupees('f.registration_fee')}, 'admissionFee', ${rupees('f.admission_fee')},
        'examinationFee', ${rupees('f.examination_fee')}),
      'openVoucher', case when not v.fee_paid then json_build_object(${voucherFields}) end)::text as json
    from students s join fees f on f.campus = s.campus and f.roll_no = s.roll_no ${latest}
    where s.campus = $1 and s.roll_no = $2`,

  /** The ten best matches of a name; $2 is the search text. */
  names: `
    select json_build_object('rollNo', s.roll_no, 'studentName', s.student_name, 'fatherName', s.father_name,
      'studentClass', s.student_class, 'section', s.section, 'fatherHomePhone', s.father_home_phone,
      'fatherCnic', s.father_cnic, 'state', s.state,
      'latestVoucher', json_build_object('voucherNo', v.voucher_no, 'netBalance', ${rupees('v.net_balance')}))::text as json
    from (select s.roll_no, case when search_names like ' ' || plain_words($2) || '%' then 0 else 1 end as rank, search_names
      from students s where s.campus = $1 and s.search_names like all
        (select '%' || word || '%' from unnest(string_to_array(plain_words($2), ' ')) word)
      order by rank, search_names, roll_no limit 10) n join students s on s.campus = $1 and s.roll_no = n.roll_no
      ${latest}
    order by n.rank, n.search_names, n.roll_no`,

  /** The children of a family with their balances; $2 is the father's CNIC in digits. */
  family: `
    select json_build_object('rollNo', s.roll_no, 'studentName', s.student_name, 'fatherName', s.father_name,
      'studentClass', s.student_class, 'section', s.section, 'fatherHomePhone', s.father_home_phone,
      'fatherCnic', s.father_cnic, 'state', s.state,
      'latestVoucher', json_build_object('voucherNo', v.voucher_no, 'netBalance', ${rupees('v.net_balance')}))::text as json
    from students s ${latest} where s.campus = $1 and s.family_cnic = $2 order by s.roll_no`,

  /** A student with brothers and sisters, vouchers and receipts; $2 is the roll number. */
  account: `
    select json_build_object('studentData', to_jsonb(s), 'monthlyFeeData', to_jsonb(f),
      'family', (select json_agg(json_build_object('rollNo', b.roll_no, 'studentName', b.student_name,
          'studentClass', b.student_class, 'section', b.section, 'balance', ${rupees('b.net_balance')}))
        from (select s.*, v.net_balance from students s ${latest}) b
        where b.campus = $1 and b.family_cnic = s.family_cnic and b.roll_no <> s.roll_no),
      'vouchers', (select json_agg(json_build_object('voucherNo', v.voucher_no, 'year', v.year, 'month', v.month,
          'issueDate', v.issue_date, 'dueDate', v.due_date, 'amount', ${rupees('v.amount')},
          'receivedAmount', ${rupees('v.received')}, 'netBalance', ${rupees('v.net_balance')}, 'posted', v.posted,
          'feePaid', v.fee_paid, 'carriedTo', v.carried_to, 'generatedAt', v.generated_at, 'generatedBy', v.generated_by)
          order by v.chain_no)
        from vouchers v where v.campus = $1 and v.roll_no = s.roll_no and v.replaced_by is null and not v.voided),
      'receipts', (select json_agg(json_build_object('receiptNo', r.receipt_no, 'voucherNo', r.voucher_no,
          'amount', ${rupees('r.amount')}, 'receivedDate', r.received_on, 'receivedBy', r.received_by,
          'enteredAt', r.entered_at) order by r.receipt_no)
        from receipts r where r.campus = $1 and r.roll_no = s.roll_no))::text as json
    from students s join fees f on f.campus = s.campus and f.roll_no = s.roll_no
    where s.campus = $1 and s.roll_no = $2`,

  studentList: `
    select json_build_object('rollNo', s.roll_no, 'studentName', s.student_name, 'fatherName', s.father_name,
      'studentClass', s.student_class, 'section', s.section, 'fatherHomePhone', s.father_home_phone,
      'admissionDate', s.admission_date, 'netMonthlyFee', ${rupees('(f.monthly_fee - f.discount)')},
      'balance', ${rupees('coalesce(v.net_balance, 0)')})::text as json ${activeStudents}`,

  /** The last unpaid voucher of each student. */
  receivables: `select json_build_object(${voucherFields})::text as json ${unpaid} ${inClassOrder}`,
  receivableRows: `select json_build_array(${rowColumns})::text as json ${unpaid} ${inClassOrder}`,

  vouchers: `select json_build_object(${voucherFields})::text as json ${issued} ${inClassOrder}`,
  voucherRows: `select json_build_array(${rowColumns})::text as json ${issued} ${inClassOrder}`,
  totals: `
    select json_build_array(count(*), ${sums.join(', ')}, sum(v.arrears + v.amount))::text as json
    from vouchers v where ${isIssued}`,

  /** The sums of a dashboard, each from its table; $2 is the first of twelve months, $3 and $4 are the last. */
  overview: `
    select json_build_object(
      'received', (select json_agg(d) from (select received_on, received_by, sum(amount) as total from receipts
        where campus = $1 and received_on >= $2 group by 1, 2) d),
      'month', (select json_agg(c) from (select student_class, count(*) as vouchers, sum(amount + arrears) as charged,
        sum(received) as received, count(*) filter (where fee_paid) as paid from vouchers
        where campus = $1 and year = $3 and month = $4 and replaced_by is null and not voided group by 1) c),
      'charged', (select json_agg(m) from (select year, month, sum(amount) as charged from vouchers
        where campus = $1 and (year, month) > ($3 - 1, $4) and (year, month) <= ($3, $4) and replaced_by is null and not voided
        group by 1, 2) m),
      'dues', (select json_agg(o) from (select student_class, months, count(*) as students, sum(amount) as amount from
        (select distinct on (roll_no) student_class, net_balance as amount, count(*) over (partition by roll_no) as months
          from vouchers where campus = $1 and not fee_paid and replaced_by is null and not voided order by roll_no, chain_no desc) d
        group by 1, 2) o),
      'advance', (select sum(v.net_balance) from students s ${latest} where s.campus = $1 and v.net_balance < 0),
      'students', (select count(*) from students where campus = $1 and state = 'active'))::text as json`,

  file: `copy (select ${fileColumns} ${issued} ${inClassOrder}) to stdout with (format csv, header)`,
} as const
export type QueryName = keyof typeof queries

const literal = (value: string | number): string =>
  typeof value === 'number' ? String(value) : `'${value.replaceAll("'", "''")}'`

/** Inserts the parameters into a query as literals. */
export const fillIn = (query: string, ...parameters: readonly (string | number)[]): string =>
  query.replaceAll(/\$(\d)/g, (_, place: string) => literal(parameters[Number(place) - 1] ?? ''))

export const withParameters = (name: QueryName, ...parameters: readonly (string | number)[]): string =>
  fillIn(queries[name], ...parameters)
