// A campus with the rules that an auditor expects, and an act of today that waits for a second person.

import { auditedRules } from '#domain/campus-rules.ts'
import { formatRupees, less, paisa } from '#domain/money.ts'
import { netBalance } from '#domain/voucher-amounts.ts'
import type { JsonRow } from '#server/records/bulk-rows.ts'
import type { DemoCampus } from './campuses.ts'
import type { HistoryEntry } from './history.ts'
import { latestOf, type Ledger } from './ledger.ts'
import { clockTime, type SchoolYear } from './school-year.ts'

/** What was written about the rules of a campus and the acts that wait. */
interface Audited {
  readonly rules: readonly JsonRow<'campus_rules'>[]
  readonly requests: readonly JsonRow<'approvals'>[]
  readonly entries: readonly HistoryEntry[]
}

const requestedAt = 8.2 * 3600
const rulesSetAt = 7.5 * 3600
const amount = paisa(600_000)
const reason = 'Father died; letter of the principal is on file'

const noReferences = { rollNo: null, voucherNo: null, receiptNo: null, before: null }

/** The rules and the request of an audited campus; nothing of another one. */
export function auditedCampus(campus: DemoCampus, year: SchoolYear, ledgers: readonly Ledger[]): Audited {
  if (!campus.isAudited) return { rules: [], requests: [], entries: [] }
  const { backDays, approvalLimit, blindCount } = auditedRules
  const requests = requestsOf(campus, year, ledgers)
  return {
    rules: [
      { campus: campus.name, back_days: backDays, approval_limit: approvalLimit, blind_count: blindCount },
    ],
    requests,
    entries: [
      {
        ...noReferences,
        at: clockTime(year.months[0].first, rulesSetAt),
        by: campus.admin.userId,
        what: 'rules changed',
        before: { backDays: null, approvalLimit: null, blindCount: false },
        after: { ...auditedRules },
      },
      ...requests.map((request) => ({
        ...noReferences,
        at: request.requested_at,
        by: request.requested_by,
        what: 'approval requested',
        rollNo: request.roll_no,
        voucherNo: request.voucher_no,
        after: { requestNo: request.request_no, act: request.act, words: request.words, amount, reason },
      })),
    ],
  }
}

/** The desk asks to waive a part of the first debt that is large enough. */
function requestsOf(campus: DemoCampus, { today }: SchoolYear, ledgers: readonly Ledger[]) {
  const latest = ledgers
    .filter(({ student }) => student.departure === null)
    .map(latestOf)
    .find((voucher) => voucher !== null && voucher.posted && netBalance(voucher) > amount)
  if (!latest) return []
  const { rollNo, voucherNo } = latest
  const balance = netBalance(latest)
  return [
    {
      campus: campus.name,
      request_no: 1,
      act: 'lowerDebt',
      input: {
        params: { campus: campus.name, rollNo },
        body: { kind: 'waiver', amount: amount / 100, reason, expectedBalance: balance / 100 },
      },
      why: 'above the limit',
      approval_limit: auditedRules.approvalLimit ?? 0,
      state: 'pending',
      roll_no: rollNo,
      voucher_no: voucherNo,
      amount,
      words: `Waived: ${formatRupees(amount)}`,
      balance_before: balance,
      balance_after: less(balance, amount),
      reason,
      requested_by: campus.desk.userId,
      requested_at: clockTime(today, requestedAt),
    } as const,
  ]
}
