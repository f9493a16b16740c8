import { LogController, type FastifyReply, type FastifyRequest } from 'fastify'

declare module 'fastify' {
  interface FastifyRequest {
    /** The ids of the caller; null before they are known. */
    caller: { readonly user: string; readonly campus: string } | null
  }
}

/** The path parameters in the log; voucher numbers are left out, because anything may be typed or scanned there. */
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

/** Logs each call when it is over, with the pattern of its address, because the address may contain typed text. */
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
