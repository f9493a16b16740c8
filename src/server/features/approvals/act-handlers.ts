import type { Endpoint } from '#contract/endpoint.ts'
import type { Endpoints } from '#contract/endpoints.ts'
import type { Act } from '#domain/approval.ts'
import type { CallInput, Handler } from '#server/http/call.ts'
import { decode } from '#server/http/decode.ts'
import { endpointOf } from '#server/services/approval.ts'

/** The handlers of the acts that may need an approval. They are handed in: features do not import each other. */
export type ActHandlers = { readonly [A in Act]: Handler<Endpoints[A]> }

/** The parameters and the payload of an act as they came over the wire. */
export interface ActInput {
  readonly params: unknown
  readonly body: unknown
}

interface DecodedAct {
  readonly input: CallInput<Endpoint>
  readonly handle: (call: unknown) => Promise<unknown>
}

/** The input of an act by the schemas of its endpoint, with the handler that takes it. Throws InvalidInput. */
export function decodeAct(handlers: ActHandlers, act: Act, { params, body }: ActInput): DecodedAct {
  const input = decode(endpointOf(act), { params, body, query: {} })
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- decoded by the schemas of the act's own endpoint
  return { input, handle: handlers[act] as (call: unknown) => Promise<unknown> }
}
