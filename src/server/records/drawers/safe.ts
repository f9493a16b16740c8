// Cash and cheques of accepted closings that are not deposited yet (decision record 41).

import { sql } from 'kysely'
import type { Cheque, Deposit } from '#contract/cashier-close.ts'
import type { CalendarDate } from '#domain/calendar.ts'
import type { EmptiedClosing, LeftInSafe } from '#domain/cashier-close.ts'
import type { Money } from '#domain/money.ts'
import type { Scope } from '#server/records/scope.ts'
import { chequeColumns, drawerOfReceipt } from './drawers.ts'

/** Lists the accepted closings with cash in the safe, oldest first; paisa. */
export async function listLeftInSafe({ trx, campus }: Scope): Promise<LeftInSafe[]> {
  const { rows } = await sql<LeftInSafe>`
    select c.closing_no as "closingNo", (c.to_safe - coalesce(d.taken, 0))::bigint as left
    from cashier_closings c left join (
      select (e ->> 'closingNo')::integer as closing_no, sum((e ->> 'amount')::bigint) as taken
      from deposits d cross join jsonb_array_elements(d.emptied) e where d.campus = ${campus} group by 1) d
      using (closing_no)
    where c.campus = ${campus} and c.accepted_at is not null and c.to_safe > coalesce(d.taken, 0)
    order by c.closing_no`.execute(trx)
  return rows
}

/** Lists the cheques of accepted closings that were neither reversed nor deposited, by receipt number. */
export async function listChequesInSafe({ trx, campus }: Scope): Promise<Cheque[]> {
  const { rows } = await sql<Cheque>`
    select ${chequeColumns} from cashier_closings c
      join receipts r on r.campus = c.campus and r.receipt_no > c.after_receipt and r.receipt_no <= c.up_to_receipt
        and ${sql.raw(drawerOfReceipt)} = c.drawer and r.method = 'cheque' and r.kind = 'receipt'
      join students s on s.campus = r.campus and s.roll_no = r.roll_no
    where c.campus = ${campus} and c.accepted_at is not null
      and not exists (select from receipts x where x.campus = r.campus and x.reverses = r.receipt_no)
      and not exists (select from deposits d where d.campus = r.campus and d.cheques @> to_jsonb(r.receipt_no))
    order by r.receipt_no`.execute(trx)
  return rows
}

/** Amounts in paisa. */
export interface DepositToWrite {
  readonly depositedDate: CalendarDate
  readonly account: string
  readonly slip: string
  readonly cash: Money
  readonly cheques: readonly number[]
  readonly emptied: readonly EmptiedClosing[]
}

export async function lockSafe({ trx, campus }: Scope): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`safe of ${campus}`}, 0))`.execute(trx)
}

/** Inserts a deposit; call `lockSafe` before. Returns the number of the deposit. */
export async function insertDeposit(scope: Scope, deposit: DepositToWrite): Promise<number> {
  const { trx, campus, userId, now } = scope
  const { depositedDate, account, slip, cash, cheques, emptied } = deposit
  const { rows } = await sql<{ depositNo: number }>`
    insert into deposits (campus, deposit_no, deposited_on, account, slip, cash, cheques, emptied, entered_at, entered_by)
    select ${campus}, coalesce(max(deposit_no), 0) + 1, ${depositedDate}::date, ${account}, ${slip}, ${cash}::bigint,
      ${JSON.stringify(cheques)}::jsonb, ${JSON.stringify(emptied)}::jsonb, ${now}::timestamptz, ${userId}
    from deposits where campus = ${campus} returning deposit_no as "depositNo"`.execute(trx)
  const [row] = rows
  if (!row) throw new Error('A deposit was not written')
  return row.depositNo
}

/** Lists the deposits dated on these days, newest first. */
export async function listDeposits(
  { trx, campus }: Scope,
  from: CalendarDate,
  to: CalendarDate,
): Promise<Deposit[]> {
  const { rows } = await sql<Deposit>`
    select d.deposit_no as "depositNo", d.deposited_on as "depositedDate", d.account, d.slip, d.cash, d.cheques,
      coalesce((select sum(r.amount) from receipts r where r.campus = d.campus and d.cheques @> to_jsonb(r.receipt_no)), 0)::bigint
        as "chequesSum",
      d.emptied, d.entered_at as "enteredAt", coalesce(t.name, d.entered_by) as "enteredByName"
    from deposits d left join staff t on t.campus = d.campus and t.user_id = d.entered_by
    where d.campus = ${campus} and d.deposited_on between ${from}::date and ${to}::date
    order by d.deposit_no desc`.execute(trx)
  return rows
}
