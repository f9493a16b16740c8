import { sql, type RawBuilder } from 'kysely'
import { receiptExceptions } from '#domain/book-exception.ts'
import type { CalendarDate } from '#domain/calendar.ts'
import { receivedHeads } from '#domain/received-heads.ts'
import type { dayBookList } from '#reports/day-book.ts'
import type { exceptionList } from '#reports/exceptions.ts'
import type { journalList } from '#reports/journal.ts'
import { booksAsOf, endOf } from '#server/records/books/as-of.ts'
import { bookEntries, feeEntries } from '#server/records/books/book-entries.ts'
import { bookExceptions } from '#server/records/books/book-exceptions.ts'
import { headColumn, receiptsByHead, sumsOfHeads } from '#server/records/receipts/receipts-by-head.ts'
import { drafts } from '#server/records/vouchers/debtors.ts'
import { enteredBetween, unlessAll, type ListSource } from './source.ts'

/** The exceptions of each person, in the order of entry. */
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
      query.exceptions === 'receipts'
        ? sql`e.kind in (${sql.join([...receiptExceptions])})`
        : unlessAll(query.exceptions, sql`e.kind = ${query.exceptions}`),
    ]
    return sql`from (${sql.raw(bookExceptions)}) e
      left join ${students} s on s.campus = e.campus and s.roll_no = e.roll_no
      left join staff t on t.campus = e.campus and t.user_id = e.who
      where ${sql.join(conditions, sql` and `)}`
  },
  orderBy: 'coalesce(t.name, e.who), e.who, e.written_at, e.number, e.roll_no, e.kind, e.voucher_no',
}

const heads = receivedHeads.map(({ key }) => headColumn(key))
/** SQL: the heads of a refund, which is paid from advances. */
const headsOfRefund = receivedHeads.map(({ key }) => (key === 'advance' ? '-sum(a.amount)' : '0')).join(', ')

const accounts = [
  `(0, 'method', d.total)`,
  ...receivedHeads.map(({ key }, index) => `(${index + 1}, '${key}', -d.${headColumn(key)})`),
].join(', ')

/** SQL: the day up to which the books are closed, now or at the end of a day. */
const closedUntil = (campus: string, asOf: CalendarDate | undefined): RawBuilder<unknown> =>
  asOf === undefined
    ? sql`(select closed_until from campus_rules where campus = ${campus})`
    : sql`(select closed_until from book_closings where campus = ${campus} and entered_at < ${endOf(asOf)}
        order by closing_no desc limit 1)`

/** The journal by day, method and account; the account of the method is debited with the money received. */
export const journalOfClosedDays: ListSource<typeof journalList> = {
  values: () => ({
    date: 'j.day',
    method: 'j.method',
    account: 'j.account',
    debit: 'greatest(j.amount, 0)',
    credit: 'greatest(-j.amount, 0)',
  }),
  from: (scope, query) => {
    const { campus } = scope
    const { adjustments } = booksAsOf(scope, query.asOf)
    const refundDays = sql`${unlessAll(query.fromDate, sql`a.effective_on >= ${query.fromDate}`)}
      and ${unlessAll(query.toDate, sql`a.effective_on <= ${query.toDate}`)}`
    return sql`
    from (select d.day, d.method, x.place, x.account, x.amount::bigint as amount
      from (
        select day, method, ${sql.raw(heads.map((column) => `sum(${column}) as ${column}`).join(', '))}, sum(total) as total
        from (
          select h.received_on as day, h.method, ${sql.raw(sumsOfHeads)}, sum(h.amount) as total
            from ${receiptsByHead(scope, query)} h group by 1, 2
          union all select a.effective_on, a.method, ${sql.raw(headsOfRefund)}, -sum(a.amount) from ${adjustments} a
            where a.campus = ${campus} and a.kind = 'refund' and ${refundDays} group by 1, 2) r
        where day <= ${closedUntil(campus, query.asOf)}
        group by day, method) d
      cross join lateral (values ${sql.raw(accounts)}) x (place, account, amount)
      where x.amount <> 0) j`
  },
  orderBy: 'j.day, j.method, j.place',
}

/** SQL: the order within an instant: replaced and voided vouchers, billing, re-pricing, money, adjustments. */
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
