import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useCallback, useRef, useState } from 'react'
import type { Endpoint } from '#contract/endpoint.ts'
import { call, CallFailed, type Reply, type Sent } from './call.ts'
import { unsureSendings, type Sending } from './drafts.ts'
import { readAllAgain } from './queries.ts'
import { changeRetries, stopped, type Attempts } from './try-again.ts'

interface Change<E extends Endpoint> {
  /**
   * Sends once: the same act sent again meanwhile gets the first reply; another act waits. `identity` identifies the act if
   * the payload also has values that change by the moment, such as the time.
   */
  readonly send: (sent: Sent<E>, identity?: unknown) => Promise<Reply<E>>
  readonly sending: boolean
}

/** Works over plain http on an office network too, where `crypto.randomUUID` does not exist. */
const newKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  )

/** Refusals that come before the key is looked up: an earlier attempt may have been done. */
const beforeKey = [403, 429]

/** True if the server may have done the work without an answer: only the same key is safe then, also after a lost session. */
const isUnsure = (error: unknown): boolean =>
  !(error instanceof CallFailed) ||
  error.status === 0 ||
  error.status >= 500 ||
  beforeKey.includes(error.status) ||
  error.code === 'signed-out'

/** Content that is still unsure keeps its key; other content is another act. */
function sendingOf(unsure: Map<string, Sending>, path: string, content: string, sent: object): Sending {
  const before = unsure.get(path)
  const sending = before?.content === content ? before : { key: newKey(), content, sent }
  unsure.set(path, sending)
  return sending
}

export interface ChangeOptions {
  /** The content holds a password: it is dropped with the screen at the latest. */
  readonly secret?: boolean
}

interface Variables extends Attempts {
  readonly sending: Sending
}

/**
 * Sends a form once: any repeat after a lost connection carries the same Idempotency-Key, other content a new one
 * (decisions 2.idempotency.page). Fails with CallFailed.
 */
export function useChange<E extends Endpoint>(
  endpoint: E,
  { secret = false }: ChangeOptions = {},
): Change<E> {
  const queries = useQueryClient()
  const underWay = useRef(new Map<string, Promise<Reply<E>>>())
  const [ownSendings] = useState(() => new Map<string, Sending>())
  const unsure = secret ? ownSendings : unsureSendings
  // Replaces the mutation's own state, which follows later: fields take the focus as soon as the reply arrives.
  const [sending, setSending] = useState(false)
  const { mutateAsync, reset } = useMutation<Reply<E>, Error, Variables>({
    ...changeRetries,
    // Runs in order: the next act of this kind must not overtake one that is being retried.
    scope: { id: endpoint.path },
    mutationFn: ({ sending: { key, sent }, stop: { signal } }) => {
      signal.throwIfAborted()
      return call(endpoint, { ...(sent as Sent<E>), idempotencyKey: key, signal })
    },
  })

  const send = useCallback(
    (sent: Sent<E>, identity: unknown = sent.body): Promise<Reply<E>> => {
      const acts = underWay.current
      const content = JSON.stringify([sent.params, sent.query, identity])
      const attempt = async () => {
        setSending(true)
        const stop = new AbortController()
        try {
          const variables = { sending: sendingOf(unsure, endpoint.path, content, sent), stop }
          const reply = await Promise.race([mutateAsync(variables), stopped(stop.signal)])
          unsure.delete(endpoint.path)
          readAllAgain(queries)
          return reply
        } catch (error) {
          if (!isUnsure(error)) unsure.delete(endpoint.path)
          throw error
        } finally {
          acts.delete(content)
          setSending(acts.size > 0)
          reset()
        }
      }
      const before = [...acts.values()].at(-1)
      const reply = acts.get(content) ?? (before ? before.then(attempt, attempt) : attempt())
      acts.set(content, reply)
      return reply
    },
    [endpoint, mutateAsync, queries, reset, unsure],
  )
  return { send, sending }
}
