import type { Endpoint } from '#contract/endpoint.ts'
import { noParams } from '#contract/fields.ts'
import { fieldError, isMissing, parseOptions } from '#contract/refusals.ts'
import type { FieldError } from '#domain/outcome.ts'
import { fillAllFields } from '#domain/refusals.ts'
import type { RawInput } from '#server/auth/authorise.ts'
import type { AnyHandler, CallInput } from './call.ts'

export class InvalidInput extends Error {
  readonly errors: readonly FieldError[]
  readonly onlyMissing: boolean

  constructor(errors: readonly FieldError[], onlyMissing: boolean) {
    super(onlyMissing ? fillAllFields : 'Please correct the marked fields')
    this.errors = errors
    this.onlyMissing = onlyMissing
  }
}

/** Limits the errors in a reply, because a table has hundreds of thousands of fields. */
const maxErrors = 100

/** Decodes params, query and body by the endpoint's schemas and drops unknown fields. Throws InvalidInput. */
export function decode<E extends Endpoint>(endpoint: E, raw: RawInput): CallInput<E> {
  const params = endpoint.params.safeParse(raw.params, parseOptions)
  const query = (endpoint.query ?? noParams).safeParse(raw.query, parseOptions)
  const body = endpoint.body.safeParse(raw.body ?? {}, parseOptions)
  if (params.success && query.success && body.success) {
    const input = { params: params.data, query: query.data, body: body.data }
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- decoded by these very schemas
    return input as CallInput<E>
  }
  const issues = [params, query, body].flatMap(({ error }) => error?.issues ?? [])
  throw new InvalidInput(issues.slice(0, maxErrors).map(fieldError), issues.every(isMissing))
}

/** Types a handler for the input that `decode` returns for the handler's own endpoint. */
export const onDecoded = (handler: AnyHandler) =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the types `Handlers` and `ActHandlers` check its arguments
  handler as (call: unknown, writer?: unknown) => Promise<unknown>
