import { z } from 'zod/mini'
import { read } from './endpoint.ts'
import { instant } from './wire.ts'

/** Counts alerts only; the log itself is a report (reports/security-log.ts). */
export const securityAlerts = read('/users/securityAlerts/:campus', {
  summary: 'How many alerts of the security log no admin of the campus has seen',
  access: 'admin',
  reply: z.object({
    msg: z.string(),
    /** The number of alerts since an admin last read the log. */
    count: z.number(),
    /** The time of the first of these alerts; null if there are none. */
    since: z.nullable(instant),
  }),
})
