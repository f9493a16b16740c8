import { sql, type RawBuilder } from 'kysely'
import type { ApprovalRequest, approvalRequest } from '#contract/approvals.ts'
import type { Act, RequestState } from '#domain/approval.ts'
import type { Money } from '#domain/money.ts'
import type { ApprovalReason } from '#domain/outcome.ts'
import { takeNextNumber } from '#server/records/counters.ts'
import { columnsAs, type FieldValues } from '#server/records/json-text.ts'
import type { Scope } from '#server/records/scope.ts'

/** The parameters and the payload of an act as received; both are missing if it was done without approval. */
export interface ActInput {
  readonly params?: unknown
  readonly body?: unknown
}

/** Amounts in paisa. */
export interface RequestToWrite {
  readonly act: Act
  readonly input: ActInput
  readonly why: ApprovalReason
  readonly limit: Money
  readonly state: Extract<RequestState, 'pending' | 'alone'>
  readonly rollNo: number
  readonly voucherNo: string | null
  readonly receiptNo: number | null
  readonly amount: Money
  readonly words: string
  readonly balanceBefore: Money
  readonly balanceAfter: Money
  readonly reason: string
}

/** Inserts a request under the next number. Returns the number. */
export async function insertRequest(scope: Scope, request: RequestToWrite): Promise<number> {
  const { trx, campus, userId, now } = scope
  const requestNo = await takeNextNumber(scope, 'approval')
  await trx
    .insertInto('approvals')
    .values({
      campus,
      request_no: requestNo,
      act: request.act,
      input: JSON.stringify(request.input),
      why: request.why,
      approval_limit: request.limit,
      state: request.state,
      roll_no: request.rollNo,
      voucher_no: request.voucherNo,
      receipt_no: request.receiptNo,
      amount: request.amount,
      words: request.words,
      balance_before: request.balanceBefore,
      balance_after: request.balanceAfter,
      reason: request.reason,
      requested_by: userId,
      requested_at: now,
      decided_by: null,
      decided_at: null,
    })
    .execute()
  return requestNo
}

/** Finds the caller's pending request for the same act with the same input. */
export async function findSameRequest(
  { trx, campus, userId }: Scope,
  act: Act,
  input: ActInput,
): Promise<number | null> {
  const { rows } = await sql<{ requestNo: number }>`
    select request_no as "requestNo" from approvals where campus = ${campus} and state = 'pending'
      and act = ${act} and requested_by = ${userId} and input = ${JSON.stringify(input)}::jsonb`.execute(trx)
  return rows[0]?.requestNo ?? null
}

/** A request with the values that a decision needs. */
export interface LockedRequest {
  readonly requestNo: number
  readonly act: Act
  readonly input: ActInput
  readonly state: RequestState
  readonly rollNo: number
  readonly voucherNo: string | null
  readonly requestedBy: string
  readonly requestedByName: string
}

const lockedRequest = sql`
  select a.request_no as "requestNo", a.act, a.input, a.state, a.roll_no as "rollNo", a.voucher_no as "voucherNo",
    a.requested_by as "requestedBy", coalesce((select t.name from staff t where t.campus = a.campus
      and t.user_id = a.requested_by), a.requested_by) as "requestedByName"
  from approvals a`

export async function lockRequest({ trx, campus }: Scope, requestNo: number): Promise<LockedRequest | null> {
  const { rows } = await sql<LockedRequest>`
    ${lockedRequest} where a.campus = ${campus} and a.request_no = ${requestNo} for update of a`.execute(trx)
  return rows[0] ?? null
}

export async function saveDecision(
  { trx, campus, userId, now }: Scope,
  requestNo: number,
  state: Exclude<RequestState, 'pending' | 'alone'>,
  note: string,
): Promise<void> {
  await trx
    .updateTable('approvals')
    .set({ state, decided_by: userId, decided_at: now, note })
    .where('campus', '=', campus)
    .where('request_no', '=', requestNo)
    .execute()
}

export async function lockPendingOf({ trx, campus }: Scope, userId: string): Promise<LockedRequest[]> {
  const { rows } = await sql<LockedRequest>`
    ${lockedRequest} where a.campus = ${campus} and a.state = 'pending' and a.requested_by = ${userId}
    order by a.request_no for update of a`.execute(trx)
  return rows
}

/**
 * Returns the scope of an approved act: in the name of the user who requested it, with the caller's role and rights.
 * Columns that the database fills in with the user's id also get the requester.
 */
export async function actFor(scope: Scope, { requestedBy, requestedByName }: LockedRequest): Promise<Scope> {
  await sql`select set_config('app.user_id', ${requestedBy}, true)`.execute(scope.trx)
  return {
    ...scope,
    userId: requestedBy,
    userName: requestedByName,
    approval: { kind: 'given', by: scope.userId },
  }
}

/** Sets a savepoint. Returns a function that undoes the later writes of the transaction. */
export async function openSavepoint({ trx }: Scope): Promise<() => Promise<void>> {
  await sql`savepoint tried_out`.execute(trx)
  return async () => {
    await sql`rollback to savepoint tried_out`.execute(trx)
  }
}

/** SQL: true if the caller received a matching receipt `r`, reversed or not, or has its money after a correction. */
export const isReceivedByCaller = (
  { campus, userId }: Scope,
  isMatch: RawBuilder<unknown>,
): RawBuilder<boolean> => sql<boolean>`exists (
  select from receipts r where r.campus = ${campus} and ${userId} in (r.received_by, r.drawer) and ${isMatch})`

/** The money that an act is about: on a voucher, by a receipt, or paid in advance by a student. */
export type MoneyFrom =
  | { readonly voucherNo: string }
  | { readonly receiptNo: number }
  | { readonly rollNo: number; readonly advance: Money }

function isMoneyOf(campus: string, money: MoneyFrom): RawBuilder<unknown> {
  if ('voucherNo' in money) return sql`r.voucher_no = ${money.voucherNo}`
  // An advance comes from the last receipts, on any voucher.
  if ('rollNo' in money)
    return sql`r.receipt_no in (select m.receipt_no from (
      select m.receipt_no, sum(m.amount) over (order by m.receipt_no desc) - m.amount as newer from receipts m
      where m.campus = ${campus} and m.roll_no = ${money.rollNo} and m.kind = 'receipt' and not exists (
        select from receipts x where x.campus = m.campus and x.reverses = m.receipt_no)) m
      where m.newer < ${money.advance})`
  // Matches this receipt, and an earlier receipt that another user corrected to this receipt.
  return sql`(r.receipt_no = ${money.receiptNo} or r.receipt_no < ${money.receiptNo} and r.voucher_no = (
      select m.voucher_no from receipts m where m.campus = ${campus} and m.receipt_no = ${money.receiptNo})
    and exists (select from receipts x where x.campus = r.campus and x.reverses = r.receipt_no
      and x.received_by <> r.received_by))`
}

/** True if the caller received some of the money. */
export async function hasReceived(scope: Scope, money: MoneyFrom): Promise<boolean> {
  const isMatch = isMoneyOf(scope.campus, money)
  const { rows } = await sql<{ found: boolean }>`
    select ${isReceivedByCaller(scope, isMatch)} as found`.execute(scope.trx)
  return rows[0]?.found ?? false
}

/** SQL: the fields of a request `a` with its student `s`. */
const requestValues: FieldValues<typeof approvalRequest> = {
  requestNo: 'a.request_no',
  act: 'a.act',
  why: 'a.why',
  state: 'a.state',
  rollNo: 'a.roll_no',
  studentName: 's.student_name',
  voucherNo: 'a.voucher_no',
  receiptNo: 'a.receipt_no',
  amount: 'a.amount',
  words: 'a.words',
  balanceBefore: 'a.balance_before',
  balanceAfter: 'a.balance_after',
  reason: 'a.reason',
  requestedBy: 'a.requested_by',
  requestedByName: 'coalesce(b.name, a.requested_by)',
  requestedAt: 'a.requested_at',
  decidedBy: 'a.decided_by',
  decidedByName: 'coalesce(d.name, a.decided_by)',
  decidedAt: 'a.decided_at',
  note: 'a.note',
}

async function listWhere(
  { trx, campus }: Scope,
  condition: RawBuilder<unknown>,
  limit: number,
): Promise<ApprovalRequest[]> {
  const { rows } = await sql<ApprovalRequest>`
    select ${sql.raw(columnsAs(requestValues))} from approvals a
      join students s on s.campus = a.campus and s.roll_no = a.roll_no
      left join staff b on b.campus = a.campus and b.user_id = a.requested_by
      left join staff d on d.campus = a.campus and d.user_id = a.decided_by
    where a.campus = ${campus} and ${condition} order by a.request_no desc limit ${limit}`.execute(trx)
  return rows
}

/** Lists every pending request and the last other requests, newest first. */
export async function listRequests(scope: Scope, limit: number): Promise<ApprovalRequest[]> {
  const pending = await listWhere(scope, sql`a.state = 'pending'`, 10_000)
  return [...pending, ...(await listWhere(scope, sql`a.state <> 'pending'`, limit))]
}

/** Counts the pending requests of other users. */
export async function countWaiting({ trx, campus, userId }: Scope): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from approvals
    where campus = ${campus} and state = 'pending' and requested_by <> ${userId}`.execute(trx)
  return rows[0]?.count ?? 0
}
