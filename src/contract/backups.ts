import { z } from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { campusParam, noBody } from './fields.ts'
import { instant } from './wire.ts'

export const backupStatus = endpoint({
  method: 'GET',
  path: '/users/backupStatus/:campus',
  summary: 'The last backup of the school, one that failed after it, and the last rehearsal of a restore',
  access: 'admin',
  effect: 'reads',
  params: z.object({ campus: campusParam }),
  body: noBody,
  reply: z.object({
    msg: z.string(),
    lastBackup: z.nullable(z.object({ madeAt: instant, isEncrypted: z.boolean() })),
    failedAt: z.nullable(instant),
    lastRehearsal: z.nullable(z.object({ rehearsedAt: instant, isSound: z.boolean() })),
  }),
})
