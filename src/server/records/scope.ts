import type { Transaction } from 'kysely'
import { dateAt, type CalendarDate } from '#domain/calendar.ts'
import { noRules, type CampusRules } from '#domain/campus-rules.ts'
import type { DateRules } from '#domain/closed-days.ts'
import type { Money } from '#domain/money.ts'
import type { Right } from '#domain/rights.ts'
import { canSeeContacts, operator, rightsOf, type Role } from '#domain/roles.ts'
import { mustHaveFactor } from '#domain/second-factor.ts'
import type { SecurityEvent } from '#domain/security-event.ts'
import type { Schema } from '#server/database/schema.ts'
import { commandLine, type Origin, type RecordedEvent } from './recorded-event.ts'

declare const minted: unique symbol

/** A member of staff of one campus. */
export interface Staff {
  readonly userId: string
  readonly name: string
  readonly role: Role
  readonly campus: string
}

/** The data that a session adds to its staff. */
export interface SessionContext {
  readonly sessionHash: Buffer
  readonly rules: CampusRules
  readonly rights: readonly Right[]
  readonly mustChoosePassword: boolean
  /** True if the user must have a second factor and has none: only calls that set it up are allowed. */
  readonly lacksFactor: boolean
  readonly origin: Origin
  /** The time of the books that a standby shows; null on the primary, which shows them as they are. */
  readonly asOf: Date | null
}

/** The part of a second person in an act: it is tried for a request and undone, or done as another user approved. */
export type Approval = { readonly kind: 'tried' } | { readonly kind: 'given'; readonly by: string }

/**
 * One transaction on one campus, on behalf of one member of staff. Every record function takes it; holding one proves
 * that the transaction is bound to the campus, as only `auth` and the operator's commands can mint it (lint rule).
 */
export interface Scope {
  readonly [minted]: true
  readonly trx: Transaction<Schema>
  readonly campus: string
  readonly userId: string
  readonly userName: string
  readonly role: Role
  /** As they were when the call began; a trigger holds the closed days also against a closing meanwhile. */
  readonly dateRules: DateRules
  /** Above this amount, or if it is one's own money, an act waits for a second person; null if none does. */
  readonly approvalLimit: Money | null
  readonly rights: readonly Right[]
  /** True if the caller has to choose a password of their own before anything else. */
  readonly mustChoosePassword: boolean
  /** Null while the act is the caller's own. */
  readonly approval: Approval | null
  /** True if the caller may see contact fields (domain/contacts.ts); otherwise records return them empty. */
  readonly seesContacts: boolean
  /** True if the user must have a second factor and has none. */
  readonly lacksFactor: boolean
  /** True if the rules of the campus ask this user for a second factor. */
  readonly needsFactor: boolean
  /** The time of the books that a standby shows; null on the primary. */
  readonly asOf: Date | null
  /** The hash of the session's token; empty for the operator's commands. */
  readonly sessionHash: Buffer
  readonly origin: Origin
  /** The security events that this transaction has added; they go to the server's log once it is committed. */
  readonly recorded: RecordedEvent[]
  /** Security events of a call that only reads: they are added on their own when its transaction has ended. */
  readonly toRecord: SecurityEvent[]
  readonly now: Date
  /** The campus's calendar date at `now`. */
  readonly today: CalendarDate
}

/** A scope over a transaction that the caller has bound to the campus of `staff`. */
export function mintScope(
  trx: Transaction<Schema>,
  staff: Staff,
  now: Date,
  {
    sessionHash = Buffer.of(),
    rules = noRules,
    rights = rightsOf(staff.role, null),
    mustChoosePassword = false,
    lacksFactor = false,
    asOf = null,
    origin = commandLine,
  }: Partial<SessionContext> = {},
): Scope {
  const { campus, userId, name, role } = staff
  const scope: Omit<Scope, typeof minted> = {
    trx,
    campus,
    userId,
    userName: name,
    role,
    dateRules: rules,
    approvalLimit: rules.approvalLimit,
    rights,
    mustChoosePassword,
    approval: null,
    seesContacts: canSeeContacts(role),
    lacksFactor,
    needsFactor: mustHaveFactor(role, rules),
    asOf,
    sessionHash,
    origin,
    recorded: [],
    toRecord: [],
    now,
    today: dateAt(now),
  }
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the brand exists for the compiler only
  return scope as Scope
}

/**
 * The scope of the operator at the command line, over a transaction of the database's owner; with the rules of the
 * campus if they matter.
 */
export const operatorScope = (
  trx: Transaction<Schema>,
  campus: string,
  now: Date,
  rules: CampusRules = noRules,
): Scope => mintScope(trx, { campus, userId: operator, name: operator, role: 'admin' }, now, { rules })
