import {
  QueryClient,
  useQuery,
  type Query,
  type UseQueryOptions,
  type UseQueryResult,
} from '@tanstack/react-query'
import type { Endpoint } from '#contract/endpoint.ts'
import { call, useConnection, type CallFailed, type Reply, type Sent } from './call.ts'
import { useSession } from './session.ts'
import { readRetries, superviseChanges } from './try-again.ts'

/** The key of an answer in the cache, which belongs to the user; see `openQueries`. */
export const keyOf = <E extends Endpoint>(
  { path }: E,
  { params, query, body }: Sent<E> = {},
): readonly unknown[] => [path, params, query, body]

/** Opens the query cache, which is cleared when a session ends and when another user signs in. */
export function openQueries(): QueryClient {
  const client = new QueryClient({
    defaultOptions: {
      // Retries hide a short break of the connection; any other failure shows a retry button at once, even offline.
      queries: { ...readRetries, networkMode: 'always', refetchOnWindowFocus: false },
    },
  })
  superviseChanges(client)
  useSession.subscribe((session, previous) => {
    const hasEnded = previous.isSignedIn && !session.isSignedIn
    if (hasEnded || (previous.workOf !== null && session.workOf !== previous.workOf)) client.clear()
  })
  useConnection.subscribe(({ online }, previous) => {
    if (online && !previous.online) {
      void client.refetchQueries({ type: 'active', predicate: ({ state }) => state.status === 'error' })
    }
  })
  return client
}

const isFirstRead = (query: Query): boolean =>
  query.state.data === undefined && !query.isDisabled() && !query.isStatic()

/**
 * Refetches everything shown, because a change affects lists, sums and look-ups alike. Also restarts a pending first
 * read, which the server may have answered before the change.
 */
export function readAllAgain(queries: QueryClient): void {
  void queries.cancelQueries({ type: 'active', predicate: isFirstRead }, { silent: true })
  void queries.invalidateQueries()
}

/** Reads from the server; calls of the same input share an answer. */
export function useCall<E extends Endpoint>(
  endpoint: E,
  sent: Sent<E> = {},
  options: Omit<UseQueryOptions<Reply<E>, CallFailed>, 'queryKey' | 'queryFn'> = {},
): UseQueryResult<Reply<E>, CallFailed> {
  return useQuery<Reply<E>, CallFailed>({
    ...options,
    queryKey: keyOf(endpoint, sent),
    queryFn: ({ signal }) => call(endpoint, { ...sent, signal }),
  })
}
