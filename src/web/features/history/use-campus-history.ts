import { useInfiniteQuery, type InfiniteData } from '@tanstack/react-query'
import { useState } from 'react'
import { campusHistory } from '#contract/history.ts'
import { call, type CallFailed, type Reply } from '#web/api/call.ts'
import { keyOf } from '#web/api/queries.ts'
import type { HistoryQuery } from './use-history-filters.ts'

type HistoryReply = Reply<typeof campusHistory>

/** The number before which older entries are loaded; undefined for the newest entries. */
type Before = number | undefined

function useOlderAndOlder(request: HistoryQuery) {
  return useInfiniteQuery<
    HistoryReply,
    CallFailed,
    InfiniteData<HistoryReply, Before>,
    readonly unknown[],
    Before
  >({
    queryKey: keyOf(campusHistory, { body: request }),
    queryFn: ({ pageParam: before, signal }) => call(campusHistory, { body: { ...request, before }, signal }),
    initialPageParam: undefined,
    getNextPageParam: ({ more, changes }) => (more ? changes.at(-1)?.changeNo : undefined),
    gcTime: 0,
  })
}

/** The actions of all users in the campus, newest first, 200 lines at a time. */
export function useCampusHistory(request: HistoryQuery) {
  const query = useOlderAndOlder(request)
  const [kinds, setKinds] = useState<readonly string[]>([])
  // Every reply contains the kinds, and the last kinds are kept while the next reply loads.
  const kindsInReply = query.data?.pages[0]?.kinds
  if (kindsInReply && kindsInReply !== kinds) setKinds(kindsInReply)
  return {
    kinds,
    changes: query.data?.pages.flatMap(({ changes }) => changes) ?? [],
    failure: query.error,
    loading: query.isPending,
    hasOlder: query.hasNextPage,
    loadingOlder: query.isFetchingNextPage,
    /** Starts again with the newest lines, or continues after a failure. */
    again: () => void (query.isFetchNextPageError ? query.fetchNextPage() : query.refetch()),
    showOlder: () => query.fetchNextPage(),
  }
}
export type CampusHistory = ReturnType<typeof useCampusHistory>
