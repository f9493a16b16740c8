import { sql } from 'kysely'
import type { securityList } from '#reports/security-log.ts'
import { enteredBetween, unlessAll, type ListSource } from './source.ts'

/** The security log, newest first: events of the campus or without a campus. Only an admin's calls may read it. */
export const loggedEvents: ListSource<typeof securityList> = {
  values: () => ({
    eventNo: 'e.event_no',
    at: 'e.at',
    kind: 'e.kind',
    alert: 'e.alert',
    who: `coalesce(e.user_id, 'unknown')`,
    whoName: `coalesce(t.name, e.user_id, 'Unknown user')`,
    what: 'e.what',
    address: 'e.address',
    device: 'e.device',
    requestId: 'e.request_id',
  }),
  from: ({ campus }, query) => {
    const conditions = [
      sql`(e.campus = ${campus} or e.campus is null)`,
      enteredBetween(sql`e.at`, query),
      unlessAll(query.events, sql`e.kind = ${query.events}`),
      unlessAll(query.alerts, sql`e.alert is not null`),
      query.before === undefined ? sql`true` : olderThan(query.before),
    ]
    return sql`from security_events e
      left join staff t on t.campus = e.campus and t.user_id = e.user_id
      where ${sql.join(conditions, sql` and `)}`
  },
  orderBy: 'e.at desc, e.event_no desc',
}

/**
 * SQL: true if event `e` is older. Compares the time first: an event of a read is written late and may have a higher
 * number than a later event. Uses the nearest earlier event if the given event was deleted.
 */
const olderThan = (eventNo: number) => sql`(e.at, e.event_no) < ((
  select b.at from security_events b where b.event_no <= ${eventNo} order by b.event_no desc limit 1), ${eventNo}::bigint)`
