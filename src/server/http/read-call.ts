import type { Endpoint, QueryOf } from '#contract/endpoint.ts'
import { noParams } from '#contract/fields.ts'
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

/** What a request says before it is read: a request of the server has this shape. */
export interface Received {
  readonly params: unknown
  readonly query: unknown
  readonly body: unknown
}

export type CallOf<E extends Endpoint> = {
  readonly params: z.output<E['params']>
  readonly query: z.output<QueryOf<E>>
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

/** Reads parameters, query and body by the endpoint's schemas; nothing that they do not name comes through. */
export function readCall<E extends Endpoint>(endpoint: E, received: Received): Read<E> {
  const params = endpoint.params.safeParse(received.params, reading)
  const query = (endpoint.query ?? noParams).safeParse(received.query, reading)
  const body = endpoint.body.safeParse(received.body ?? {}, reading)
  if (params.success && query.success && body.success) {
    const call = { params: params.data, query: query.data, body: body.data }
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- all were just read by these very schemas
    return { ok: true, call: call as CallOf<E> }
  }
  const issues = [params, query, body].flatMap(({ error }) => error?.issues ?? [])
  return { ok: false, problem: new InvalidCall(issues.map(fieldError), issues.every(isMissing)) }
}

/**
 * Every campus that the call names, however deep, before anything else is believed of it (decisions 2.identity.campus); one in a query
 * that the endpoint ignores says nothing.
 */
export function campusesNamed(endpoint: Endpoint, { params, query, body }: Received): unknown[] {
  const campuses: unknown[] = []
  const unread: unknown[] = [params, endpoint.query && query, body]
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
