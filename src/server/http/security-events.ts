import type { Endpoint } from '#contract/endpoint.ts'
import { Refused } from '#domain/outcome.ts'
import { refusals } from '#domain/refusals.ts'
import type { SecurityEvent } from '#domain/security-event.ts'
import type { CallInput } from './call.ts'

/** Returns the summary of a call without its details. */
const shortSummary = ({ summary }: Endpoint): string => summary.split(/[:;,(]/, 1)[0] ?? summary

/** Refusals that only ask the user for a step before the page repeats the call, not attempts at a forbidden act. */
const steps: readonly string[] = ['confirmation-needed', 'choose-password', 'factor-missing']

/** Returns the event of a refusal by role, right, campus or need of another person; null for any other failure. */
export function refusalOf(endpoint: Endpoint, problem: unknown): SecurityEvent | null {
  if (!(problem instanceof Refused)) return null
  const { status, msg } = refusals[problem.refusal.code]
  if (steps.includes(problem.refusal.code)) return null
  return status === 403 ? { kind: 'refused', call: shortSummary(endpoint), why: msg } : null
}

/** Returns the event of a failed password check; null if the call failed for another reason. */
export function failedAttempt(problem: unknown): SecurityEvent | null {
  if (!(problem instanceof Refused)) return null
  const { refusal } = problem
  if (refusal.code === 'too-many-tries') {
    return { kind: 'sign-in slowed', seconds: refusal.facts.retryAfter }
  }
  const isPassword = refusal.code === 'invalid' && refusal.errors.some(({ field }) => /password/i.test(field))
  return isPassword ? { kind: 'password refused' } : null
}

const recordFields = [
  ['rollNo', 'student'],
  ['voucherId', 'voucher'],
  ['receiptNo', 'receipt'],
] as const

/** Returns the event of a logged read; null for calls that are not logged. */
export function readingOf({ logged }: Endpoint, { params }: CallInput<Endpoint>): SecurityEvent | null {
  if (logged === undefined) return null
  if (logged === 'log read') return { kind: 'log read' }
  const fields: Readonly<Record<string, unknown>> = params
  const field = recordFields.find(([name]) => fields[name] !== undefined)
  return field ? { kind: 'record read', record: field[1], number: String(fields[field[0]]) } : null
}
