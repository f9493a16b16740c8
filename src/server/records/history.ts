import { sql, type RawBuilder } from 'kysely'
import type { CalendarDate } from '#domain/calendar.ts'
import { hasContacts, withoutContacts } from '#domain/contacts.ts'
import type { SecurityEvent } from '#domain/security-event.ts'
import { insertNumbered } from './bulk-rows.ts'
import { startOfDay } from './school-day.ts'
import type { Scope } from './scope.ts'
import { recordSecurityEvent } from './security-events.ts'

export const changeKinds = [
  'student admitted',
  'rows imported',
  'import withdrawn',
  'vouchers generated',
  'voucher generated',
  'voucher replaced',
  'vouchers voided',
  'voucher voided',
  'due date changed',
  'vouchers posted',
  'vouchers unposted',
  'payment received',
  'advance received',
  'arrears changed',
  'receipt corrected',
  'cheque returned',
  'balance adjusted',
  'approval requested',
  'done without approval',
  'approval given',
  'approval declined',
  'approval withdrawn',
  'record edited',
  'personal data erased',
  'fees changed',
  'fee changed',
  'fee plan changed',
  'voucher re-priced',
  'class promoted',
  'student graduated',
  'student removed',
  'books closed',
  'books reopened',
  'date rules changed', // Written until all rules shared one screen.
  'rules changed',
  'drawer counted',
  'drawer closed',
  'closing accepted',
  'deposit entered',
  'user added',
  'user role changed',
  'user rights changed',
  'user disabled',
  'user enabled',
  'password reset',
  'password changed',
  'password link made',
  'password link used',
  'user signed out',
  'second factor set up',
  'second factor turned off',
  'second factor reset',
  'passkey added',
  'passkey removed',
  'recovery codes renewed',
] as const
export type ChangeKind = (typeof changeKinds)[number]

export interface Change {
  readonly what: ChangeKind
  readonly rollNo?: number
  readonly voucherNo?: string
  readonly receiptNo?: number
  readonly before?: Readonly<Record<string, unknown>>
  readonly after?: Readonly<Record<string, unknown>> & {
    /** The last closed day after the books were closed or reopened. */
    readonly closedUntil?: CalendarDate | null
  }
}

/** Amounts in paisa. */
export interface ChangeRow {
  readonly changeNo: number
  readonly what: string
  readonly changedAt: Date
  readonly changedBy: string
  readonly changedByName: string
  readonly voucherNo: string | null
  readonly receiptNo: number | null
  readonly before: Readonly<Record<string, unknown>> | null
  readonly after: Readonly<Record<string, unknown>> | null
  /** True if contact fields were emptied because the caller may not see them. */
  readonly contactsWithheld: boolean
}

export interface CampusChangeRow extends ChangeRow {
  readonly rollNo: number | null
  readonly studentName: string | null
}

/** A filter; days follow the calendar of the campus. */
export interface HistoryFilter {
  readonly fromDate?: CalendarDate | undefined
  readonly toDate?: CalendarDate | undefined
  /** A user id; empty for all. */
  readonly who: string
  /** A kind of change; empty for all. */
  readonly what: string
  readonly rollNo?: number | undefined
  readonly before?: number | undefined
}

type StoredRow<C extends ChangeRow> = Omit<C, 'contactsWithheld'>

function hideContacts<T extends StoredRow<ChangeRow>>(seesContacts: boolean, row: T) {
  const { before, after } = row
  if (seesContacts) return { ...row, contactsWithheld: false }
  return {
    ...row,
    before: before && withoutContacts(before),
    after: after && withoutContacts(after),
    contactsWithheld: hasContacts(before ?? {}) || hasContacts(after ?? {}),
  }
}

/** SQL: true if change `c` is an import that added this student or an opening balance. */
const isImportOf = (rollNo: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`(c.what = 'rows imported' and c.after -> 'openings' ? ${rollNo})`

function filterSql({ fromDate, toDate, who, what, rollNo, before }: HistoryFilter): RawBuilder<unknown> {
  const conditions = [
    sql`true`,
    ...(fromDate ? [sql`changed_at >= ${startOfDay(sql`${fromDate}::date`)}`] : []),
    ...(toDate ? [sql`changed_at < ${startOfDay(sql`${toDate}::date + 1`)}`] : []),
    ...(who ? [sql`changed_by = ${who}`] : []),
    ...(what ? [sql`what = ${what}`] : []),
    ...(rollNo === undefined ? [] : [sql`(c.roll_no = ${rollNo} or ${isImportOf(sql`${rollNo}::text`)})`]),
    ...(before === undefined ? [] : [sql`change_no < ${before}`]),
  ]
  return sql.join(conditions, sql` and `)
}

/** The user who approved, for the history; an empty object if no approval was given. */
export const approvedBy = ({ approval }: Scope): { readonly approvedBy?: string } =>
  approval?.kind === 'given' ? { approvedBy: approval.by } : {}

const userIdIn = ({ after }: Change): string => {
  const userId = after?.['userId']
  return typeof userId === 'string' ? userId : ''
}

/** Returns the security event of a change of users, their sign-in, rules or closed days; null for other changes. */
function securityEventOf(change: Change): SecurityEvent | null {
  const { what, after } = change
  if (/^(?:user|password|second factor|passkey|recovery codes) /.test(what))
    return { kind: 'user changed', change: what, of: userIdIn(change) }
  if (what === 'rules changed') return { kind: what }
  if (what !== 'books closed' && what !== 'books reopened') return null
  return { kind: what, closedUntil: after?.closedUntil ?? null }
}

function changeRow(scope: Scope, change: Change) {
  const after = { ...change.after, ...approvedBy(scope) }
  return {
    campus: scope.campus,
    changed_at: scope.now.toISOString(),
    changed_by: scope.userId,
    what: change.what,
    roll_no: change.rollNo ?? null,
    voucher_no: change.voucherNo ?? null,
    receipt_no: change.receiptNo ?? null,
    before: change.before ?? null,
    after: Object.keys(after).length > 0 ? after : null,
  }
}

/** Adds an entry to the history, in the transaction of the change itself. Returns the number of the entry. */
export async function writeHistory(scope: Scope, change: Change): Promise<number> {
  const { before, after, ...row } = changeRow(scope, change)
  const { change_no: changeNo } = await scope.trx
    .insertInto('changes')
    .values({
      ...row,
      changed_at: scope.now,
      before: before && JSON.stringify(before),
      after: after && JSON.stringify(after),
    })
    .returning('change_no')
    .executeTakeFirstOrThrow()
  await recordEvents(scope, [change])
  return changeNo
}

/** Adds many entries to the history, in order. Returns the number of each entry. */
export async function writeHistoryLines(scope: Scope, changes: readonly Change[]): Promise<number[]> {
  const rows = changes.map((change) => changeRow(scope, change))
  const numbers = await insertNumbered(scope.trx, 'changes', 'change_no', rows)
  await recordEvents(scope, changes)
  return numbers
}

async function recordEvents(scope: Scope, changes: readonly Change[]): Promise<void> {
  for (const change of changes) {
    const event = securityEventOf(change)
    if (event) await recordSecurityEvent(scope, event)
  }
}

/** Lists the newest matching entries of the campus; entries about a month or a run omit the voucher numbers. */
export async function listCampusHistory(
  { trx, campus, seesContacts }: Scope,
  filter: HistoryFilter,
  limit: number,
): Promise<CampusChangeRow[]> {
  const { rows } = await sql<StoredRow<CampusChangeRow>>`
    select change_no as "changeNo", what, changed_at as "changedAt", changed_by as "changedBy",
      coalesce(t.name, changed_by) as "changedByName", c.roll_no as "rollNo", student_name as "studentName",
      voucher_no as "voucherNo", receipt_no as "receiptNo", before - 'dueDates' as before, after - 'vouchers' as after
    from changes c left join students s on s.campus = c.campus and s.roll_no = c.roll_no
      left join staff t on t.campus = c.campus and t.user_id = c.changed_by
    where c.campus = ${campus} and ${filterSql(filter)} order by change_no desc limit ${limit}`.execute(trx)
  return rows.map((row) => hideContacts(seesContacts, row))
}

/**
 * SQL: the entries about imports that added student `s` or an opening balance, and about their withdrawal, reduced to
 * this student's part. A roll number from a withdrawn import may since have been given to another student.
 */
const importEntries = sql`
  select c.change_no, c.what, c.changed_at, c.changed_by, null, null::integer, null::jsonb,
    jsonb_build_object('importNo', c.after -> 'importNo', 'what', c.after -> 'what', 'fileName', c.after -> 'fileName',
      'openingBalance', c.after -> 'openings' -> s.roll_no::text)
  from s join changes c on c.campus = s.campus and ${isImportOf(sql`s.roll_no::text`)}
  where c.changed_at >= s.admitted_at
    and (c.after ->> 'what' <> 'students' or (c.after ->> 'importNo')::bigint = s.import_no)
  union all
  select w.change_no, w.what, w.changed_at, w.changed_by, null, null, null, w.after
  from s join changes c on c.campus = s.campus and ${isImportOf(sql`s.roll_no::text`)}
    join changes w on w.campus = s.campus and w.what = 'import withdrawn' and w.after -> 'importNo' = c.after -> 'importNo'
  where c.changed_at >= s.admitted_at and c.after ->> 'what' <> 'students'`

/** Lists every history entry about a student, newest first. */
export async function listStudentHistory(
  { trx, campus, seesContacts }: Scope,
  rollNo: number,
): Promise<ChangeRow[]> {
  const { rows } = await sql<StoredRow<ChangeRow>>`
    with s as (
      select campus, roll_no, import_no, admitted_at from students where campus = ${campus} and roll_no = ${rollNo}),
    lines as (
      select change_no, what, changed_at, changed_by, voucher_no, receipt_no, before, after from changes
        where campus = ${campus} and roll_no = ${rollNo}
      union all ${importEntries})
    select change_no as "changeNo", what, changed_at as "changedAt", changed_by as "changedBy",
      coalesce(t.name, changed_by) as "changedByName", voucher_no as "voucherNo", receipt_no as "receiptNo", before, after
    from lines c left join staff t on t.campus = ${campus} and t.user_id = c.changed_by
    order by change_no desc`.execute(trx)
  return rows.map((row) => hideContacts(seesContacts, row))
}
