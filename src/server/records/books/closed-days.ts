import { sql } from 'kysely'
import type { BookClosing, ClosingFigures } from '#contract/closed-days.ts'
import type { CalendarDate } from '#domain/calendar.ts'
import type { SumsOfDays } from '#domain/closed-days.ts'
import { nothing } from '#domain/money.ts'
import { paymentMethods, type PaymentMethod } from '#domain/payment-method.ts'
import { saveClosedUntil } from '#server/records/campus-rules.ts'
import type { Scope } from '#server/records/scope.ts'
import { chargeEntries } from './book-entries.ts'
import { digestOfClosing, findLastHash } from './book-hashes.ts'

interface ClosingToWrite {
  readonly closedUntil: CalendarDate | null
  readonly wasUntil: CalendarDate | null
  readonly reason: string
  readonly figures: ClosingFigures | null
}

/** Inserts a closing or reopening and puts it in force; the campus lock must be exclusive. Returns its number. */
export async function insertClosing(scope: Scope, closing: ClosingToWrite): Promise<number> {
  const { trx, campus, userId, now } = scope
  const { closedUntil, wasUntil, reason, figures } = closing
  const last = await findLastHash(scope)
  const { rows } = await sql<{ closingNo: number }>`
    insert into book_closings (campus, closing_no, closed_until, was_until, entered_at, entered_by, reason, figures,
      hash_place, hash)
    select ${campus}, coalesce(max(closing_no), 0) + 1, ${closedUntil}::date, ${wasUntil}::date,
      ${now}::timestamptz, ${userId}, ${reason}, ${figures && JSON.stringify(figures)}::jsonb,
      ${last.hash_place}::bigint, ${last.hash}::bytea
    from book_closings where campus = ${campus}
    returning closing_no as "closingNo"`.execute(trx)
  await saveClosedUntil(scope, closedUntil)
  const [row] = rows
  if (!row) throw new Error('A closing was not written')
  return row.closingNo
}

/** SQL: the classes that a closing `c` filed, or null; closings from before opening balances get 0 brought in. */
export const classesFiled = `case jsonb_typeof(c.figures -> 'byClass') when 'array' then (
  select coalesce(jsonb_agg('{"broughtIn": 0}'::jsonb || filed.line order by filed.place), '[]')
  from jsonb_array_elements(c.figures -> 'byClass') with ordinality filed (line, place)) end`

/** Lists the closings and reopenings, newest first. */
export async function listClosings({ trx, campus }: Scope): Promise<BookClosing[]> {
  const { rows } = await sql<BookClosing>`
    select c.closing_no as "closingNo", c.closed_until as "closedUntil", c.was_until as "wasUntil",
      c.entered_at as "enteredAt", c.entered_by as "enteredBy", coalesce(t.name, c.entered_by) as "enteredByName",
      c.reason, ${sql.raw(digestOfClosing)} as digest,
      -- Closings from before there were adjustments or opening balances have none, and those from before the roll-forward
      -- no classes.
      case when c.figures is not null then '{"broughtIn": 0, "adjusted": 0}'::jsonb || c.figures
        || jsonb_build_object('byClass', ${sql.raw(classesFiled)}) end as figures
    from book_closings c left join staff t on t.campus = c.campus and t.user_id = c.entered_by
    where c.campus = ${campus} order by c.closing_no desc`.execute(trx)
  return rows
}

/** Sums brought in, charged and adjusted on the days of a closing, and received by each method that has receipts. */
export interface ClosingSums {
  readonly broughtIn: Pick<SumsOfDays, 'before' | 'within'>
  readonly charged: Pick<SumsOfDays, 'before' | 'within'>
  readonly adjusted: Pick<SumsOfDays, 'before' | 'within'>
  readonly byMethod: readonly (SumsOfDays & { readonly method: PaymentMethod })[]
}

/** Sums the days after `after` (null for all days) up to `until`, by the dates on vouchers and receipts. */
export async function sumClosing(
  { trx, campus }: Scope,
  after: CalendarDate | null,
  until: CalendarDate,
): Promise<ClosingSums> {
  const isBefore = sql`day <= ${after}::date`
  const isWithin = sql`day <= ${until}::date and (${after}::date is null or day > ${after}::date)`
  const { rows } = await sql<SumsOfDays & { readonly kind: string }>`
    select kind, coalesce(sum(amount) filter (where ${isBefore}), 0)::bigint as before,
      coalesce(sum(amount) filter (where ${isWithin}), 0)::bigint as within,
      (count(*) filter (where ${isWithin} and amount > 0))::int as count,
      (count(*) filter (where ${isWithin} and amount < 0))::int as back
    from (
      select case kind when 'opening' then 'broughtIn' else 'charged' end as kind, day, owed as amount from (${sql.raw(chargeEntries)}) c where campus = ${campus}
      union all select 'adjusted', effective_on, amount from adjustments
        where campus = ${campus} and from_voucher_no is null
      union all select method::text, received_on, amount from receipts where campus = ${campus}
    ) e group by kind`.execute(trx)
  const sumsOf = (kind: string) => rows.find((row) => row.kind === kind)
  const noSums = { before: nothing, within: nothing }
  return {
    broughtIn: sumsOf('broughtIn') ?? noSums,
    charged: sumsOf('charged') ?? noSums,
    adjusted: sumsOf('adjusted') ?? noSums,
    byMethod: paymentMethods.flatMap((method) => {
      const row = sumsOf(method)
      return row ? [{ method, ...row }] : []
    }),
  }
}
