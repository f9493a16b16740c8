import { act, fireEvent, waitFor } from '@testing-library/react'
import { expect, vi } from 'vitest'

/**
 * Types 9, has it corrected to 1 just before half a second has gone by, and waits half a second after that. Answers the
 * addresses with `path` that were asked for until a thousandth before its end, and after it; the clock is not the
 * machine's.
 */
export async function lookUpsWhileTyping(
  input: HTMLElement,
  path: string,
): Promise<{ before: string[]; after: string[] }> {
  const joined = globalThis.fetch
  const requested: string[] = []
  globalThis.fetch = async (to, init) => {
    if (typeof to === 'string' && to.includes(path)) requested.push(to)
    return joined(to, init)
  }
  const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  try {
    fireEvent.change(input, { target: { value: '9' } })
    await pass(499)
    fireEvent.change(input, { target: { value: '1' } })
    await pass(499)
    const before = [...requested]
    await pass(1)
    // What was put off for a moment by then would be lost with the clock.
    await pass(20)
    vi.useRealTimers()
    await waitFor(() => expect(requested).not.toEqual(before))
    return { before, after: requested }
  } finally {
    vi.useRealTimers()
  }
}
