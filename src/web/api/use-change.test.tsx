import { QueryClientProvider } from '@tanstack/react-query'
import { act, renderHook, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { describe, expect, test } from 'vitest'
import { postMonth } from '#contract/posting.ts'
import { generateForCampus } from '#contract/voucher-run.ts'
import { day } from '#test/builders.ts'
import { covers } from '#test/covers.ts'
import { unconfirmedCalls } from './drafts.ts'
import { openQueries } from './queries.ts'
import { useSession } from './session.ts'
import { pauses, stopTrying, useTryingAgain } from './try-again.ts'
import { useChange } from './use-change.ts'

const november = { params: { campus: 'Main Campus' }, body: { fromDate: day('2026-11-01') } }
const december = { params: { campus: 'Main Campus' }, body: { fromDate: day('2026-12-01') } }

const done = () => Response.json({ msg: 'Vouchers generated successfully', generated: 3, skipped: 0 })
const refused = () => Response.json({ code: 'voucher-exists', msg: 'No' }, { status: 409 })
const broken = () => Response.json({ code: 'broken', msg: 'An error occurred' }, { status: 500 })
const notReady = () => Response.json({ code: 'not-ready', msg: 'Wait' }, { status: 503 })
const disconnected = () => {
  throw new TypeError('Failed to fetch')
}
/** The answers of a server that is not ready during all attempts of one press. */
const unavailable = (): Answer[] => [notReady, ...pauses.change.map(() => notReady)]

type Answer = (signal: AbortSignal | null | undefined) => Response | Promise<Response>

/** Opens a form whose calls get these answers in turn; `keys` has the Idempotency-Keys that were sent. */
function open(secret: boolean, answers: readonly Answer[]) {
  const keys: string[] = []
  const remainingAnswers = [...answers]
  globalThis.fetch = async (_, init) => {
    keys.push(new Headers(init?.headers).get('idempotency-key') ?? '')
    return remainingAnswers.shift()?.(init?.signal) ?? done()
  }
  const client = openQueries()
  const wrapper = ({ children }: { readonly children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  )
  const form = renderHook(() => ({ ...useChange(generateForCampus, { secret }), trying: useTryingAgain() }), {
    wrapper,
  })
  const send = (sent: typeof november) => act(async () => form.result.current.send(sent).catch(() => null))
  /** Sends the form and waits until it is being retried; `ended` resolves to the reply or the failure. */
  async function begin() {
    const ended = form.result.current.send(november).catch((failure: unknown) => failure)
    await waitFor(() => expect(form.result.current).toMatchObject({ sending: true, trying: true }))
    return { ended }
  }
  return { keys, form, send, begin, stop: () => act(() => stopTrying(client)) }
}

const connectionReturns = () => act(() => void window.dispatchEvent(new Event('online')))

const openForm = (...answers: readonly Answer[]) => open(false, answers)
const openSecretForm = (...answers: readonly Answer[]) => open(true, answers)

test('a repeat after a lost connection carries the same key', async () => {
  covers('decisions 2.idempotency.page')

  const { keys, send } = openForm(...unavailable(), broken, done)
  await send(november)
  await send(november)
  expect(await send(november)).toMatchObject({ generated: 3 })
  expect(keys[0]).toMatch(/^[0-9a-f]{32}$/)
  expect(new Set(keys).size).toBe(1)
})

test('a different change waits for the running one, and the same change is sent only once', async () => {
  const bodies: unknown[] = []
  const { form } = open(false, [])
  const answers: (() => void)[] = []
  globalThis.fetch = async (_, init) => {
    if (typeof init?.body === 'string') bodies.push(JSON.parse(init.body))
    await new Promise<void>((resolve) => void answers.push(resolve))
    return Response.json({ msg: 'Done', generated: bodies.length, skipped: 0 })
  }
  const { send } = form.result.current
  const replies = Promise.all([november, december, november].map((sent) => send(sent)))
  for (const count of [1, 2]) {
    await waitFor(() => expect(answers).toHaveLength(count))
    expect(form.result.current.sending).toBe(true)
    answers.at(-1)?.()
  }
  expect((await replies).map(({ generated }) => generated)).toEqual([1, 2, 1])
  expect(bodies).toEqual([november.body, december.body])
  await waitFor(() => expect(form.result.current.sending).toBe(false))
})

test('another year in the address counts as a different change, with its own key', async () => {
  const keys: string[] = []
  globalThis.fetch = async (_, init) => {
    keys.push(new Headers(init?.headers).get('idempotency-key') ?? '')
    return broken()
  }
  const client = openQueries()
  const wrapper = ({ children }: { readonly children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  )
  const form = renderHook(() => useChange(postMonth), { wrapper })
  const params = { campus: 'Main Campus', monthNumber: 12 }
  const send = (year: number) =>
    act(async () => form.result.current.send({ params, query: { year } }).catch(() => null))
  await send(2026)
  await send(2026)
  await send(2027)
  expect(keys[1]).toBe(keys[0])
  expect(keys[2]).not.toBe(keys[0])
})

test('a repeat from the reopened screen after a lost session carries the same key too', async () => {
  covers('decisions 2.idempotency.page')

  const lost = () => Response.json({ code: 'signed-out', msg: 'Please sign in' }, { status: 401 })
  const { keys, form, send } = openForm(...unavailable(), lost)
  await send(november)
  await send(november)
  form.unmount()
  const reopened = openForm(done)
  await reopened.send(november)
  expect(new Set([...keys, ...reopened.keys]).size).toBe(1)
})

test('a change with a password is repeated under the same key, and forgotten when the screen closes', async () => {
  const { keys, form, send } = openSecretForm(...unavailable(), ...unavailable())
  await send(november)
  await send(november)
  expect(unconfirmedCalls.size).toBe(0)
  form.unmount()
  const reopened = openSecretForm(done)
  await reopened.send(november)
  expect(new Set(keys).size).toBe(1)
  expect(reopened.keys).not.toContain(keys[0])
})

test.each([403, 429])(
  'a repeat keeps the key if %i refused the call before its key was looked up',
  async (status) => {
    const refusal = () => Response.json({ code: 'too-many-calls', msg: 'Too much is under way' }, { status })
    const { keys, send } = openForm(refusal, done)
    await send(november)
    await send(november)
    expect(keys.length).toBe(2)
    expect(new Set(keys).size).toBe(1)
  },
)

test('other content counts as a different change, with a new key', async () => {
  const { keys, send } = openForm(...unavailable())
  await send(november)
  await send(december)
  expect(new Set(keys).size).toBe(2)
})

test('after a success or a refusal, the next press sends a new change', async () => {
  const { keys, send } = openForm(refused, done)
  await send(november)
  await send(november)
  await send(november)
  expect(new Set(keys).size).toBe(3)
})

test('a second press while sending gets the reply of the first', async () => {
  let answer = (_: Response) => {}
  const slow = () => new Promise<Response>((resolve) => (answer = resolve))
  const { keys, form } = openForm(slow)
  const replies: unknown[] = []
  act(() => {
    void form.result.current.send(november).then((reply) => replies.push(reply))
    void form.result.current.send(november).then((reply) => replies.push(reply))
  })
  await waitFor(() => expect(keys).toHaveLength(1))
  expect(form.result.current.sending).toBe(true)
  await act(async () => answer(done()))
  expect(replies).toHaveLength(2)
  expect(replies[1]).toBe(replies[0])
  expect(keys).toHaveLength(1)
  expect(form.result.current.sending).toBe(false)
})

describe('an automatic repeat', () => {
  const dayMs = 24 * 60 * 60 * 1000

  test('uses the same key until there is an answer', async () => {
    let answer = (_: Response) => {}
    const slow = () => new Promise<Response>((resolve) => (answer = resolve))
    const { keys, form, begin } = openForm(notReady, notReady, slow)
    const { ended } = await begin()
    await waitFor(() => expect(keys).toHaveLength(3))
    await act(async () => answer(done()))
    expect(await ended).toMatchObject({ generated: 3 })
    await waitFor(() => expect(form.result.current).toMatchObject({ sending: false, trying: false }))
    expect(keys).toEqual([keys[0], keys[0], keys[0]])
    expect(unconfirmedCalls.size).toBe(0)
  })

  test('waits while the server cannot be reached, and is sent when the connection returns', async () => {
    const { keys, form, begin } = openForm(disconnected, disconnected)
    const { ended } = await begin()
    connectionReturns()
    await waitFor(() => expect(keys).toHaveLength(2))
    expect(form.result.current).toMatchObject({ sending: true, trying: true })
    connectionReturns()
    expect(await act(async () => ended)).toMatchObject({ generated: 3 })
    expect(keys).toEqual([keys[0], keys[0], keys[0]])
  })

  test('stops after a few attempts, or at the first answer', async () => {
    const { keys, form, send } = openForm(...unavailable(), notReady, refused, broken)
    const failure = await act(async () =>
      form.result.current.send(november).catch((thrown: unknown) => thrown),
    )
    expect(failure).toMatchObject({ status: 503, code: 'not-ready' })
    await waitFor(() => expect(form.result.current).toMatchObject({ sending: false, trying: false }))
    expect(keys).toHaveLength(1 + pauses.change.length)
    await send(november)
    await send(november)
    expect(keys).toHaveLength(1 + pauses.change.length + 3)
  })

  test('can be stopped in each state, after which the next press carries the same key', async () => {
    const silent: Answer = (signal) =>
      new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason)))
    const { keys, form, begin, send, stop } = openForm(notReady, silent, notReady, disconnected)
    const duringAttempt = await begin()
    await waitFor(() => expect(keys).toHaveLength(2))
    stop()
    expect(await act(async () => duringAttempt.ended)).toMatchObject({ code: 'not-ready' })
    pauses.change = [dayMs]
    const betweenAttempts = await begin()
    stop()
    expect(await act(async () => betweenAttempts.ended)).toMatchObject({ code: 'not-ready' })
    const offline = await begin()
    stop()
    expect(await act(async () => offline.ended)).toMatchObject({ code: 'offline' })
    await waitFor(() => expect(form.result.current).toMatchObject({ sending: false, trying: false }))
    await send(november)
    expect(keys).toHaveLength(5)
    expect(new Set(keys).size).toBe(1)
  })

  test('is never sent in the name of the next user', async () => {
    const signIn = (userId: string) =>
      act(() => {
        useSession.setState({ isSignedIn: true, user: { name: userId, userId } })
      })
    let loseConnection = () => {}
    const slow = () =>
      new Promise<Response>((_, reject) => (loseConnection = () => reject(new TypeError('Failed to fetch'))))
    signIn('nadia@main.test')
    const { keys, form, begin } = openForm(disconnected, slow)
    const waiting = await begin()
    signIn('sana@main.test')
    expect(await act(async () => waiting.ended)).toMatchObject({ code: 'signed-out' })
    const runningCall = form.result.current.send(november).catch((failure: unknown) => failure)
    await waitFor(() => expect(keys).toHaveLength(2))
    signIn('nadia@main.test')
    loseConnection()
    connectionReturns()
    expect(await act(async () => runningCall)).toMatchObject({ code: 'signed-out' })
    expect(keys).toHaveLength(2)
  })
})
