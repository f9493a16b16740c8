import { QueryClientProvider } from '@tanstack/react-query'
import { renderHook, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { expect, test } from 'vitest'
import { vouchersToPost } from '#contract/posting.ts'
import { openQueries, readAllAgain, useCall } from './queries.ts'
import { pauses } from './try-again.ts'

const disconnected = () => {
  throw new TypeError('Failed to fetch')
}
const timedOut = () => {
  throw new DOMException('signal timed out', 'TimeoutError')
}
const failing = (status: number) => () => Response.json({ code: 'x', msg: 'No' }, { status })
const done = () => Response.json({ msg: 'x' })

/** Starts a query on a server with these answers; `calls` counts the calls, `seen` has the states shown. */
function startQuery(...answers: readonly (() => Response | Promise<Response>)[]) {
  const remainingAnswers = [...answers]
  const calls = { times: 0 }
  globalThis.fetch = async () => {
    calls.times += 1
    return (remainingAnswers.shift() ?? done)()
  }
  const client = openQueries()
  const wrapper = ({ children }: { readonly children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  )
  const seen: string[] = []
  const { result, unmount } = renderHook(
    () => {
      const { status, data } = useCall(vouchersToPost, { params: { campus: 'Main Campus' } })
      if (seen.at(-1) !== status) seen.push(status)
      return data
    },
    { wrapper },
  )
  return { calls, seen, unmount, client, data: () => result.current }
}

test('a short loss of the connection is not shown', async () => {
  const { calls, seen } = startQuery(disconnected, failing(503))
  await waitFor(() => expect(seen).toEqual(['pending', 'success']))
  expect(calls.times).toBe(3)
})

test('a longer loss of the connection is shown after two retries, and any other failure at once', async () => {
  const broken = startQuery(disconnected, disconnected, disconnected)
  await waitFor(() => expect(broken.seen).toEqual(['pending', 'error']))
  expect(broken.calls.times).toBe(1 + pauses.read.length)
  broken.unmount()
  for (const answer of [timedOut, failing(404), failing(429), failing(500)]) {
    const reply = startQuery(answer)
    await waitFor(() => expect(reply.seen).toEqual(['pending', 'error']))
    expect(reply.calls.times).toBe(1)
    reply.unmount()
  }
})

test('a late answer from before a change is never shown after the change, even if it is the first', async () => {
  let answer = (_: Response): void => undefined
  const first = new Promise<Response>((resolve) => (answer = resolve))
  const { calls, seen, client, data } = startQuery(
    () => first,
    () => Response.json({ msg: 'after' }),
  )
  await waitFor(() => expect(calls.times).toBe(1))
  readAllAgain(client)
  await waitFor(() => expect(data()).toEqual({ msg: 'after' }))
  answer(Response.json({ msg: 'before' }))
  await first
  expect(data()).toEqual({ msg: 'after' })
  expect(seen).toEqual(['pending', 'success'])
  readAllAgain(client)
  await waitFor(() => expect(data()).toEqual({ msg: 'x' }))
  expect(calls.times).toBe(3)
})
