import type { Endpoint } from '#contract/endpoint.ts'
import { plainWords, pleaseFill } from '#contract/plain-words.ts'
import { fillAllFields } from '#contract/refusals.ts'
import type { FieldError } from '#domain/outcome.ts'
import type { z } from 'zod'

/** A payload that the contract refuses: its message, and every field with what is wrong. */
export class InvalidCall extends Error {
  readonly errors: readonly FieldError[]
  readonly onlyMissing: boolean

  constructor(errors: readonly FieldError[], onlyMissing: boolean) {
    super(onlyMissing ? fillAllFields : 'Please correct the marked fields')
    this.errors = errors
    this.onlyMissing = onlyMissing
  }
}

export type CallOf<E extends Endpoint> = {
  readonly params: z.output<E['params']>
  readonly body: z.output<E['body']>
}

type Read<E extends Endpoint> =
  { readonly ok: true; readonly call: CallOf<E> } | { readonly ok: false; readonly problem: InvalidCall }

const reading = { reportInput: true, error: plainWords } as const

const isMissing = (issue: z.core.$ZodIssue): boolean =>
  (issue.code === 'invalid_type' || issue.code === 'invalid_value') && issue.input === undefined

const fieldError = (issue: z.core.$ZodIssue): FieldError => ({
  field: issue.path.map(String).join('.'),
  message: isMissing(issue) ? pleaseFill : issue.message,
})

/** Reads parameters and body by the endpoint's schemas; nothing that they do not name comes through. */
export function readCall<E extends Endpoint>(endpoint: E, params: unknown, body: unknown): Read<E> {
  const readParams = endpoint.params.safeParse(params, reading)
  const readBody = endpoint.body.safeParse(body ?? {}, reading)
  if (readParams.success && readBody.success) {
    const call = { params: readParams.data, body: readBody.data }
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- both were just read by these very schemas
    return { ok: true, call: call as CallOf<E> }
  }
  const issues = [...(readParams.error?.issues ?? []), ...(readBody.error?.issues ?? [])]
  return { ok: false, problem: new InvalidCall(issues.map(fieldError), issues.every(isMissing)) }
}

/** Every campus that the call names, however deep, before anything else is believed of it (decisions §2). */
export function campusesNamed(params: unknown, body: unknown): unknown[] {
  const campuses: unknown[] = []
  const unread: unknown[] = [params, body]
  // No function of itself: a payload may be nested deeper than the stack is high.
  while (unread.length > 0) {
    const part = unread.pop()
    if (typeof part !== 'object' || part === null) continue
    for (const [name, value] of Object.entries(part)) {
      if (name === 'campus' && value !== null && value !== '') campuses.push(value)
      else unread.push(value)
    }
  }
  return campuses
}
