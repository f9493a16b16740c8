import { QueryClientProvider } from '@tanstack/react-query'
import { act, renderHook, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { describe, expect, test } from 'vitest'
import { postMonth } from '#contract/posting.ts'
import { generateForCampus } from '#contract/voucher-run.ts'
import { day } from '#test/builders.ts'
import { covers } from '#test/covers.ts'
import { unsureSendings } from './drafts.ts'
import { openQueries } from './queries.ts'
import { useSession } from './session.ts'
import { pauses, stopTrying } from './try-again.ts'
import { useChange } from './use-change.ts'
import { useTryingAgain } from './use-trying-again.ts'

const november = { params: { campus: 'Main Campus' }, body: { fromDate: day('2026-11-01') } }
const december = { params: { campus: 'Main Campus' }, body: { fromDate: day('2026-12-01') } }

const done = () => Response.json({ msg: 'Vouchers generated successfully', generated: 3, skipped: 0 })
const refused = () => Response.json({ code: 'voucher-exists', msg: 'No' }, { status: 409 })
const broken = () => Response.json({ code: 'broken', msg: 'An error occurred' }, { status: 500 })
const notReady = () => Response.json({ code: 'not-ready', msg: 'Wait' }, { status: 503 })
const cut = () => {
  throw new TypeError('Failed to fetch')
}
/** A server that is not ready for all tries of one press. */
const gone = (): Answer[] => [notReady, ...pauses.change.map(() => notReady)]

type Answer = (signal: AbortSignal | null | undefined) => Response | Promise<Response>

/** A form whose calls get these answers in turn; tells the keys that were sent. */
function open(secret: boolean, answers: readonly Answer[]) {
  const keys: string[] = []
  const left = [...answers]
  globalThis.fetch = async (_, init) => {
    keys.push(new Headers(init?.headers).get('idempotency-key') ?? '')
    return left.shift()?.(init?.signal) ?? done()
  }
  const client = openQueries()
  const around = ({ children }: { readonly children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  )
  const form = renderHook(() => ({ ...useChange(generateForCampus, { secret }), trying: useTryingAgain() }), {
    wrapper: around,
  })
  const send = (sent: typeof november) => act(async () => form.result.current.send(sent).catch(() => null))
  /** Presses and goes on while the form is being tried again; `ended` tells what came of it. */
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

  const { keys, send } = openForm(...gone(), broken, done)
  await send(november)
  await send(november)
  expect(await send(november)).toMatchObject({ generated: 3 })
  expect(keys[0]).toMatch(/^[0-9a-f]{32}$/)
  expect(new Set(keys).size).toBe(1)
})

test('another act waits for the one under way, and the same act is sent once', async () => {
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

test('another year in the address is another act, with a key of its own', async () => {
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

test('a repeat from the screen opened again, after the session was lost, carries the same key too', async () => {
  covers('decisions 2.idempotency.page')

  const lost = () => Response.json({ code: 'signed-out', msg: 'Please sign in' }, { status: 401 })
  const { keys, form, send } = openForm(...gone(), lost)
  await send(november)
  await send(november)
  form.unmount()
  const again = openForm(done)
  await again.send(november)
  expect(new Set([...keys, ...again.keys]).size).toBe(1)
})

test('a change with a password is repeated under the same key, and forgotten with the screen', async () => {
  const { keys, form, send } = openSecretForm(...gone(), ...gone())
  await send(november)
  await send(november)
  expect(unsureSendings.size).toBe(0)
  form.unmount()
  const again = openSecretForm(done)
  await again.send(november)
  expect(new Set(keys).size).toBe(1)
  expect(again.keys).not.toContain(keys[0])
})

test.each([403, 429])(
  'a repeat refused with %i before its key was looked up keeps the key',
  async (status) => {
    const before = () => Response.json({ code: 'too-many-calls', msg: 'Too much is under way' }, { status })
    const { keys, send } = openForm(before, done)
    await send(november)
    await send(november)
    expect(keys.length).toBe(2)
    expect(new Set(keys).size).toBe(1)
  },
)

test('another content is another act', async () => {
  const { keys, send } = openForm(...gone())
  await send(november)
  await send(december)
  expect(new Set(keys).size).toBe(2)
})

test('after an answer, yes or no, the next press is another act', async () => {
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
  const aDay = 24 * 60 * 60 * 1000

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
    expect(unsureSendings.size).toBe(0)
  })

  test('waits while the server cannot be reached, and goes out when the connection is back', async () => {
    const { keys, form, begin } = openForm(cut, cut)
    const { ended } = await begin()
    connectionReturns()
    await waitFor(() => expect(keys).toHaveLength(2))
    expect(form.result.current).toMatchObject({ sending: true, trying: true })
    connectionReturns()
    expect(await act(async () => ended)).toMatchObject({ generated: 3 })
    expect(keys).toEqual([keys[0], keys[0], keys[0]])
  })

  test('is given up after a few tries, and an answer is taken as it is', async () => {
    const { keys, form, send } = openForm(...gone(), notReady, refused, broken)
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

  test('can be stopped in each state, and carries the same key', async () => {
    const silent: Answer = (signal) =>
      new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason)))
    const { keys, form, begin, send, stop } = openForm(notReady, silent, notReady, cut)
    const inOneTry = await begin()
    await waitFor(() => expect(keys).toHaveLength(2))
    stop()
    expect(await act(async () => inOneTry.ended)).toMatchObject({ code: 'not-ready' })
    pauses.change = [aDay]
    const betweenTries = await begin()
    stop()
    expect(await act(async () => betweenTries.ended)).toMatchObject({ code: 'not-ready' })
    const offline = await begin()
    stop()
    expect(await act(async () => offline.ended)).toMatchObject({ code: 'offline' })
    await waitFor(() => expect(form.result.current).toMatchObject({ sending: false, trying: false }))
    await send(november)
    expect(keys).toHaveLength(5)
    expect(new Set(keys).size).toBe(1)
  })

  test('never goes out in the name of the next person', async () => {
    const sitsDown = (userId: string) =>
      act(() => {
        useSession.setState({ isSignedIn: true, user: { name: userId, userId } })
      })
    let lose = () => {}
    const slow = () =>
      new Promise<Response>((_, reject) => (lose = () => reject(new TypeError('Failed to fetch'))))
    sitsDown('nadia@main.test')
    const { keys, form, begin } = openForm(cut, slow)
    const waiting = await begin()
    sitsDown('sana@main.test')
    expect(await act(async () => waiting.ended)).toMatchObject({ code: 'signed-out' })
    const underWay = form.result.current.send(november).catch((failure: unknown) => failure)
    await waitFor(() => expect(keys).toHaveLength(2))
    sitsDown('nadia@main.test')
    lose()
    connectionReturns()
    expect(await act(async () => underWay)).toMatchObject({ code: 'signed-out' })
    expect(keys).toHaveLength(2)
  })
})
