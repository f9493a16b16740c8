import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useCallback, useRef, useState } from 'react'
import type { Endpoint } from '#contract/endpoint.ts'
import { call, CallFailed, type Reply, type Sent } from './call.ts'
import { unconfirmedCalls, type PendingCall } from './drafts.ts'
import { readAllAgain } from './queries.ts'
import { changeRetries, stopped, type Attempts } from './try-again.ts'

/** Makes a key over plain http on an office network too, where `crypto.randomUUID` does not exist. */
const newKey = (): string =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('')

/** Refusals that are sent before the server looks up the key: an earlier attempt may have succeeded. */
const refusedBeforeKey = [403, 429]

/** True if the change may be done without an answer: only the same key is safe then, even after a new sign-in. */
const mayHaveSucceeded = (error: unknown): boolean =>
  !(error instanceof CallFailed) ||
  error.status === 0 ||
  error.status >= 500 ||
  refusedBeforeKey.includes(error.status) ||
  error.code === 'signed-out'

/** Reuses the key if the same content is still unconfirmed; other content gets a new key. */
function callFor(calls: Map<string, PendingCall>, path: string, content: string, sent: object): PendingCall {
  const previous = calls.get(path)
  const pending = previous?.content === content ? previous : { key: newKey(), content, sent }
  calls.set(path, pending)
  return pending
}

export interface ChangeOptions {
  /** True if the content has a password: the call is kept no longer than the screen is open. */
  readonly secret?: boolean
}

/**
 * Sends a form once: a repeat after a lost connection carries the same Idempotency-Key, and other content carries a new
 * one (decisions 2.idempotency.page). Fails with CallFailed.
 */
export function useChange<E extends Endpoint>(endpoint: E, { secret = false }: ChangeOptions = {}) {
  const queries = useQueryClient()
  const runningCalls = useRef(new Map<string, Promise<Reply<E>>>())
  const [ownCalls] = useState(() => new Map<string, PendingCall>())
  const unconfirmed = secret ? ownCalls : unconfirmedCalls
  // Replaces the mutation's own state, which updates too late: fields take the focus as soon as the reply arrives.
  const [sending, setSending] = useState(false)
  const { mutateAsync, reset } = useMutation<Reply<E>, Error, Attempts & { readonly pending: PendingCall }>({
    ...changeRetries,
    // Runs in order: the next change at this endpoint must not overtake a change that is being retried.
    scope: { id: endpoint.path },
    mutationFn: ({ pending: { key, sent }, stop: { signal } }) => {
      signal.throwIfAborted()
      return call(endpoint, { ...(sent as Sent<E>), idempotencyKey: key, signal })
    },
  })

  /**
   * Sends a change once: while it runs, sending it again returns the first reply, and a different change waits. Pass
   * `identity` if the payload also has values that differ at every moment, such as the time.
   */
  const send = useCallback(
    (sent: Sent<E>, identity: unknown = sent.body): Promise<Reply<E>> => {
      const running = runningCalls.current
      const content = JSON.stringify([sent.params, sent.query, identity])
      const attempt = async () => {
        setSending(true)
        const stop = new AbortController()
        try {
          const variables = { pending: callFor(unconfirmed, endpoint.path, content, sent), stop }
          const reply = await Promise.race([mutateAsync(variables), stopped(stop.signal)])
          unconfirmed.delete(endpoint.path)
          readAllAgain(queries)
          return reply
        } catch (error) {
          if (!mayHaveSucceeded(error)) unconfirmed.delete(endpoint.path)
          throw error
        } finally {
          running.delete(content)
          setSending(running.size > 0)
          reset()
        }
      }
      const previous = [...running.values()].at(-1)
      const reply = running.get(content) ?? (previous ? previous.then(attempt, attempt) : attempt())
      running.set(content, reply)
      return reply
    },
    [endpoint, mutateAsync, queries, reset, unconfirmed],
  )
  return { send, sending }
}
