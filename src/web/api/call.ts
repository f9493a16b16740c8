// The only file that sends requests to the server.

import type { z } from 'zod'
import { create } from 'zustand'
import type { Endpoint, QueryOf } from '#contract/endpoint.ts'
import { refusalFacts } from '#contract/refusals.ts'
import { fromWire, toWire, type Decoded } from '#contract/wire.ts'
import type { FieldError, RefusalFacts } from '#domain/outcome.ts'
import { refusals, somethingBroke, type RefusalCode } from '#domain/refusals.ts'
import { askForPassword, shownConfirmation } from './confirmation.ts'

export type Reply<E extends Endpoint> = z.output<E['reply']>

/**
 * The input of a call, in values of the domain; the contract encodes it for the wire. Without a `campus` the campus of
 * the session is sent.
 */
export interface Sent<E extends Endpoint> {
  readonly params?: Omit<ParamsOf<E>, 'campus'> & { readonly campus?: string }
  readonly query?: Decoded<z.input<QueryOf<E>>>
  readonly body?: BodyOf<E>
}

type ParamsOf<E extends Endpoint> = Decoded<z.input<E['params']>>

export type BodyOf<E extends Endpoint> = Decoded<z.input<E['body']>>

export interface How {
  readonly idempotencyKey?: string
  readonly signal?: AbortSignal
  readonly timeoutMs?: number
  /** The requested format, for a call that supports several. */
  readonly accept?: string
}

type FailureFields = Pick<CallFailed, 'status' | 'code' | 'msg'> &
  Partial<Pick<CallFailed, 'errors' | 'facts' | 'requestId' | 'waitSeconds'>>

/** A failed call or one without an answer; screens decide by `code` and show `msg` (decisions 2.status). */
export class CallFailed extends Error {
  override readonly name = 'CallFailed'
  /** 0 if the server gave no answer. */
  readonly status: number
  readonly code: string
  readonly msg: string
  readonly errors: readonly FieldError[]
  /** The remaining fields of the answer, which `factsOf` decodes. */
  readonly facts: Readonly<Record<string, unknown>>
  readonly requestId: string | undefined
  readonly waitSeconds: number | undefined

  constructor({ status, code, msg, errors = [], facts = {}, requestId, waitSeconds }: FailureFields) {
    super(msg)
    this.status = status
    this.code = code
    this.msg = msg
    this.errors = errors
    this.facts = facts
    this.requestId = requestId
    this.waitSeconds = waitSeconds
  }
}

/** True if the server refused, so that the data must be reloaded; a lost connection is not a refusal. */
export const isRefusal = ({ status }: CallFailed): boolean => status >= 400 && status < 500 && status !== 429

export const waitWords = (seconds: number): string =>
  seconds < 100
    ? `Please wait ${Math.ceil(seconds)} seconds.`
    : `Please wait ${Math.ceil(seconds / 60)} minutes.`

/** Returns the facts of a failure; null if the failure has another code. */
export function factsOf<Code extends keyof RefusalFacts>(
  { code: actualCode, facts }: CallFailed,
  code: Code,
): RefusalFacts[Code] | null {
  return actualCode === code ? fromWire<z.core.$ZodType<RefusalFacts[Code]>>(refusalFacts[code], facts) : null
}

/** The time after which a silent server counts as unreachable; a large request body takes longer. */
const callTimeoutMs = ({ largestBody }: Endpoint): number => (largestBody ? 600_000 : 60_000)

const offline = 'No connection to the server. What you typed is kept.'
const tooSlow = 'The server did not answer in time. What you typed is kept.'
const cutOff = 'The answer broke off. Please try again.'

/** Dispatches the code of every failed answer, such as `signed-out`. */
export const answers = new EventTarget()

export const useConnection = create(() => ({ online: navigator.onLine }))
const setOnline = (online: boolean): void => useConnection.setState({ online })
window.addEventListener('online', () => setOnline(true))
window.addEventListener('offline', () => setOnline(false))

/** Returns the query string, such as `?year=2026`; '' if no value is given. */
function queryString(query: object): string {
  const values = Object.entries(query).filter(([, value]) => value !== undefined)
  const encoded = new URLSearchParams(values.map(([name, value]): [string, string] => [name, String(value)]))
  return encoded.size > 0 ? `?${encoded}` : ''
}

let campusOfSession = ''

export function callCampus(campus: string): void {
  campusOfSession = campus
}

function address(path: string, params: object, query: object): string {
  const values = new Map<string, unknown>([['campus', campusOfSession], ...Object.entries(params)])
  const filledPath = path.replaceAll(/:(\w+)/g, (_, name: string) => {
    if (!values.has(name)) throw new Error(`${path} lacks ${name}`)
    return encodeURIComponent(String(values.get(name)))
  })
  const host: unknown = import.meta.env['VITE_API_HOST']
  return `${typeof host === 'string' ? host : ''}${filledPath}${queryString(query)}`
}

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isFieldError = (value: unknown): value is FieldError =>
  isObject(value) && typeof value['field'] === 'string' && typeof value['message'] === 'string'

/** Builds the failure from an answer; an answer that is not the server's own (a proxy's page) becomes a fault. */
function failureOf(response: Response, answer: unknown): CallFailed {
  const { code, msg, errors, requestId, ...facts } = isObject(answer) ? answer : {}
  const wait = Number(response.headers.get('retry-after') ?? Number.NaN)
  return new CallFailed({
    status: response.status,
    code: typeof code === 'string' ? code : 'broken',
    msg: typeof msg === 'string' ? msg : somethingBroke,
    errors: Array.isArray(errors) ? errors.filter(isFieldError) : [],
    facts,
    requestId: typeof requestId === 'string' ? requestId : undefined,
    waitSeconds: Number.isFinite(wait) && wait > 0 ? wait : undefined,
  })
}

function failureWithoutAnswer(error: unknown, { signal }: How, hasBegun: boolean): unknown {
  if (signal?.aborted) return error
  if (isObject(error) && error['name'] === 'TimeoutError') {
    setOnline(false)
    return new CallFailed({ status: 0, code: 'timed-out', msg: tooSlow })
  }
  // The server may have ended the answer itself, behind a lock for instance, so the connection is not marked as lost.
  if (hasBegun) return new CallFailed({ status: 0, code: 'cut-off', msg: cutOff })
  setOnline(false)
  return new CallFailed({ status: 0, code: 'offline', msg: offline })
}

function requestOf<E extends Endpoint>(endpoint: E, sent: Sent<E> & How): RequestInit {
  const {
    body,
    idempotencyKey,
    signal,
    timeoutMs = callTimeoutMs(endpoint),
    accept = 'application/json',
  } = sent
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

/** Parses JSON; null if the text is not JSON. */
export const inJson = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** Returns the result of `read` for a 200; throws `CallFailed` for other answers, and if `read` returns null. */
export async function exchange<E extends Endpoint, Result>(
  endpoint: E,
  sent: Sent<E> & How,
  read: (response: Response) => Promise<Result | null>,
): Promise<Result> {
  const url = address(endpoint.path, sent.params ?? {}, sent.query ?? {})
  const request = requestOf(endpoint, sent)
  let response: Response | undefined
  let result: Result | null = null
  let answer: unknown = null
  try {
    response = await fetch(url, request)
    if (response.status === 200) result = await read(response)
    else answer = inJson(await response.text())
  } catch (error) {
    throw failureWithoutAnswer(error, sent, response !== undefined)
  }
  setOnline(true)
  if (result !== null) return result
  const failure = failureOf(response, answer)
  answers.dispatchEvent(new Event(failure.code))
  throw failure
}

/** True if the user declined to enter the password again: nothing was done, and the user knows why. */
export const isUnconfirmed = (failure: unknown): boolean =>
  failure instanceof CallFailed && failure.code === ('confirmation-needed' satisfies RefusalCode)

/** Finds the failure that a 200 reports only in its message, as other backends may (spec 8.generation.failed). */
export function failureIn(reply: unknown): CallFailed | null {
  const msg = isObject(reply) ? reply['msg'] : reply
  if (typeof msg !== 'string') return null
  const known = Object.entries(refusals).find(([, words]) => words.msg === msg)
  const isMessageOnly = !isObject(reply) || Object.keys(reply).length === 1
  if (!/\bfail|already exists/i.test(msg) && !(isMessageOnly && known)) return null
  return new CallFailed({ status: 200, code: known?.[0] ?? 'failed', msg })
}

/** Throws `CallFailed` unless the answer is 200 (spec 7.success). If needed, asks for the password and repeats. */
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
