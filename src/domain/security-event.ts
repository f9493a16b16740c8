// Events of the security log never hold a name, a CNIC, a phone number or a password.

import { formatDate, type CalendarDate } from './calendar.ts'
import { count } from './count.ts'
import type { FactorWay } from './outcome.ts'

export const securityKinds = [
  'signed in',
  'second factor asked',
  'sign-in failed',
  'sign-in slowed',
  'password refused',
  'signed out',
  'refused',
  'exported',
  'record read',
  'log read',
  'user changed',
  'rules changed',
  'records erased',
  'books closed',
  'books reopened',
  'command',
] as const
export type SecurityKind = (typeof securityKinds)[number]

export const securityKindWords: Readonly<Record<SecurityKind, string>> = {
  'signed in': 'Sign-ins',
  'second factor asked': 'Second factors asked for',
  'sign-in failed': 'Failed sign-ins',
  'sign-in slowed': 'Delayed sign-ins',
  'password refused': 'Wrong passwords of signed-in users',
  'signed out': 'Sign-outs',
  refused: 'Refused calls',
  exported: 'Files of reports',
  'record read': 'Records read',
  'log read': 'Readings of this log',
  'user changed': 'Users and passwords',
  'rules changed': 'Campus settings',
  'records erased': 'Erased records',
  'books closed': 'Closings of the books',
  'books reopened': 'Reopenings of the books',
  command: 'Command line',
}

/** The reason for a failed sign-in; no reply contains it. An unknown user id is not stored: it may be a password. */
export type SignInFailure = 'wrong password' | 'wrong second factor' | 'user is disabled' | 'no such user'

export type SecurityEvent =
  | {
      readonly kind: 'second factor asked' | 'signed out' | 'password refused' | 'log read' | 'rules changed'
    }
  /** `factor` is the second factor, if one was used. */
  | { readonly kind: 'signed in'; readonly factor?: FactorWay }
  | { readonly kind: 'sign-in failed'; readonly why: SignInFailure }
  /** `seconds` is the required delay. */
  | { readonly kind: 'sign-in slowed'; readonly seconds: number }
  /** `call` is the summary of the endpoint, `why` the words of the refusal. */
  | { readonly kind: 'refused'; readonly call: string; readonly why: string }
  | { readonly kind: 'exported'; readonly report: string; readonly format: string; readonly rows: number }
  | {
      readonly kind: 'record read'
      readonly record: 'student' | 'voucher' | 'receipt'
      readonly number: string
    }
  /** `change` is the kind of the history entry, `of` the user id. */
  | { readonly kind: 'user changed'; readonly change: string; readonly of: string }
  | {
      readonly kind: 'books closed' | 'books reopened'
      readonly closedUntil: CalendarDate | null
    }
  | { readonly kind: 'records erased'; readonly children: number }
  /** `command` is the name of the command, without its arguments. */
  | { readonly kind: 'command'; readonly command: string }

const factorWords: Readonly<Record<FactorWay, string>> = {
  code: 'an authenticator app',
  passkey: 'a passkey',
  'recovery code': 'a recovery code',
}

export const longestWords = 300

const capital = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1)

/** Describes the event in a sentence: `Sign-in failed, wrong password`. */
export const eventWords = (event: SecurityEvent): string => sentence(event).slice(0, longestWords)

// oxlint-disable-next-line complexity -- one line for each kind
function sentence(event: SecurityEvent): string {
  switch (event.kind) {
    case 'signed in':
      return event.factor ? `Signed in with ${factorWords[event.factor]}` : 'Signed in'
    case 'second factor asked':
      return 'Password right, second factor asked for'
    case 'sign-in failed':
      return `Sign-in failed, ${event.why}`
    case 'sign-in slowed':
      return `Sign-in delayed by ${count(event.seconds, 'second')} after too many attempts`
    case 'password refused':
      return 'Wrong password of a signed-in user'
    case 'signed out':
      return 'Signed out'
    case 'refused':
      return `Refused: ${event.call}. ${event.why}`
    case 'exported':
      return `Saved ${event.report} as ${event.format === 'csv' ? 'CSV' : 'Excel'}, ${count(event.rows, 'row')}`
    case 'record read':
      return event.record === 'student'
        ? `Read the record of student ${event.number}`
        : `Looked up ${event.record} ${event.number}`
    case 'log read':
      return 'Read this security log'
    case 'user changed':
      return `${capital(event.change)}: ${event.of}`
    case 'rules changed':
      return 'Campus settings changed'
    case 'records erased':
      return `Erased the personal data of ${count(event.children, 'child', 'children')} who left`
    case 'books closed':
    case 'books reopened':
      return event.closedUntil === null
        ? `${capital(event.kind)}, every day is open`
        : `${capital(event.kind)}, closed up to ${formatDate(event.closedUntil)}`
    case 'command':
      return `Command line: ${event.command}`
  }
}
