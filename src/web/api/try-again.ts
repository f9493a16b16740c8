// Calls without an answer are repeated: a change under its Idempotency-Key, so that it is done only once.

import {
  onlineManager,
  useMutationState,
  type Mutation,
  type QueryClient,
  type UseMutationOptions,
} from '@tanstack/react-query'
import { refusals, type RefusalCode } from '#domain/refusals.ts'
import { CallFailed, isObject, useConnection } from './call.ts'
import { userIdIn, useSession } from './session.ts'

/**
 * The pauses before the retries, in milliseconds. Changes are retried through the restart of a server or a failover of
 * the database (25 s, docs/scaling.md), reads only through a short break. Tests shorten them.
 */
export const pauses = { change: [1000, 2000, 4000, 8000, 8000, 8000], read: [250, 1000] }

/** The statuses of no answer, of a server that is not ready, and of a proxy that cannot reach the server. */
const unansweredStatuses = new Set([0, 502, 503, 504])

const isUnanswered = (failure: unknown): failure is CallFailed =>
  failure instanceof CallFailed && unansweredStatuses.has(failure.status)

/** A read that timed out is not retried: the user has waited long enough. */
export const readRetries = {
  retry: (failures: number, failure: Error): boolean =>
    failures < pauses.read.length && isUnanswered(failure) && failure.code !== 'timed-out',
  retryDelay: (failures: number): number => pauses.read[failures] ?? 0,
}

export interface Attempts {
  readonly stop: AbortController
}

/** True if the connection is marked as lost, so that the retry waits for it. */
const isUnreached = (failure: Error): boolean =>
  failure instanceof CallFailed && failure.status === 0 && failure.code !== 'cut-off'

/** Retries wait for the connection while offline, and pause for longer each time while the server is not ready. */
export const changeRetries = {
  networkMode: 'offlineFirst',
  retry: (failures: number, failure: Error): boolean =>
    failures < pauses.change.length && isUnanswered(failure),
  retryDelay: (failures: number, failure: Error): number =>
    isUnreached(failure) ? 0 : (pauses.change[failures] ?? 0),
} satisfies UseMutationOptions

/** Rejects with the signal's reason once it is aborted. */
export const stopped = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))

/** True if a change had no answer yet and is being retried. */
const isTriedAgain = ({ state }: Mutation): boolean =>
  state.status === 'pending' && (state.isPaused || state.failureCount > 0)

export const useTryingAgain = (): boolean =>
  useMutationState({ filters: { status: 'pending' }, select: isTriedAgain }).includes(true)

const isAttempts = (variables: unknown): variables is Attempts =>
  isObject(variables) && variables['stop'] instanceof AbortController

function stopChanges(client: QueryClient, matches: (change: Mutation) => boolean, reason?: CallFailed): void {
  const changes = client.getMutationCache()
  for (const change of changes.findAll({ status: 'pending' })) {
    if (!matches(change)) continue
    const { variables, failureReason } = change.state
    if (isAttempts(variables)) variables.stop.abort(reason ?? failureReason)
    changes.remove(change)
  }
}

/** Stops the retried changes; their screens get the last failure. */
export const stopTrying = (client: QueryClient): void => stopChanges(client, isTriedAgain)

/** Pauses changes while offline, and never sends one user's change in the name of the next. */
export function superviseChanges(client: QueryClient): void {
  onlineManager.setEventListener((setOnline) => {
    setOnline(useConnection.getState().online)
    return useConnection.subscribe(({ online }) => setOnline(online))
  })
  useSession.subscribe((session, previous) => {
    if (userIdIn(session) === userIdIn(previous)) return
    stopChanges(client, () => true, new CallFailed({ code: 'signed-out', ...refusals['signed-out'] }))
  })
}

const busyCodes = new Set<string>(['reports-running', 'reports-waiting'] satisfies RefusalCode[])

/** Enough for about a minute, with the waits that the server requests. */
const maxAttempts = 12
const usualWaitSeconds = 5

export const isBusy = ({ code }: CallFailed): boolean => busyCodes.has(code)

/** Repeats a call after the wait that a busy server requests; `onWait` runs before. Rejects with the last refusal. */
export async function retryWhileBusy<Result>(
  send: () => Promise<Result>,
  signal: AbortSignal,
  onWait: () => void = () => {},
): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await send()
    } catch (error) {
      if (!(error instanceof CallFailed) || !isBusy(error) || attempt === maxAttempts) throw error
      onWait()
      await pause(error.waitSeconds ?? usualWaitSeconds, signal)
    }
  }
}

async function pause(seconds: number, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted()
  await Promise.race([new Promise((resolve) => setTimeout(resolve, 1000 * seconds)), stopped(signal)])
}
