import type { SchoolClass, Section } from '#domain/school.ts'
import type { StudentState } from '#domain/student.ts'
import { minDigits, type StudentSearch } from '#domain/student-search.ts'
import { sql, type RawBuilder } from 'kysely'
import { contactColumn } from './contacts.ts'
import type { Scope } from './scope.ts'

/** A student as a search answers it. */
export interface FoundStudent {
  readonly rollNo: number
  readonly studentName: string
  readonly fatherName: string
  readonly studentClass: SchoolClass
  readonly section: Section
  readonly fatherHomePhone: string
  readonly fatherCnic: string
  readonly state: StudentState
}

/** How many students a search answers at most. */
const mostFound = 10

interface Condition {
  readonly asked: RawBuilder<unknown>
  readonly matches: RawBuilder<unknown>
  /** Smaller is nearer; 10 more for who is no longer at school, but for the one who is meant exactly. */
  readonly rank: RawBuilder<unknown>
  /** What those of one rank are sorted by, before the roll number. */
  readonly tie: RawBuilder<unknown>
}

const tenForGone = sql`case s.state when 'active' then 0 else 10 end`

/** A roll number whole or begun, then any part of a card or phone number for callers who may see those numbers. */
const byNumber = (digits: string, seesContacts: boolean): Condition => ({
  asked: sql`select ${digits}::text as digits`,
  matches:
    digits.length < minDigits || !seesContacts
      ? sql`s.roll_no::text like digits || '%'`
      : sql`(s.roll_no::text like digits || '%' or s.search_numbers like '%' || digits || '%')`,
  rank: sql`case when s.roll_no::text = digits then 0
    when s.roll_no::text like digits || '%' then 1 + ${tenForGone} else 2 + ${tenForGone} end`,
  tie: sql`''`,
})

/** Every typed word begins a word of either name, the student's whole name first; then any part of a word, of two letters on. */
const byWords = (words: string): Condition => ({
  asked: sql`
    select ' ' || plain_words(${words}) || '%' as whole, array_agg('% ' || word || '%') as beginnings,
      array_agg(case when length(word) > 1 then '%' || word || '%' else '% ' || word || '%' end) as parts
    from unnest(string_to_array(plain_words(${words}), ' ')) word`,
  matches: sql`s.search_names like all (parts)`,
  rank: sql`case when s.search_names like whole then 0 when s.search_names like all (beginnings) then 1 else 2 end
    + ${tenForGone}`,
  tie: sql`s.search_names`,
})

/** The nearest students of the campus: who is meant exactly, then those at school, then those who have left. */
export async function searchStudents(
  { trx, campus, seesContacts }: Scope,
  search: StudentSearch,
): Promise<FoundStudent[]> {
  const { asked, matches, rank, tie } =
    search.kind === 'number' ? byNumber(search.digits, seesContacts) : byWords(search.words)
  // Compared in the index alone; only those who are answered are read.
  const { rows } = await sql<FoundStudent>`
    with asked as materialized (${asked}),
    nearest as materialized (
      select s.roll_no, ${rank} as rank, ${tie} as tie from students s, asked
      where s.campus = ${campus} and ${matches}
      order by rank, tie, s.roll_no limit ${mostFound})
    select s.roll_no as "rollNo", s.student_name as "studentName", s.father_name as "fatherName",
      s.student_class as "studentClass", s.section, s.state,
      ${contactColumn({ seesContacts }, 'father_home_phone')} as "fatherHomePhone",
      ${contactColumn({ seesContacts }, 'father_cnic')} as "fatherCnic"
    from nearest n join students s on s.campus = ${campus} and s.roll_no = n.roll_no
    order by n.rank, n.tie, n.roll_no`.execute(trx)
  return rows
}
