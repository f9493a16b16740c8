import type { Transaction } from 'kysely'
import { dateAt, type CalendarDate } from '#domain/calendar.ts'
import { noRules, type CampusRules } from '#domain/campus-rules.ts'
import type { DateRules } from '#domain/closed-days.ts'
import type { Money } from '#domain/money.ts'
import type { Right } from '#domain/rights.ts'
import { canSeeContacts, operator, rightsOf, type Role } from '#domain/roles.ts'
import { mustHaveFactor } from '#domain/second-factor.ts'
import type { AlertKind } from '#domain/security-alert.ts'
import type { SecurityEvent } from '#domain/security-event.ts'
import type { Schema } from '#server/database/schema.ts'

export interface Origin {
  readonly address: string
  /** The device as text (domain/device-words.ts). */
  readonly device: string
  readonly requestId: string
}

/** The origin of the operator's commands. */
export const commandLine: Origin = { address: '', device: 'Command line', requestId: '' }

/** Campus and user are null if the user is unknown. */
export interface Actor {
  readonly campus: string | null
  readonly userId: string | null
  readonly role: Role | null
  readonly origin: Origin
  readonly now: Date
}

export interface RecordedEvent extends Actor {
  readonly event: SecurityEvent
  readonly alert: AlertKind | null
}

export const actorOf = ({ campus, userId, role, origin, now }: Actor): Actor => ({
  campus,
  userId,
  role,
  origin,
  now,
})

declare const scopeBrand: unique symbol

/** A member of staff of one campus. */
export interface Staff {
  readonly userId: string
  readonly name: string
  readonly role: Role
  readonly campus: string
}

export interface SessionContext {
  readonly sessionHash: Buffer
  readonly rules: CampusRules
  readonly rights: readonly Right[]
  readonly mustChoosePassword: boolean
  /** True if the session may only set up a second factor. */
  readonly lacksFactor: boolean
  readonly origin: Origin
  /** The time of a standby's books; null on the primary. */
  readonly asOf: Date | null
}

/** An act is tried out for a request and undone, or done with the approval of another user. */
export type Approval = { readonly kind: 'tried' } | { readonly kind: 'given'; readonly by: string }

/**
 * One transaction on one campus, for one member of staff. Every record function takes a scope, which proves that the
 * transaction is bound to the campus, because only `auth` and the operator's commands can create a scope (lint rule).
 */
export interface Scope {
  readonly [scopeBrand]: true
  readonly trx: Transaction<Schema>
  readonly campus: string
  readonly userId: string
  readonly userName: string
  readonly role: Role
  /** The rules when the call began; a trigger also enforces the closed days of a closing made meanwhile. */
  readonly dateRules: DateRules
  /** An act above this amount, or on money that the caller received, needs a second person; null if no act does. */
  readonly approvalLimit: Money | null
  readonly rights: readonly Right[]
  /** True if the caller must choose a password of their own before anything else. */
  readonly mustChoosePassword: boolean
  /** Null if no approval is involved. */
  readonly approval: Approval | null
  /** False if records return contact fields (domain/contacts.ts) empty. */
  readonly seesContacts: boolean
  readonly lacksFactor: boolean
  /** True if the rules of the campus require a factor. */
  readonly needsFactor: boolean
  /** The time of a standby's books; null on the primary. */
  readonly asOf: Date | null
  /** Empty for the operator's commands. */
  readonly sessionHash: Buffer
  readonly origin: Origin
  /** Events to write to the server's log after this transaction is committed. */
  readonly recorded: RecordedEvent[]
  /** Events of a read-only call, which are recorded after its transaction has ended. */
  readonly toRecord: SecurityEvent[]
  readonly now: Date
  /** The day by the calendar of the campus. */
  readonly today: CalendarDate
}

/** Creates a scope; the caller must have bound the transaction to the campus of `staff`. */
export function createScope(
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
  const scope: Omit<Scope, typeof scopeBrand> = {
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

/** Creates a scope for the command line, on a transaction of the owner; pass the rules of the campus if they matter. */
export const operatorScope = (
  trx: Transaction<Schema>,
  campus: string,
  now: Date,
  rules: CampusRules = noRules,
): Scope => createScope(trx, { campus, userId: operator, name: operator, role: 'admin' }, now, { rules })
