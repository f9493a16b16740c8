import { QueryClientProvider } from '@tanstack/react-query'
import { renderHook, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { expect, test } from 'vitest'
import { vouchersToPost } from '#contract/posting.ts'
import { openQueries, readAllAgain, useCall } from './queries.ts'
import { pauses } from './try-again.ts'

const cut = () => {
  throw new TypeError('Failed to fetch')
}
const late = () => {
  throw new DOMException('signal timed out', 'TimeoutError')
}
const failing = (status: number) => () => Response.json({ code: 'x', msg: 'No' }, { status })
const done = () => Response.json({ msg: 'x' })

/** Reads while the server gives these answers in turn; counts its calls and keeps the states shown in `seen`. */
function read(...answers: readonly (() => Response | Promise<Response>)[]) {
  const left = [...answers]
  const asked = { times: 0 }
  globalThis.fetch = async () => {
    asked.times += 1
    return (left.shift() ?? done)()
  }
  const client = openQueries()
  const around = ({ children }: { readonly children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  )
  const seen: string[] = []
  const { result, unmount } = renderHook(
    () => {
      const { status, data } = useCall(['x'], vouchersToPost, { params: { campus: 'Main Campus' } })
      if (seen.at(-1) !== status) seen.push(status)
      return data
    },
    { wrapper: around },
  )
  return { asked, seen, unmount, client, data: () => result.current }
}

test('a short break of the line is not noticed', async () => {
  const { asked, seen } = read(cut, failing(503))
  await waitFor(() => expect(seen).toEqual(['pending', 'success']))
  expect(asked.times).toBe(3)
})

test('reports a longer one after two more tries, and any other failure at once', async () => {
  const broken = read(cut, cut, cut)
  await waitFor(() => expect(broken.seen).toEqual(['pending', 'error']))
  expect(broken.asked.times).toBe(1 + pauses.read.length)
  broken.unmount()
  for (const answer of [late, failing(404), failing(429), failing(500)]) {
    const reply = read(answer)
    await waitFor(() => expect(reply.seen).toEqual(['pending', 'error']))
    expect(reply.asked.times).toBe(1)
    reply.unmount()
  }
})

test('an answer from before a change is never shown after it, even if it was the first and comes late', async () => {
  let answer = (_: Response): void => undefined
  const first = new Promise<Response>((resolve) => (answer = resolve))
  const { asked, seen, client, data } = read(
    () => first,
    () => Response.json({ msg: 'after' }),
  )
  await waitFor(() => expect(asked.times).toBe(1))
  readAllAgain(client)
  await waitFor(() => expect(data()).toEqual({ msg: 'after' }))
  answer(Response.json({ msg: 'before' }))
  await first
  expect(data()).toEqual({ msg: 'after' })
  expect(seen).toEqual(['pending', 'success'])
  readAllAgain(client)
  await waitFor(() => expect(data()).toEqual({ msg: 'x' }))
  expect(asked.times).toBe(3)
})
