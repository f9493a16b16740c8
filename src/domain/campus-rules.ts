import { noDateRules, type DateRules } from './closed-days.ts'
import { paisa, type Money } from './money.ts'

/** The rules of a campus that an admin sets; each is off if it is null or false. */
export interface CampusRules extends DateRules {
  /** An act above this amount, or about one's own money, waits for a second person. */
  readonly approvalLimit: Money | null
  /** A cashier counts the drawer before the expected sum is shown. */
  readonly blindCount: boolean
  /** Admins sign in with a second factor. */
  readonly adminFactor: boolean
  /** The years for which personal data are kept after a child left; null for ever. */
  readonly keepYears: number | null
}

export const noRules: CampusRules = {
  ...noDateRules,
  approvalLimit: null,
  blindCount: false,
  adminFactor: false,
  keepYears: null,
}

/** Days are closed on a screen of their own. */
export type RulesToSet = Omit<CampusRules, 'closedUntil'>

/** The rules that an auditor expects; those on second factors and personal data stay as they are. */
export const auditedRules: Omit<RulesToSet, 'adminFactor' | 'keepYears'> = {
  backDays: 3,
  approvalLimit: paisa(500_000),
  blindCount: true,
}
