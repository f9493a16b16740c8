import { sql } from 'kysely'
import type { dayBookList } from '#reports/day-book.ts'
import { booksAsOf, endOf } from '#server/records/books/as-of.ts'
import { bookEntries, feeEntries } from '#server/records/books/book-entries.ts'
import { drafts } from '#server/records/vouchers/debtors.ts'
import { enteredBetween, unlessAll, type ListSource } from './source.ts'

/** The order within an instant: endings, billing and re-pricing, then money, then adjustments. */
const rank = `case e.kind when 'replaced' then 0 when 'voided' then 0 when 'billed' then 1 when 're-priced' then 2
  when 'fees changed' then 2 when 'adjusted' then 4 when 'moved' then 4 else 3 end`

/** The entries of the day book in the order of entry; class and section are the voucher's. */
export const enteredInBooks: ListSource<typeof dayBookList> = {
  values: () => ({
    enteredAt: 'e.written_at',
    date: 'e.day',
    kind: 'e.kind',
    who: 'e.who',
    whoName: 'coalesce(t.name, e.who)',
    rollNo: 'e.roll_no',
    studentName: 's.student_name',
    studentClass: 'coalesce(v.student_class, s.student_class)',
    section: 'coalesce(v.section, s.section)',
    voucherNo: 'e.voucher_no',
    number: 'e.number',
    reverses: 'e.reverses',
    debit: 'greatest(e.owed, 0)',
    credit: 'greatest(-e.owed, 0)',
    notPosted: `case when d.voucher_no is not null and e.kind in ('billed', 're-priced') then e.owed else 0 end`,
    before: 'e.before',
    after: 'e.after',
    discountBefore: 'e.discount_before',
    discountAfter: 'e.discount_after',
    adjustment: 'e.how',
    method: 'e.method',
    reference: 'e.reference',
    other: `coalesce(e.other, '')`,
    reason: 'e.reason',
  }),
  from: ({ campus }, query) => {
    const { students } = booksAsOf({ campus }, query.asOf)
    const conditions = [
      sql`e.campus = ${campus}`,
      enteredBetween(sql`e.written_at`, query),
      sql`e.written_at < ${endOf(query.asOf)}`,
      unlessAll(query.entries, sql`e.kind = ${query.entries}`),
      unlessAll(query.studentClass, sql`coalesce(v.student_class, s.student_class) = ${query.studentClass}`),
    ]
    return sql`from (${sql.raw(`${bookEntries} union all ${feeEntries}`)}) e
      join ${students} s on s.campus = e.campus and s.roll_no = e.roll_no
      left join vouchers v on v.campus = e.campus and v.voucher_no = e.voucher_no
      left join ${drafts(campus, query.asOf)} d on d.voucher_no = e.voucher_no
      left join staff t on t.campus = e.campus and t.user_id = e.who
      where ${sql.join(conditions, sql` and `)}`
  },
  orderBy: `e.written_at, ${rank}, e.number, e.roll_no, v.chain_no`,
}
