import { z } from 'zod/mini'
import { read } from './endpoint.ts'
import { instant } from './wire.ts'

/** The log itself is a list of the reports (reports/security-log.ts). */
export const securityAlerts = read('/users/securityAlerts/:campus', {
  summary: 'How many alerts of the security log no admin of the campus has seen',
  access: 'admin',
  reply: z.object({
    msg: z.string(),
    /** The number of alerts since an admin last read the log. */
    count: z.number(),
    /** Null if there is none. */
    since: z.nullable(instant),
  }),
})
