import { z } from 'zod/mini'
import { read } from './endpoint.ts'
import { instant } from './wire.ts'

export const backupStatus = read('/users/backupStatus/:campus', {
  summary: 'The last backup of the school, one that failed after it, and the last rehearsal of a restore',
  access: 'admin',
  reply: z.object({
    msg: z.string(),
    lastBackup: z.nullable(z.object({ madeAt: instant, isEncrypted: z.boolean() })),
    failedAt: z.nullable(instant),
    lastRehearsal: z.nullable(z.object({ rehearsedAt: instant, isSound: z.boolean() })),
  }),
})
