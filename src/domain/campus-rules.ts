import { noDateRules, type DateRules } from './closed-days.ts'
import { paisa, type Money } from './money.ts'

/** The rules of a campus that an admin sets; each is off if it is null or false. */
export interface CampusRules extends DateRules {
  /** An act above this amount, or on money that the user received, needs a second person. */
  readonly approvalLimit: Money | null
  /** True if the campus counts and closes its cash drawers; the menu then shows them. */
  readonly cashDrawer: boolean
  /** True if a cashier counts the drawer before seeing the expected sum. */
  readonly blindCount: boolean
  /** True if admins have to sign in with a second factor. */
  readonly adminFactor: boolean
  /** The number of years for which personal data are kept after a child left; null if they are kept for ever. */
  readonly keepYears: number | null
}

export const noRules: CampusRules = {
  ...noDateRules,
  approvalLimit: null,
  cashDrawer: false,
  blindCount: false,
  adminFactor: false,
  keepYears: null,
}

/** The rules without `closedUntil`, because days are closed on another screen. */
export type RulesToSet = Omit<CampusRules, 'closedUntil'>

/** The rules that an auditor expects; the rules on second factors and personal data are left unchanged. */
export const auditedRules: Omit<RulesToSet, 'adminFactor' | 'keepYears'> = {
  backDays: 3,
  approvalLimit: paisa(500_000),
  cashDrawer: true,
  blindCount: true,
}
