import { sql, type RawBuilder } from 'kysely'
import type { z } from 'zod/mini'
import type { findStudents } from '#contract/student-search.ts'
import { minDigits, type StudentSearch } from '#domain/student-search.ts'
import { isVoucherNo } from '#domain/voucher-number.ts'
import type { Scope } from '#server/records/scope.ts'
import { dueSinceOfStudent } from '#server/records/vouchers/debtors.ts'
import { findVoucherNo } from '#server/records/vouchers/vouchers.ts'
import { contactColumn } from './students.ts'

type FoundStudent = z.output<typeof findStudents.reply>['students'][number]

const maxResults = 10

interface Condition {
  readonly search: RawBuilder<unknown>
  readonly matches: RawBuilder<unknown>
  /** Lower is better; 10 more for students who have left, unless the match is exact. */
  readonly rank: RawBuilder<unknown>
  /** The order within a rank, before the roll number. */
  readonly tie: RawBuilder<unknown>
}

const tenIfLeft = sql`case s.state when 'active' then 0 else 10 end`

/**
 * Matches a roll number or its beginning, an old number or (from three digits on) its beginning, and any part of a CNIC
 * or phone if the caller sees contacts. In `search_names`, the digits of an old number follow a # at the end.
 */
function byNumber(digits: string, seesContacts: boolean): Condition {
  const isShort = digits.length < minDigits
  const hasNumber = sql`s.roll_no::text like digits || '%' or s.search_names like '% #' || digits || ${isShort ? '' : '%'}`
  return {
    search: sql`select ${digits}::text as digits`,
    matches:
      isShort || !seesContacts
        ? sql`(${hasNumber})`
        : sql`(${hasNumber} or s.search_numbers like '%' || digits || '%')`,
    rank: sql`case when s.roll_no::text = digits then 0
    when s.roll_no::text like digits || '%' or s.search_names like '% #' || digits then 1 + ${tenIfLeft}
    else 2 + ${tenIfLeft} end`,
    tie: sql`''`,
  }
}

/** Matches names and old numbers: the whole text first, then beginnings of words, then parts from two letters on. */
const byWords = (words: string): Condition => ({
  search: sql`
    select ' ' || plain_words(${words}) || '%' as whole, array_agg('% ' || word || '%') as beginnings,
      array_agg(case when length(word) > 1 then '%' || word || '%' else '% ' || word || '%' end) as parts
    from unnest(string_to_array(plain_words(${words}), ' ')) word`,
  matches: sql`s.search_names like all (parts)`,
  rank: sql`case when s.search_names like whole then 0 when s.search_names like all (beginnings) then 1 else 2 end
    + ${tenIfLeft}`,
  tie: sql`s.search_names`,
})

/** Matches the student of a voucher; null if the text is not a known voucher number. */
async function byVoucherNo(scope: Scope, text: string): Promise<Condition | null> {
  const voucher = isVoucherNo(text) ? await findVoucherNo(scope, text) : null
  return (
    voucher && {
      search: sql`select`,
      matches: sql`s.roll_no = ${voucher.rollNo}`,
      rank: sql`0`,
      tie: sql`''`,
    }
  )
}

/** Finds exact matches first, then active students, then students who have left. */
export async function searchStudents(scope: Scope, search: StudentSearch): Promise<FoundStudent[]> {
  const { trx, campus, seesContacts } = scope
  const {
    search: searched,
    matches,
    rank,
    tie,
  } = search.kind === 'number'
    ? byNumber(search.digits, seesContacts)
    : ((await byVoucherNo(scope, search.words.trim())) ?? byWords(search.words))
  // The search itself reads only the index.
  const { rows } = await sql<FoundStudent>`
    with searched as materialized (${searched}),
    nearest as materialized (
      select s.roll_no, ${rank} as rank, ${tie} as tie from students s, searched
      where s.campus = ${campus} and ${matches}
      order by rank, tie, s.roll_no limit ${maxResults})
    select s.roll_no as "rollNo", s.student_name as "studentName", s.father_name as "fatherName",
      s.student_class as "studentClass", s.section, s.state,
      ${sql.raw(contactColumn({ seesContacts }, 'father_home_phone'))} as "fatherHomePhone",
      ${sql.raw(contactColumn({ seesContacts }, 'father_cnic'))} as "fatherCnic",
      case when v.voucher_no is not null
        then json_build_object('voucherNo', v.voucher_no, 'netBalance', v.net_balance,
          'dueSince', case when v.net_balance > 0 then ${sql.raw(dueSinceOfStudent)} end) end as "latestVoucher"
    from nearest n join students s on s.campus = ${campus} and s.roll_no = n.roll_no
    left join last_posted_vouchers v on v.campus = s.campus and v.roll_no = s.roll_no
    order by n.rank, n.tie, n.roll_no`.execute(trx)
  return rows
}
