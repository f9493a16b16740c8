import { notifyManager } from '@tanstack/react-query'
import { act, fireEvent, waitFor } from '@testing-library/react'
import { expect, vi } from 'vitest'
import { typingPauses } from '#web/kit/typing-pauses.ts'

interface SentCall {
  readonly path: string
  readonly key: string | null
  readonly body: unknown
}

/** Records every POST of the page from now on in the returned list. */
export function recordSentCalls(): readonly SentCall[] {
  const sent: SentCall[] = []
  onFetch((to, init) => {
    if (typeof init?.body !== 'string') return
    const key = new Headers(init.headers).get('idempotency-key')
    sent.push({ path: to, key, body: JSON.parse(init.body) as unknown })
  })
  return sent
}

/** Returns the bodies of the calls whose path contains `part`. */
export const bodiesOf = (sent: readonly SentCall[], part: string): readonly unknown[] =>
  sent.filter(({ path }) => path.includes(part)).map(({ body }) => body)

/** Answers calls whose path contains `part` with this failure, until the next `openScreen`. */
export function failCalls(part: string, status: number, answer: { code?: string; msg: string }): void {
  onFetch((to) => (to.includes(part) ? Response.json(answer, { status }) : undefined))
}

/** Makes the server send only the specified JSON, as another backend would, until the next `openScreen`. */
export function acceptPlainJson(): void {
  const original = globalThis.fetch
  globalThis.fetch = (to, init) =>
    original(to, {
      ...init,
      headers: { ...Object.fromEntries(new Headers(init?.headers)), accept: 'application/json' },
    })
}

/** Holds back the answers of calls whose path contains `part` until the returned function is called. */
export function holdAnswers(part: string): () => void {
  const original = globalThis.fetch
  let release = (): void => undefined
  const released = new Promise<void>((resolve) => (release = resolve))
  globalThis.fetch = async (input, init) => {
    const answer = await original(input, init)
    if (typeof input === 'string' && input.includes(part)) await released
    return answer
  }
  return release
}

/** Delays the second half of every report's rows until the returned function is called. */
export function holdReportRows(): () => void {
  const original = globalThis.fetch
  let release = (): void => undefined
  const released = new Promise<void>((resolve) => (release = resolve))
  globalThis.fetch = async (input, init) => {
    const answer = await original(input, init)
    const [head = '', ...rows] = (await answer.text()).split(/(?<=\n)/)
    const firstHalf = [head, ...rows.slice(0, rows.length / 2)].join('')
    const encoder = new TextEncoder()
    const body = new ReadableStream<Uint8Array>({
      async start(stream) {
        stream.enqueue(encoder.encode(firstHalf))
        await released
        stream.enqueue(encoder.encode([head, ...rows].join('').slice(firstHalf.length)))
        stream.close()
      },
    })
    return new Response(body, answer)
  }
  return release
}

/**
 * Types 9, replaces it with 1 after 499 ms, then waits 500 ms on a fake clock. Returns the requested addresses with
 * `path` up to 1 ms before the end of that wait, and all of them after it.
 */
export async function lookUpsWhileTyping(
  input: HTMLElement,
  path: string,
): Promise<{ before: string[]; after: string[] }> {
  const requested: string[] = []
  onFetch((to) => {
    if (to.includes(path)) requested.push(to)
  })
  typingPauses.number = 500
  const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  // An answer may come while the clock is fake, and its timer would never fire.
  notifyManager.setScheduler(queueMicrotask)
  try {
    fireEvent.change(input, { target: { value: '9' } })
    await pass(499)
    fireEvent.change(input, { target: { value: '1' } })
    await pass(499)
    const before = [...requested]
    await pass(1)
    // Timers that are pending when the fake clock is removed never fire.
    await pass(20)
    vi.useRealTimers()
    await waitFor(() => expect(requested).not.toEqual(before))
    return { before, after: requested }
  } finally {
    vi.useRealTimers()
    notifyManager.setScheduler((flush) => setTimeout(flush, 0))
  }
}

/** Passes the page's calls to `handle` first; calls that `handle` does not answer go to the app. */
function onFetch(handle: (to: string, init?: RequestInit) => Response | void): void {
  const original = globalThis.fetch
  globalThis.fetch = async (to, init) =>
    (typeof to === 'string' ? handle(to, init) : undefined) ?? original(to, init)
}
