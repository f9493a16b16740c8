import type { Endpoint } from '#contract/endpoint.ts'
import { endpointList, type Endpoints } from '#contract/endpoints.ts'
import type { Act } from '#domain/approval.ts'
import type { Handler } from '#server/http/call.ts'

/** The handlers of the acts that may need an approval. They are handed in: features do not import each other. */
export type ActHandlers = { readonly [A in Act]: Handler<Endpoints[A]> }

/** The endpoint of an act. */
export function endpointOf(act: Act): Endpoint {
  const found = endpointList.find(({ name }) => name === act)
  if (!found) throw new Error(`No endpoint has the name ${act}`)
  return found.endpoint
}
