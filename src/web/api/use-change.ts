import type { Endpoint } from '#contract/endpoint.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useRef, useState } from 'react'
import { call, CallFailed, type Reply, type Sent } from './call.ts'
import { unsureSendings, type Sending } from './drafts.ts'
import { readAllAgain } from './queries.ts'
import { untilAnswered } from './try-again.ts'

interface Change<E extends Endpoint> {
  /** `identity` is what tells one act from another where the payload also carries what changes from moment to moment, such as the time. */
  readonly send: (sent: Sent<E>, identity?: unknown) => Promise<Reply<E>>
  readonly sending: boolean
}

/** Works on a plain-http office network too, where `crypto.randomUUID` does not exist. */
const newKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  )

/**
 * Whether the server may have done the work although we have no answer: then only the same key is safe.
 * A lost session answers nothing of a try before it.
 */
const isUnsure = (error: unknown): boolean =>
  !(error instanceof CallFailed) || error.status === 0 || error.status >= 500 || error.code === 'signed-out'

/** The same content that is still unsure goes out under the same key; anything else is another act. */
function sendingOf(unsure: Map<string, Sending>, path: string, content: string, sent: object): Sending {
  const before = unsure.get(path)
  const sending = before?.content === content ? before : { key: newKey(), content, sent }
  unsure.set(path, sending)
  return sending
}

interface ChangeOptions {
  /** The content holds a password: it is forgotten with the screen, at the latest. */
  readonly secret?: boolean
}

/**
 * Sends a form once: a repeat after a lost connection, by itself or by another press, carries the same Idempotency-Key,
 * another content a new one, and a second press while sending is ignored (its promise never settles) (decisions 2.idempotency.page).
 */
export function useChange<E extends Endpoint>(
  endpoint: E,
  { secret = false }: ChangeOptions = {},
): Change<E> {
  const queries = useQueryClient()
  const busy = useRef(false)
  const [sending, setSending] = useState(false)
  const [ownSendings] = useState(() => new Map<string, Sending>())
  const unsure = secret ? ownSendings : unsureSendings

  const send = useCallback(
    async (sent: Sent<E>, identity: unknown = sent.body): Promise<Reply<E>> => {
      if (busy.current) return new Promise<never>(() => undefined)
      busy.current = true
      setSending(true)
      const content = JSON.stringify([sent.params, sent.query, identity])
      const { key, sent: first } = sendingOf(unsure, endpoint.path, content, sent)
      try {
        const reply = await untilAnswered((signal) =>
          call(endpoint, { ...(first as Sent<E>), idempotencyKey: key, ...(signal && { signal }) }),
        )
        unsure.delete(endpoint.path)
        readAllAgain(queries)
        return reply
      } catch (error) {
        if (!isUnsure(error)) unsure.delete(endpoint.path)
        throw error
      } finally {
        busy.current = false
        setSending(false)
      }
    },
    [endpoint, queries, unsure],
  )
  return { send, sending }
}
