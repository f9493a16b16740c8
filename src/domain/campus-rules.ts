import { noDateRules, type DateRules } from './closed-days.ts'
import { paisa, type Money } from './money.ts'

/** The rules of a campus that an admin sets; each is off if it is null or false. */
export interface CampusRules extends DateRules {
  /** Above this amount, or if it is one's own money, an act waits for a second person (domain/approval.ts). */
  readonly approvalLimit: Money | null
  /** True if a cashier counts the drawer before the expected sum is shown. */
  readonly blindCount: boolean
  /** True if admins sign in with a second factor (domain/second-factor.ts). */
  readonly adminFactor: boolean
  /** The number of years for which personal data are kept after a child left (domain/erasure.ts); null for ever. */
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
