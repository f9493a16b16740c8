import * as adjustments from './adjustments.ts'
import * as admission from './admission.ts'
import * as approvals from './approvals.ts'
import * as campusRules from './campus-rules.ts'
import * as cashierClose from './cashier-close.ts'
import * as charges from './charges.ts'
import * as closedDays from './closed-days.ts'
import * as correction from './correction.ts'
import * as counter from './counter.ts'
import * as departure from './departure.ts'
import type { Endpoint } from './endpoint.ts'
import * as erasure from './erasure.ts'
import * as feeChange from './fee-change.ts'
import * as feePlan from './fee-plan.ts'
import * as history from './history.ts'
import * as imports from './imports.ts'
import * as overview from './overview.ts'
import * as ownSessions from './own-sessions.ts'
import * as posting from './posting.ts'
import * as promotion from './promotion.ts'
import * as receiptReport from './receipt-report.ts'
import * as secondFactor from './second-factor.ts'
import * as session from './session.ts'
import * as studentAccount from './student-account.ts'
import * as studentEdit from './student-edit.ts'
import * as studentSearch from './student-search.ts'
import * as users from './users.ts'
import * as voucherRun from './voucher-run.ts'
import * as voucherVoid from './voucher-void.ts'

/** The jobs, each with a file of its name here and in src/server/features. Reports declare their own calls. */
const jobs = {
  session,
  secondFactor,
  admission,
  studentEdit,
  feeChange,
  feePlan,
  promotion,
  departure,
  erasure,
  studentSearch,
  studentAccount,
  voucherRun,
  voucherVoid,
  posting,
  charges,
  counter,
  correction,
  adjustments,
  approvals,
  cashierClose,
  overview,
  receiptReport,
  closedDays,
  campusRules,
  ownSessions,
  users,
  history,
  imports,
}

export type Jobs = typeof jobs

export type EndpointsIn<Job> = { [Name in keyof Job as Job[Name] extends Endpoint ? Name : never]: Job[Name] }
type Merged<Union> = (Union extends unknown ? (one: Union) => void : never) extends (all: infer All) => void
  ? All
  : never

export type Endpoints = Merged<{ [Job in keyof Jobs]: EndpointsIn<Jobs[Job]> }[keyof Jobs]>

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'access' in value && 'path' in value

/** Every endpoint of the contract with its name and its job, in the order of the jobs. */
export const endpointList = Object.entries(jobs).flatMap(([job, exported]) =>
  Object.entries(exported).flatMap(([name, value]: [string, unknown]) =>
    isEndpoint(value) ? [{ job, name, endpoint: value }] : [],
  ),
)

export const endpoints: readonly Endpoint[] = endpointList.map(({ endpoint }) => endpoint)
