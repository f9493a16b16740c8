import { sql, type Kysely } from 'kysely'
import { feeHeads, studentHeads } from '#domain/fee-heads.ts'
import type { Schema } from '#server/database/schema.ts'
import { eachColumn, sumOfColumns } from '#server/records/fee-columns.ts'
import { validVoucher } from '#server/records/valid-vouchers.ts'

const amount = sumOfColumns(feeHeads, (column) => `${column}::bigint`)
const [studentColumns, voucherColumns] = [eachColumn(studentHeads), eachColumn(feeHeads)]
const feeInMonth = eachColumn(studentHeads, (column, key) =>
  key === 'monthlyFee' || key === 'discount' ? `coalesce(c.${column}, f.${column})` : `f.${column}`,
)

/** Returns the statements that add these fee-head columns. */
const addColumns = (columns: readonly string[]) =>
  columns.flatMap((column) => [
    `alter table fees add column ${column} fee not null default 0`,
    `alter table vouchers add column ${column} fee not null default 0`,
    `alter table fee_plans add column ${column} fee`,
    `grant update (${column}) on fees to portal_clerk`,
    `grant insert (${column}), update (${column}) on vouchers to portal_clerk`,
  ])

const replaceDependents = [
  'drop view latest_vouchers, last_posted_vouchers',
  `alter table vouchers drop column amount, drop column net_balance,
    add column amount bigint not null generated always as (${amount}) stored,
    add column net_balance bigint not null generated always as (arrears + ${amount} - received) stored,
    add check (fee_paid or net_balance > 0),
    add check (not fee_paid or net_balance <= 0 or carried_to is not null or replaced_by is not null)`,
  'drop function fees_in_month(text, integer, date)',
  `create function fees_in_month(of_campus text, of_roll_no integer, in_month date)
    returns table (${eachColumn(studentHeads, (column) => `${column} fee`)}) language sql stable as $$
      select ${feeInMonth} from fees f left join lateral (
        select d.monthly_fee, d.discount from fee_changes d
        where d.campus = f.campus and d.roll_no = f.roll_no and not d.superseded and d.from_month <= in_month
        order by d.from_month desc limit 1
      ) c on true
      where f.campus = of_campus and f.roll_no = of_roll_no $$`,
  `create or replace function note_editor() returns trigger language plpgsql as $$
    begin
      if (${eachColumn(feeHeads, (column) => `new.${column}`)})
        <> (${eachColumn(feeHeads, (column) => `old.${column}`)}) then
        new.edited_by := coalesce(nullif(current_setting('app.user_id', true), ''), old.edited_by);
      end if;
      return new;
    end $$`,
  'drop trigger note_editor on vouchers',
  `create trigger note_editor before update of ${voucherColumns} on vouchers
    for each row execute function note_editor()`,
]

// Recreates the views. `replaceDependents` drops them first, because PostgreSQL cannot drop a column that a view uses.
const createViews = (columns: readonly string[]) => [
  `create view latest_vouchers with (security_invoker = true) as
    select s.campus, s.roll_no, ${columns.map((column) => `v.${column}`).join(', ')}
    from students s cross join lateral (select * from vouchers l
      where l.campus = s.campus and l.roll_no = s.roll_no and ${validVoucher('l')} order by l.chain_no desc limit 1) v`,
  `create view last_posted_vouchers with (security_invoker = true) as
    select v.campus, v.roll_no, v.voucher_no, v.chain_no, v.student_class, v.section, v.net_balance
    from students s cross join lateral (select * from vouchers l where l.campus = s.campus and l.roll_no = s.roll_no
      and l.posted and ${validVoucher('l')} order by l.chain_no desc limit 1) v`,
  'grant select on latest_vouchers, last_posted_vouchers to portal_clerk',
]

const listColumns = async (db: Kysely<Schema>): Promise<string[]> => {
  const { rows } = await sql<{ name: string }>`
    select attname as name from pg_attribute
    where attrelid = 'vouchers'::regclass and attnum > 0 and not attisdropped`.execute(db)
  return rows.map(({ name }) => name)
}

/** Adds the columns of fee heads that the code declares but the database of an empty school lacks. */
export async function addFeeHeadColumns(db: Kysely<Schema>): Promise<void> {
  const present = new Set(await listColumns(db))
  const added = studentColumns.split(', ').filter((column) => !present.has(column))
  for (const statement of [...addColumns(added), ...replaceDependents]) await sql.raw(statement).execute(db)
  const columns = (await listColumns(db)).filter((name) => name !== 'campus' && name !== 'roll_no')
  for (const statement of createViews(columns)) await sql.raw(statement).execute(db)
}
