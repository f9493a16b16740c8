import { generateForCampus } from '#contract/vouchers.ts'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, renderHook } from '@testing-library/react'
import type { ReactNode } from 'react'
import { expect, test } from 'vitest'
import { useChange } from './use-change.ts'

const november = { params: { campus: 'Main Campus' }, body: { fromDate: '2026-11-01' } }
const december = { params: { campus: 'Main Campus' }, body: { fromDate: '2026-12-01' } }

const done = () => Response.json({ msg: 'Vouchers generated successfully', generated: 3, skipped: 0 })
const refused = () => Response.json({ code: 'voucher-exists', msg: 'No' }, { status: 409 })
const broken = () => Response.json({ code: 'broken', msg: 'An error occurred' }, { status: 500 })
const cut = () => {
  throw new TypeError('Failed to fetch')
}

/** A form whose calls get these answers in turn; tells the keys that were sent. */
function openForm(...answers: readonly (() => Response | Promise<Response>)[]) {
  const keys: string[] = []
  const left = [...answers]
  globalThis.fetch = async (_, init) => {
    keys.push(new Headers(init?.headers).get('idempotency-key') ?? '')
    return left.shift()?.() ?? done()
  }
  const around = ({ children }: { readonly children: ReactNode }) => (
    <QueryClientProvider client={new QueryClient()}>{children}</QueryClientProvider>
  )
  const form = renderHook(() => useChange(generateForCampus), { wrapper: around })
  const send = (sent: typeof november) => act(async () => form.result.current.send(sent).catch(() => null))
  return { keys, form, send }
}

test('a repeat after a lost connection carries the same key', async () => {
  const { keys, send } = openForm(cut, broken, done)
  await send(november)
  await send(november)
  expect(await send(november)).toMatchObject({ generated: 3 })
  expect(keys[0]).toMatch(/^[0-9a-f]{32}$/)
  expect(new Set(keys).size).toBe(1)
})

test('a repeat from the screen opened again, after the session was lost, carries the same key too', async () => {
  const lost = () => Response.json({ code: 'signed-out', msg: 'Please sign in' }, { status: 401 })
  const { keys, form, send } = openForm(cut, lost)
  await send(november)
  await send(november)
  form.unmount()
  const again = openForm(done)
  await again.send(november)
  expect(new Set([...keys, ...again.keys]).size).toBe(1)
})

test('another content is another act', async () => {
  const { keys, send } = openForm(cut)
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

test('a second press while sending is ignored', async () => {
  let answer = (_: Response) => {}
  const slow = () => new Promise<Response>((resolve) => (answer = resolve))
  const { keys, form } = openForm(slow)
  const ends: string[] = []
  act(() => {
    void form.result.current.send(november).then(() => ends.push('first'))
    void form.result.current.send(november).then(() => ends.push('second'))
  })
  expect(form.result.current.sending).toBe(true)
  await act(async () => answer(done()))
  expect(ends).toEqual(['first'])
  expect(keys).toHaveLength(1)
  expect(form.result.current.sending).toBe(false)
})
