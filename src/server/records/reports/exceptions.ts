import { sql } from 'kysely'
import type { exceptionList } from '#reports/exceptions.ts'
import { booksAsOf, endOf } from '#server/records/books/as-of.ts'
import { bookExceptions } from '#server/records/books/book-exceptions.ts'
import { enteredBetween, unlessAll, type ListSource } from './source.ts'

/** Corrections and exceptions by person, each person's in the order of entry. */
export const registeredExceptions: ListSource<typeof exceptionList> = {
  values: () => ({
    enteredAt: 'e.written_at',
    kind: 'e.kind',
    who: 'e.who',
    whoName: 'coalesce(t.name, e.who)',
    rollNo: 'e.roll_no',
    studentName: `coalesce(s.student_name, '')`,
    voucherNo: 'e.voucher_no',
    number: 'e.number',
    date: 'e.day',
    owed: 'e.owed',
    size: 'abs(e.owed)',
    reason: 'e.reason',
  }),
  from: ({ campus }, query) => {
    const { students } = booksAsOf({ campus }, query.asOf)
    const conditions = [
      sql`e.campus = ${campus}`,
      enteredBetween(sql`e.written_at`, query),
      sql`e.written_at < ${endOf(query.asOf)}`,
      unlessAll(query.exceptions, sql`e.kind = ${query.exceptions}`),
    ]
    return sql`from (${sql.raw(bookExceptions)}) e
      left join ${students} s on s.campus = e.campus and s.roll_no = e.roll_no
      left join staff t on t.campus = e.campus and t.user_id = e.who
      where ${sql.join(conditions, sql` and `)}`
  },
  orderBy: 'coalesce(t.name, e.who), e.who, e.written_at, e.number, e.roll_no, e.kind, e.voucher_no',
}
