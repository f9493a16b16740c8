import { useInfiniteQuery, type InfiniteData } from '@tanstack/react-query'
import { useState } from 'react'
import { campusHistory } from '#contract/history.ts'
import { call, type CallFailed, type Reply } from '#web/api/call.ts'
import { keys } from '#web/api/queries.ts'
import { useStaff } from '#web/api/session.ts'
import type { AskedHistory } from './use-history-filters.ts'

type Told = Reply<typeof campusHistory>

/** Lines before this one; undefined for the newest. */
type Before = number | undefined

function useOlderAndOlder(asked: AskedHistory) {
  const { campus } = useStaff()
  return useInfiniteQuery<Told, CallFailed, InfiniteData<Told, Before>, readonly unknown[], Before>({
    queryKey: keys.campusHistory(campus, asked),
    queryFn: ({ pageParam: before, signal }) =>
      call(campusHistory, { params: { campus }, body: { ...asked, before }, signal }),
    initialPageParam: undefined,
    getNextPageParam: ({ more, changes }) => (more ? changes.at(-1)?.changeNo : undefined),
    gcTime: 0,
  })
}

/** The acts of all users in the campus, newest first, 200 lines at a time. */
export function useCampusHistory(asked: AskedHistory) {
  const query = useOlderAndOlder(asked)
  const [kinds, setKinds] = useState<readonly string[]>([])
  // Part of every answer; kept while the next one loads.
  const told = query.data?.pages[0]?.kinds
  if (told && told !== kinds) setKinds(told)
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
