// What had no answer is tried again by itself: a change under its Idempotency-Key, so that it is done only once.

import { refusals } from '#contract/refusals.ts'
import { create } from 'zustand'
import { CallFailed } from './call.ts'
import { useConnection } from './connection.ts'
import { useSession } from './session.ts'

/**
 * The waits before the tries, in milliseconds: a change outlasts a server that is started anew, a read only a short
 * break. Tests are hastier.
 */
export const pauses = { change: [1000, 2000, 4000, 8000], read: [250, 1000] }

/** No answer at all, a server that is not ready, or the proxy's word that it cannot reach it. */
const unansweredStatuses = new Set([0, 502, 503, 504])

const isUnanswered = (failure: unknown): failure is CallFailed =>
  failure instanceof CallFailed && unansweredStatuses.has(failure.status)

/** How reads are tried again; one that has timed out has kept its reader waiting long enough. */
export const readsAgain = {
  retry: (failures: number, failure: Error): boolean =>
    failures < pauses.read.length && isUnanswered(failure) && failure.code !== 'timed-out',
  retryDelay: (failures: number): number => pauses.read[failures] ?? 0,
}

const useTurns = create<{ readonly turns: readonly AbortController[] }>(() => ({ turns: [] }))

/** Whether a change is being tried again. */
export const useTryingAgain = (): boolean => useTurns(({ turns }) => turns.length > 0)

const endTurns = (failure?: CallFailed): void => {
  for (const turn of useTurns.getState().turns) turn.abort(failure)
}

/** Gives up what is being tried again; its screen hears of the last failure. */
export const stopTrying = (): void => endTurns()

const personOf = ({ user }: { readonly user: { readonly userId: string } | null }) => user?.userId

// What one person sent never goes out in the name of the next.
useSession.subscribe((session, before) => {
  if (personOf(session) === personOf(before)) return
  endTurns(new CallFailed({ code: 'signed-out', ...refusals['signed-out'] }))
})

/** Until the time is over, the connection is back, or nobody waits any more. */
const rest = (ms: number, { signal }: AbortController): Promise<void> =>
  new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer)
      unsubscribe()
      signal.removeEventListener('abort', end)
      resolve()
    }
    const timer = setTimeout(end, ms)
    const unsubscribe = useConnection.subscribe(({ online }, before) => {
      if (online && !before.online) end()
    })
    signal.addEventListener('abort', end)
  })

type Attempt<T> = (signal?: AbortSignal) => Promise<T>

async function tryAgain<T>(attempt: Attempt<T>, first: CallFailed, turn: AbortController): Promise<T> {
  const { signal } = turn
  let last = first
  for (const pause of pauses.change) {
    await rest(pause, turn)
    if (signal.aborted) break
    try {
      return await attempt(signal)
    } catch (failure) {
      if (signal.aborted) break
      if (!isUnanswered(failure)) throw failure
      last = failure
    }
  }
  throw signal.reason instanceof CallFailed ? signal.reason : last
}

/**
 * Attempts a change until there is an answer: after growing pauses, and at once when the connection is back. Fails as
 * the last attempt did when they are used up, or when somebody stops it.
 */
export async function untilAnswered<T>(attempt: Attempt<T>): Promise<T> {
  const sender = personOf(useSession.getState())
  try {
    return await attempt()
  } catch (failure) {
    if (!isUnanswered(failure) || personOf(useSession.getState()) !== sender) throw failure
    const turn = new AbortController()
    useTurns.setState(({ turns }) => ({ turns: [...turns, turn] }))
    try {
      return await tryAgain(attempt, failure, turn)
    } finally {
      useTurns.setState(({ turns }) => ({ turns: turns.filter((other) => other !== turn) }))
    }
  }
}
