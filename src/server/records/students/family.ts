import type { CalendarDate } from '#domain/calendar.ts'
import type { Money } from '#domain/money.ts'
import type { SchoolClass, Section } from '#domain/school.ts'
import { statement } from '#server/database/fast/statements.ts'
import type { Scope } from '#server/records/scope.ts'
import { dueSinceOfStudent } from '#server/records/vouchers/debtors.ts'

/** A brother or sister of a student, with the balance in paisa, negative if paid in advance. */
export interface FamilyMember {
  readonly rollNo: number
  readonly studentName: string
  readonly studentClass: SchoolClass
  readonly section: Section
  readonly balance: Money
  /** The earliest due day of the debt; null if nothing is owed. */
  readonly dueSince: CalendarDate | null
}

/** A CNIC or phone that more children share is taken for a filler value. */
const largestFamily = 12

const familyStatement = statement<FamilyMember>(`
  with child as materialized (
    select roll_no, family_cnic, family_phone, plain_words(father_name) as father
    from students where campus = $1 and roll_no = $2),
  family as materialized (
    select s.roll_no from students s, child c where s.campus = $1 and s.family_cnic = c.family_cnic
    union
    select s.roll_no from students s, child c
    where s.campus = $1 and s.family_phone = c.family_phone and (s.family_cnic is null or c.family_cnic is null)
      and plain_words(s.father_name) = c.father)
  select s.roll_no as "rollNo", s.student_name as "studentName", s.student_class as "studentClass", s.section,
    coalesce(v.net_balance, 0)::bigint as balance,
    case when v.net_balance > 0 then ${dueSinceOfStudent} end as "dueSince"
  from family f join students s on s.campus = $1 and s.roll_no = f.roll_no
  left join last_posted_vouchers v on v.campus = s.campus and v.roll_no = s.roll_no
  where f.roll_no <> $2 and (select count(*) from family) <= ${largestFamily}
    and (s.state = 'active' or v.net_balance > 0)
  order by s.student_class desc, s.roll_no`)

/**
 * Lists siblings at the campus: children with the same father's CNIC or, if one of two has no CNIC of 13 digits, with
 * the same phone and father's name. Compares digits and ignores numbers of one repeated digit. A child who has left is
 * listed only while something is owed.
 */
export const listFamily = ({ trx, campus }: Scope, rollNo: number): Promise<readonly FamilyMember[]> =>
  familyStatement(trx, [campus, rollNo])
