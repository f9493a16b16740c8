// A campus with the rules that an auditor expects, and what its staff do under them. The acts are those of the product:
// each is done by its own handler, as the user who did it, at the time at which it was done.

import type { Transaction } from 'kysely'
import { approveRequest, requestApproval } from '#contract/approvals.ts'
import { closeBooks } from '#contract/closed-days.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { generateForStudent } from '#contract/voucher-run.ts'
import { voidRun } from '#contract/voucher-void.ts'
import { addDays, addMonths, firstOfMonth } from '#domain/calendar.ts'
import { auditedRules } from '#domain/campus-rules.ts'
import { paisa } from '#domain/money.ts'
import { rightsOf } from '#domain/roles.ts'
import { netBalance, thisMonth } from '#domain/voucher-amounts.ts'
import { openVoucher } from '#domain/voucher.ts'
import type { Schema } from '#server/database/schema.ts'
import { handlers } from '#server/features/handlers.ts'
import type { CallInput } from '#server/http/call.ts'
import { decode } from '#server/http/decode.ts'
import type { JsonRow } from '#server/records/bulk-rows.ts'
import { findRules } from '#server/records/campus-rules.ts'
import { mintScope, type Scope } from '#server/records/scope.ts'
import type { DemoCampus, DemoStaff } from './campuses.ts'
import type { HistoryEntry } from './history.ts'
import { latestOf, type Ledger } from './ledger.ts'
import { clockTime, timeOn, type SchoolYear } from './school-year.ts'

const rulesSetAt = 7.5 * 3600
/** The books of a month are closed some days after its end. */
const closedAfterDays = 3
const closedAt = 7.6 * 3600
const waiverRequestedAt = 8.2 * 3600
// After the last receipt and departure of today.
const generatedWronglyAt = 9.3 * 3600
const voidedAt = 9.35 * 3600
const writeOffRequestedAt = 9.4 * 3600
const approvedAt = 9.5 * 3600

/** More than may be done without a second person. */
const amount = paisa(600_000)

/** The rules of an audited campus; nothing of another one. */
export const auditedRows = ({ isAudited, name }: DemoCampus): JsonRow<'campus_rules'>[] =>
  isAudited
    ? [
        {
          campus: name,
          back_days: auditedRules.backDays,
          approval_limit: auditedRules.approvalLimit,
          blind_count: auditedRules.blindCount,
        },
      ]
    : []

/** The history of these rules. */
export const auditedEntries = (campus: DemoCampus, { months }: SchoolYear): HistoryEntry[] =>
  campus.isAudited
    ? [
        {
          at: clockTime(months[0].first, rulesSetAt),
          by: campus.admin.userId,
          what: 'rules changed',
          rollNo: null,
          voucherNo: null,
          receiptNo: null,
          before: { backDays: null, approvalLimit: null, blindCount: false },
          after: { ...auditedRules },
        },
      ]
    : []

/** An act of the product at its time; everything before it must have been written. */
export interface DemoAct {
  readonly at: string
  readonly run: (trx: Transaction<Schema>) => Promise<void>
}

/** Makes an act of one call: the input as it comes over the wire, and the handler that takes it. */
const actOf =
  (campus: DemoCampus) =>
  <E extends Endpoint>(
    at: string,
    by: DemoStaff,
    endpoint: E,
    input: { readonly params?: object; readonly body?: object },
    handle: (call: CallInput<E> & { readonly scope: Scope }) => Promise<unknown>,
  ): DemoAct => ({
    at,
    async run(trx) {
      const staff = { ...by, campus: campus.name }
      const now = new Date(at)
      const rules = await findRules(mintScope(trx, staff, now))
      const session = {
        sessionHash: Buffer.of(),
        rules,
        rights: rightsOf(by.role, null),
        mustChoosePassword: false,
      }
      const scope = mintScope(trx, staff, now, session)
      const params = { campus: campus.name, ...input.params }
      await handle({ ...decode(endpoint, { params, body: input.body, query: {} }), scope })
    },
  })

/**
 * The acts in an audited campus: the books of the first month are closed; the desk asks to waive a part of a debt,
 * which waits; one student's voucher is generated for the wrong month and voided; a debt is written off with the approval
 * of the admin. `lastRun` is the number of the last run of vouchers.
 */
export function auditedActs(
  campus: DemoCampus,
  year: SchoolYear,
  ledgers: readonly Ledger[],
  lastRun: number,
): DemoAct[] {
  if (!campus.isAudited) return []
  const { months, today } = year
  const act = actOf(campus)
  const until = { until: months[0].last }
  const closedOn = clockTime(addDays(months[0].last, closedAfterDays), closedAt)
  const [waived, writtenOff] = listDebts(ledgers)
  return [
    act(closedOn, campus.admin, closeBooks, { body: until }, handlers.closedDays.closeBooks),
    ...(waived
      ? [act(timeOn(year, today, waiverRequestedAt), campus.desk, ...askToLower(campus, waived))]
      : []),
    ...wrongMonth(campus, year, ledgers, lastRun + 1),
    ...(writtenOff
      ? [
          act(timeOn(year, today, writeOffRequestedAt), campus.office, ...askToLower(campus, writtenOff)),
          act(
            timeOn(year, today, approvedAt),
            campus.admin,
            approveRequest,
            { params: { requestNo: '2' }, body: { note: 'Letter of the landlord seen' } },
            handlers.approvals.approveRequest,
          ),
        ]
      : []),
  ]
}

/** A debt that is lowered, and why. */
interface Debt {
  readonly rollNo: number
  readonly balance: number
  readonly kind: 'waiver' | 'write-off'
  readonly reason: string
}

/** The first two students with debts that are large enough. */
const listDebts = (ledgers: readonly Ledger[]): Debt[] =>
  ledgers
    .filter(({ student }) => student.departure === null)
    .flatMap((ledger) => latestOf(ledger) ?? [])
    .filter((voucher) => voucher.posted && netBalance(voucher) > amount)
    .slice(0, 2)
    .map((voucher, place) => ({
      rollNo: voucher.rollNo,
      balance: netBalance(voucher),
      ...(place === 0
        ? { kind: 'waiver', reason: 'Father died; letter of the principal is on file' }
        : { kind: 'write-off', reason: 'Family moved away in the summer; three letters came back' }),
    }))

const askToLower = (campus: DemoCampus, { rollNo, balance, kind, reason }: Debt) =>
  [
    requestApproval,
    {
      body: {
        act: 'lowerDebt',
        params: { campus: campus.name, rollNo },
        body: { kind, amount: amount / 100, reason, expectedBalance: balance / 100 },
      },
    },
    handlers.approvals.requestApproval,
  ] as const

/** The voucher of a student who owes nothing is generated for next month, and its run voided at once. */
function wrongMonth(
  campus: DemoCampus,
  year: SchoolYear,
  ledgers: readonly Ledger[],
  runNo: number,
): DemoAct[] {
  const { today, months } = year
  const paid = ledgers.find((ledger) => {
    const latest = latestOf(ledger)
    return ledger.student.departure === null && latest?.kind === 'monthly' && latest.posted && latest.paid
  })
  const latest = paid && latestOf(paid)
  if (!latest) return []
  const act = actOf(campus)
  const fromDate = firstOfMonth(addMonths(months[2].month, 1))
  const seen = { expectedCount: 1, expectedAmount: thisMonth(openVoucher(paid.fees, latest)) / 100 }
  const mistake = { reason: 'Generated for the wrong month', ...seen }
  const params = { rollNo: String(latest.rollNo), runNo: String(runNo) }
  const generated = timeOn(year, today, generatedWronglyAt)
  return [
    act(
      generated,
      campus.office,
      generateForStudent,
      { params, body: { fromDate } },
      handlers.voucherRun.generateForStudent,
    ),
    act(
      timeOn(year, today, voidedAt),
      campus.office,
      voidRun,
      { params, body: mistake },
      handlers.voucherVoid.voidRun,
    ),
  ]
}
