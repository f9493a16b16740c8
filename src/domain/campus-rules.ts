import { noDateRules, type DateRules } from './closed-days.ts'
import { paisa, type Money } from './money.ts'

/** The rules of a campus that an admin sets; each is off where it is null or false. */
export interface CampusRules extends DateRules {
  /** Above this amount, or where it is one's own money, an act waits for a second person (domain/approval.ts). */
  readonly approvalLimit: Money | null
  /** Whether a cashier counts the drawer before what is expected is shown. */
  readonly blindCount: boolean
  /** Whether admins sign in with a second factor (domain/second-factor.ts). */
  readonly adminFactor: boolean
  /** For how many years after a child left its personal data are kept (domain/erasure.ts); null keeps them for ever. */
  readonly keepYears: number | null
}

export const noRules: CampusRules = {
  ...noDateRules,
  approvalLimit: null,
  blindCount: false,
  adminFactor: false,
  keepYears: null,
}

/** The rules that an admin sets on the screen of the rules; days are closed on a screen of their own. */
export type RulesToSet = Omit<CampusRules, 'closedUntil'>

/** The rules that an auditor expects; those on second factors and personal data stay as they are. */
export const auditedRules: Omit<RulesToSet, 'adminFactor' | 'keepYears'> = {
  backDays: 3,
  approvalLimit: paisa(500_000),
  blindCount: true,
}
