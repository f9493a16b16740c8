import {
  QueryClient,
  useQuery,
  type Query,
  type UseQueryOptions,
  type UseQueryResult,
} from '@tanstack/react-query'
import type { Endpoint } from '#contract/endpoint.ts'
import type { CalendarDate, Month } from '#domain/calendar.ts'
import { call, type CallFailed, type Reply, type Sent } from './call.ts'
import { useConnection } from './connection.ts'
import { useSession } from './session.ts'
import { readRetries, superviseChanges } from './try-again.ts'

/** The query keys; each has the campus, or the user for the user's own data. */
export const keys = {
  vouchersToPost: (campus: string) => ['vouchers to post', campus] as const,
  receiptsOfDay: (campus: string, day: CalendarDate) => ['receipts of day', campus, day] as const,
  receivedByState: (campus: string, filters: object) => ['received by state', campus, filters] as const,
  overview: (campus: string, { year, month }: Month) => ['overview', campus, year, month] as const,
  lastRollNumber: (campus: string) => ['last roll number', campus] as const,
  usualFees: (campus: string, studentClass: string) => ['usual fees', campus, studentClass] as const,
  studentInfo: (campus: string, rollNo: number) => ['student', campus, rollNo] as const,
  studentsFound: (campus: string, sought: string) => ['students found', campus, sought] as const,
  studentAccount: (campus: string, rollNo: number) => ['student account', campus, rollNo] as const,
  studentHistory: (campus: string, rollNo: number) => ['student history', campus, rollNo] as const,
  feeChanges: (campus: string, rollNo: number) => ['fee changes', campus, rollNo] as const,
  promotionPreview: (campus: string, studentClass: string, graduationDate: string) =>
    ['promotion preview', campus, studentClass, graduationDate] as const,
  removalCheck: (campus: string, rollNo: number, day?: CalendarDate) =>
    ['removal check', campus, rollNo, day] as const,
  campusPreview: (campus: string, fromDate: string) => ['campus preview', campus, fromDate] as const,
  unpostedVouchers: (campus: string, month: Month | null) => ['unposted vouchers', campus, month] as const,
  postedVouchers: (campus: string, month: Month | null) => ['posted vouchers', campus, month] as const,
  vouchersToUnpost: (campus: string) => ['vouchers to unpost', campus] as const,
  studentVoucherPreview: (campus: string, rollNo: number, fromDate: string) =>
    ['student voucher preview', campus, rollNo, fromDate] as const,
  additionalChargesPreview: (campus: string, request: object) =>
    ['additional charges preview', campus, request] as const,
  receiptsOfVoucher: (campus: string, voucherNo: string) =>
    ['receipts of voucher', campus, voucherNo] as const,
  receiptsByReference: (campus: string, method: string, reference: string) =>
    ['receipts by reference', campus, method, reference] as const,
  voucher: (campus: string, found: string) => ['voucher', campus, found] as const,
  erasableRecords: (campus: string) => ['erasable records', campus] as const,
  feePlan: (campus: string) => ['fee plan', campus] as const,
  setUpState: (campus: string) => ['set-up state', campus] as const,
  campusRules: (campus: string) => ['campus rules', campus] as const,
  approvals: (campus: string) => ['approvals', campus] as const,
  waitingApprovals: (campus: string) => ['waiting approvals', campus] as const,
  adjustments: (campus: string, fromDate: string, toDate: string) =>
    ['adjustments', campus, fromDate, toDate] as const,
  drawer: (campus: string) => ['drawer', campus] as const,
  cashierClosings: (campus: string, fromDate: string, toDate: string) =>
    ['cashier closings', campus, fromDate, toDate] as const,
  cashierClosing: (campus: string, closingNo: number) => ['cashier closing', campus, closingNo] as const,
  safe: (campus: string) => ['safe', campus] as const,
  bookClosings: (campus: string) => ['book closings', campus] as const,
  closingPreview: (campus: string, until: string) => ['closing preview', campus, until] as const,
  voucherRuns: (campus: string) => ['voucher runs', campus] as const,
  voidRunPreview: (campus: string, runNo: number) => ['void run preview', campus, runNo] as const,
  secondFactor: (userId: string) => ['second factor', userId] as const,
  untrustedProxies: (campus: string) => ['untrusted proxies', campus] as const,
  ownSessions: (userId: string) => ['own sessions', userId] as const,
  sessionsOfUser: (campus: string, userId: string) => ['sessions of user', campus, userId] as const,
  users: (campus: string) => ['users', campus] as const,
  backupStatus: (campus: string) => ['backup status', campus] as const,
  securityAlerts: (campus: string) => ['security alerts', campus] as const,
  imports: (campus: string) => ['imports', campus] as const,
  import: (campus: string, importNo: number) => ['import', campus, importNo] as const,
  importRows: (campus: string, importNo: number, outcome: string) =>
    ['import rows', campus, importNo, outcome] as const,
  campusHistory: (campus: string, request: object | null) => ['campus history', campus, request] as const,
}

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

type Options<E extends Endpoint> = Omit<UseQueryOptions<Reply<E>, CallFailed>, 'queryKey' | 'queryFn'>

export function useCall<E extends Endpoint>(
  key: readonly unknown[],
  endpoint: E,
  sent: Sent<E> = {},
  options: Options<E> = {},
): UseQueryResult<Reply<E>, CallFailed> {
  return useQuery<Reply<E>, CallFailed>({
    ...options,
    queryKey: key,
    queryFn: ({ signal }) => call(endpoint, { ...sent, signal }),
  })
}
