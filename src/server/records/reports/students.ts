import { firstOfMonth, monthOf } from '#domain/calendar.ts'
import { monthlyHeads } from '#domain/fee-heads.ts'
import type { QueryOf } from '#reports/list.ts'
import type { studentList } from '#reports/student-list.ts'
import { contactColumn } from '#server/records/contacts.ts'
import { sumOfColumns } from '#server/records/fee-columns.ts'
import { studentInBriefValues } from '#server/records/student-values.ts'
import { sql } from 'kysely'
import { unlessAll, type ListSource } from './source.ts'
import { whereValid } from '#server/records/valid-vouchers.ts'

const active = (campus: string, { studentClass, section }: QueryOf<typeof studentList>) => sql`
  where s.campus = ${campus} and s.state = 'active'
    and ${unlessAll(studentClass, sql`s.student_class = ${studentClass}`)}
    and ${unlessAll(section, sql`s.section = ${section}`)}`

/** The active students with this month's fees, the balance of their latest voucher and their unpaid months, in class order. */
export const listedStudents: ListSource<typeof studentList> = {
  values: (scope) => ({
    ...studentInBriefValues,
    fatherHomePhone: contactColumn(scope, 'father_home_phone'),
    admissionDate: 's.admission_date',
    netMonthlyFee: sumOfColumns(monthlyHeads, (column) => `f.${column}::bigint`),
    balance: 'coalesce(l.net_balance, 0)',
    unpaidMonths: 'coalesce(u.months, 0)',
  }),
  from: ({ campus, today }, query) => sql`
    from students s
      cross join lateral fees_in_month(s.campus, s.roll_no, ${firstOfMonth(monthOf(today))}::date) f
      left join latest_vouchers l on l.campus = s.campus and l.roll_no = s.roll_no
      left join (
        select v.roll_no, count(*)::int as months from vouchers v
        where v.campus = ${campus} and not v.fee_paid and ${whereValid('v')} group by v.roll_no
      ) u on u.roll_no = s.roll_no
    ${active(campus, query)}`,
  totalsFrom: ({ campus }, query) => sql`from students s ${active(campus, query)}`,
  orderBy: 's.student_class, s.section, s.roll_no',
}
