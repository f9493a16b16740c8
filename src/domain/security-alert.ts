import { count as counted } from './count.ts'
import type { FactorWay } from './outcome.ts'
import type { Role } from './roles.ts'
import type { SecurityKind } from './security-event.ts'

export const alertKinds = [
  'many failures',
  'many refusals',
  'new device',
  'recovery code',
  'export at night',
] as const
export type AlertKind = (typeof alertKinds)[number]

export const alertWords: Readonly<Record<AlertKind, string>> = {
  'many failures': 'Many failed sign-ins',
  'many refusals': 'Many refused calls',
  'new device': 'Admin on a new device',
  'recovery code': 'Recovery code used',
  'export at night': 'File saved at night',
}

/** This many events of one kind within this many minutes raise an alert; no other alert follows for the same time. */
const manyEvents = 20
export const manyWithinMinutes = 10

/** Night lasts from the first hour to the second, in the time zone of the school. */
const nightFromHour = 22
const nightToHour = 6

/** The events of one user, or from one address, within `manyWithinMinutes`, including the present event. */
export interface Recent {
  readonly count: number
  readonly isAlerted: boolean
}

export interface Circumstances {
  readonly hour: number
  readonly role: Role | null
  /** The second factor of a sign-in; null if there was none. */
  readonly factor: FactorWay | null
  /** True for a sign-in on a device on which the user has signed in before (decision record 46). */
  readonly isKnownDevice: boolean
  /** True for the first sign-in of this user in the log, when no device is known yet. */
  readonly isFirstSignIn: boolean
  readonly recent: readonly Recent[]
}

const isMany = ({ count, isAlerted }: Recent): boolean => count >= manyEvents && !isAlerted

const isNight = (hour: number): boolean => hour >= nightFromHour || hour < nightToHour

const alertOfMany: Partial<Readonly<Record<SecurityKind, AlertKind>>> = {
  'sign-in failed': 'many failures',
  'sign-in slowed': 'many failures',
  'password refused': 'many failures',
  refused: 'many refusals',
}

/** Alerts for any recovery code, which means a lost phone or a stolen sheet, and for an admin's new device. */
function alertOfSignIn({ role, factor, isKnownDevice, isFirstSignIn }: Circumstances): AlertKind | null {
  if (factor === 'recovery code') return 'recovery code'
  return role === 'admin' && !isKnownDevice && !isFirstSignIn ? 'new device' : null
}

/** Returns the alert that an event raises; null for most events. */
export function alertOf(kind: SecurityKind, circumstances: Circumstances): AlertKind | null {
  const { hour, recent } = circumstances
  const many = alertOfMany[kind]
  if (many) return recent.some(isMany) ? many : null
  if (kind === 'signed in') return alertOfSignIn(circumstances)
  return kind === 'exported' && isNight(hour) ? 'export at night' : null
}

/** `2 security alerts`, for the list of things to do. */
export const alertsWaiting = (alerts: number): string => `${counted(alerts, 'security alert')} to look at`
