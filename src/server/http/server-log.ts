// The server's log; no line contains a name, a CNIC, a phone number, a password or a cookie.

import { LogController, type FastifyReply, type FastifyRequest } from 'fastify'
import { pino, type DestinationStream, type Logger } from 'pino'

interface LoggedError {
  readonly type: string
  readonly message: string
  readonly stack: string
  readonly code?: string
  readonly table?: string
  readonly constraint?: string
  readonly routine?: string
  readonly cause?: LoggedError
}

const textIn = (problem: object, field: string): string | undefined => {
  const value: unknown = Reflect.get(problem, field)
  return typeof value === 'string' ? value : undefined
}

/** True for an error of the database, whose `detail`, `where` and quotes after a colon may be values of a row. */
const isDatabaseError = (problem: Error): boolean =>
  'severity' in problem && /^[0-9A-Z]{5}$/.test(textIn(problem, 'code') ?? '')

/** Removes values, which follow a colon in messages of the database and are quoted in messages of JSON.parse. */
function safeMessage(problem: Error): string {
  if (isDatabaseError(problem)) return problem.message.replaceAll(/:\s.*$/gs, ': …')
  return problem instanceof SyntaxError ? 'A text could not be parsed' : problem.message
}

/** Returns the lines of a stack that name places in the code; the first lines repeat the message. */
const placesIn = ({ stack = '' }: Error): string =>
  stack
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
    .join('\n')

const causesLogged = 3

/** Returns an error's place and database code, without values of rows (`detail`, `where`, query and parameters). */
function loggedError(problem: unknown, depth = 0): LoggedError {
  if (!(problem instanceof Error)) return { type: typeof problem, message: 'Not an error', stack: '' }
  const { cause } = problem
  const fields = ['code', 'table', 'constraint', 'routine'].flatMap((field) => {
    const text = textIn(problem, field)
    return text === undefined ? [] : [[field, text] as const]
  })
  return {
    type: problem.constructor.name,
    message: safeMessage(problem),
    stack: placesIn(problem),
    ...Object.fromEntries(fields),
    ...(cause instanceof Error && depth < causesLogged && { cause: loggedError(cause, depth + 1) }),
  }
}

export const openLog = (stream: DestinationStream): Logger =>
  pino(
    {
      redact: ['req.headers.cookie', 'req.headers.authorization', 'res.headers["set-cookie"]'],
      hooks: {
        // A line with only an error would contain the error's own message.
        logMethod(args, method) {
          const [first, ...words] = args
          const problem: unknown = first instanceof Error ? first : Reflect.get(Object(first), 'err')
          if (words.length > 0 || !(problem instanceof Error)) return method.apply(this, args)
          return method.apply(this, [first instanceof Error ? { err: first } : first, safeMessage(problem)])
        },
      },
      // A call is logged when it is over.
      serializers: { err: loggedError, error: loggedError, req: () => undefined, res: () => undefined },
    },
    stream,
  )

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
