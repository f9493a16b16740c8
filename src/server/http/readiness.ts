import { doorRecords } from '#server/records/staff.ts'
import type { FastifyInstance } from 'fastify'
import type { Deps } from './mount.ts'

/** Whether the process lives, and whether it can work: for whoever starts or watches it. */
export function readinessRoutes(app: FastifyInstance, { database }: Deps): void {
  app.get('/healthz', async () => ({ msg: 'alive' }))
  app.get('/readyz', async () => {
    await doorRecords(database.kysely).ask()
    return { msg: 'ready' }
  })
}
