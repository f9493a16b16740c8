import { LogController, type FastifyReply, type FastifyRequest } from 'fastify'

declare module 'fastify' {
  interface FastifyRequest {
    /** The user and campus of the call's session, by ids; null before they are known. */
    caller: { readonly user: string; readonly campus: string } | null
  }
}

/** Numbers, dates and our own words in a path; voucher numbers are left out, as anything may be typed or scanned there. */
const loggedParams: readonly (readonly [names: RegExp, values: RegExp])[] = [
  [/No$|^month/, /^\d{1,7}$/],
  [/Date$|^until$/, /^\d{4}-\d\d-\d\d$/],
  [/^(?:format|type|dataType|paidStatus|status|act)$/, /^[a-z]{1,12}$/i],
]

const idsOf = (params: unknown): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    Object.entries(Object(params)).filter(([name, value]) =>
      loggedParams.some(([names, values]) => names.test(name) && values.test(String(value))),
    ),
  )

/**
 * One log line for each call, when it is over: the call, its user, the status, and the duration. The address itself is
 * not in it, as it may hold what a person typed: the pattern of the call is, with the numbers of the books in it.
 */
export class CallLog extends LogController {
  override incomingRequest(): void {}

  override requestCompleted(
    problem: Error | null | undefined,
    { method, routeOptions, params, caller }: FastifyRequest,
    reply: FastifyReply,
  ): void {
    const line = {
      method,
      route: routeOptions.url ?? 'page or unknown',
      ...idsOf(params),
      ...caller,
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime),
    }
    if (problem) reply.log.error({ ...line, err: problem }, 'call aborted')
    else reply.log.info(line, 'call')
  }
}
