// The only file through which the page speaks to the server.

import type { z } from 'zod'
import type { Endpoint, QueryOf } from '#contract/endpoint.ts'
import { refusalFacts } from '#contract/refusals.ts'
import { fromWire, toWire, type Decoded } from '#contract/wire.ts'
import type { RefusalFacts } from '#domain/outcome.ts'
import { refusals, somethingBroke, type RefusalCode } from '#domain/refusals.ts'
import { askForPassword, shownConfirmation } from './confirmation.ts'

export type Reply<E extends Endpoint> = z.output<E['reply']>

/** The input of a call, in values of the domain; the contract encodes it for the wire. */
export interface Sent<E extends Endpoint> {
  readonly params?: Decoded<z.input<E['params']>>
  readonly query?: Decoded<z.input<QueryOf<E>>>
  readonly body?: BodyOf<E>
}

/** The values that an endpoint's body accepts. */
export type BodyOf<E extends Endpoint> = Decoded<z.input<E['body']>>

export interface How {
  readonly idempotencyKey?: string
  readonly signal?: AbortSignal
  readonly timeoutMs?: number
  /** The requested format of a call that knows several. */
  readonly accept?: string
}

interface Failing {
  readonly status: number
  readonly code: string
  readonly msg: string
  readonly errors?: readonly FieldFailure[]
  readonly facts?: Readonly<Record<string, unknown>>
  readonly requestId?: string | undefined
  readonly waitSeconds?: number | undefined
}

interface FieldFailure {
  readonly field: string
  readonly message: string
}

/** Any answer but 200, or no answer; screens decide by `code` and show `msg` (decisions 2.status). */
export class CallFailed extends Error {
  /** 0 if the server gave no answer. */
  readonly status: number
  readonly code: string
  readonly msg: string
  readonly errors: readonly FieldFailure[]
  /** The other facts of the answer; `factsOf` reads them. */
  readonly facts: Readonly<Record<string, unknown>>
  readonly requestId: string | undefined
  readonly waitSeconds: number | undefined

  constructor({ status, code, msg, errors = [], facts = {}, requestId, waitSeconds }: Failing) {
    super(msg)
    this.name = 'CallFailed'
    this.status = status
    this.code = code
    this.msg = msg
    this.errors = errors
    this.facts = facts
    this.requestId = requestId
    this.waitSeconds = waitSeconds
  }
}

/** Null if the failure has another code. */
export function factsOf<Code extends keyof RefusalFacts>(
  { code, facts }: CallFailed,
  wanted: Code,
): RefusalFacts[Code] | null {
  return code === wanted ? fromWire<z.core.$ZodType<RefusalFacts[Code]>>(refusalFacts[wanted], facts) : null
}

/** A server that is silent for longer than this counts as gone; a large body takes time to arrive. */
const callTimeoutMs = ({ largestBody }: Endpoint): number => (largestBody ? 600_000 : 60_000)

const offline = 'No connection to the server. What you typed is kept.'
const tooSlow = 'The server did not answer in time. What you typed is kept.'

/** A change of the connection (`reached`, `unreached`) or of the session (`signed-out`, `factor-missing`). */
export const answers = new EventTarget()
const dispatch = (event: 'reached' | 'unreached' | 'signed-out' | 'factor-missing'): boolean =>
  answers.dispatchEvent(new Event(event))

/** `?year=2026`; empty if nothing is given. */
function behindPath(query: object): string {
  const given = Object.entries(query).filter(([, value]) => value !== undefined)
  const written = new URLSearchParams(given.map(([name, value]): [string, string] => [name, String(value)]))
  return written.size > 0 ? `?${written}` : ''
}

function address(path: string, params: object, query: object): string {
  const given = new Map<string, unknown>(Object.entries(params))
  const filled = path.replaceAll(/:(\w+)/g, (_, name: string) => {
    if (!given.has(name)) throw new Error(`${path} lacks ${name}`)
    return encodeURIComponent(String(given.get(name)))
  })
  const host: unknown = import.meta.env['VITE_API_HOST']
  return `${typeof host === 'string' ? host : ''}${filled}${behindPath(query)}`
}

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isFieldFailure = (value: unknown): value is FieldFailure =>
  isObject(value) && typeof value['field'] === 'string' && typeof value['message'] === 'string'

/** An answer that is not the server's own (a proxy's page) becomes a fault. */
function failing(response: Response, answer: unknown): CallFailed {
  const said = isObject(answer) ? answer : {}
  const { code, msg, errors, requestId, ...facts } = said
  const wait = Number(response.headers.get('retry-after') ?? Number.NaN)
  return new CallFailed({
    status: response.status,
    code: typeof code === 'string' ? code : 'broken',
    msg: typeof msg === 'string' ? msg : somethingBroke,
    errors: Array.isArray(errors) ? errors.filter(isFieldFailure) : [],
    facts,
    requestId: typeof requestId === 'string' ? requestId : undefined,
    waitSeconds: Number.isFinite(wait) && wait > 0 ? wait : undefined,
  })
}

function unanswered(error: unknown, { signal }: How): unknown {
  if (signal?.aborted) return error
  dispatch('unreached')
  const late = isObject(error) && error['name'] === 'TimeoutError'
  return new CallFailed({
    status: 0,
    code: late ? 'timed-out' : 'offline',
    msg: late ? tooSlow : offline,
  })
}

function requestOf<E extends Endpoint>(endpoint: E, { body }: Sent<E>, how: How): RequestInit {
  const { idempotencyKey, signal, timeoutMs = callTimeoutMs(endpoint), accept = 'application/json' } = how
  const limit = AbortSignal.timeout(timeoutMs)
  const confirmation = endpoint.confirmed ? shownConfirmation() : null
  return {
    method: endpoint.method,
    credentials: 'same-origin',
    signal: signal ? AbortSignal.any([signal, limit]) : limit,
    headers: {
      accept,
      ...(endpoint.method === 'POST' && { 'content-type': 'application/json' }),
      ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
      ...(confirmation !== null && { 'x-confirmation': confirmation }),
    },
    ...(endpoint.method === 'POST' && { body: JSON.stringify(toWire(endpoint.body, body) ?? {}) }),
  }
}

/** Null if the text is not JSON. */
export const inJson = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** Returns the result of `read` for a 200 (null if it is another answer); throws `CallFailed` otherwise. */
export async function exchange<E extends Endpoint, Got>(
  endpoint: E,
  sent: Sent<E> & How,
  read: (response: Response) => Promise<Got | null>,
): Promise<Got> {
  const url = address(endpoint.path, sent.params ?? {}, sent.query ?? {})
  const request = requestOf(endpoint, sent, sent)
  let response: Response
  let got: Got | null = null
  let said: unknown = null
  try {
    response = await fetch(url, request)
    if (response.status === 200) got = await read(response)
    else said = inJson(await response.text())
  } catch (error) {
    throw unanswered(error, sent)
  }
  dispatch('reached')
  if (got !== null) return got
  const failed = failing(response, said)
  if (failed.code === 'signed-out' || failed.code === 'factor-missing') dispatch(failed.code)
  throw failed
}

const confirmationNeeded: RefusalCode = 'confirmation-needed'

/** True if the user declined to enter the password again: nothing was done, and the user knows why. */
export const isUnconfirmed = (failure: unknown): boolean =>
  failure instanceof CallFailed && failure.code === confirmationNeeded

/** The failure that a 200 reports only in its message, as a specified backend may (spec 8.generation.failed); null if none. */
export function failureIn(reply: unknown): CallFailed | null {
  const msg = isObject(reply) ? reply['msg'] : reply
  if (typeof msg !== 'string') return null
  const known = Object.entries(refusals).find(([, words]) => words.msg === msg)
  const isAlone = !isObject(reply) || Object.keys(reply).length === 1
  if (!/\bfail|already exists/i.test(msg) && !(isAlone && known)) return null
  return new CallFailed({ status: 200, code: known?.[0] ?? 'failed', msg })
}

/** Throws `CallFailed` unless the answer is 200 (spec 7.success). Asks for the password if needed, then repeats the call. */
export async function call<E extends Endpoint>(endpoint: E, sent: Sent<E> & How = {}): Promise<Reply<E>> {
  for (;;) {
    try {
      return await callOnce(endpoint, sent)
    } catch (failure) {
      if (!isUnconfirmed(failure) || !(await askForPassword())) throw failure
    }
  }
}

async function callOnce<E extends Endpoint>(endpoint: E, sent: Sent<E> & How): Promise<Reply<E>> {
  const reply = await exchange(endpoint, sent, async (response) => inJson(await response.text()))
  const failure = failureIn(reply)
  if (failure) throw failure
  // A failure here is a fault of the page or the server, not of the connection.
  return fromWire<E['reply']>(endpoint.reply, reply)
}
