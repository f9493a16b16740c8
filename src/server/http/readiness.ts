import { pingDatabase } from '#server/records/school.ts'
import type { FastifyInstance } from 'fastify'
import type { Deps } from './mount.ts'

/** Whether the process runs (/healthz), and whether its database answers (/readyz): for load balancers and monitors. */
export function readinessRoutes(app: FastifyInstance, { database }: Deps): void {
  app.get('/healthz', async () => ({ msg: 'alive' }))
  app.get('/readyz', async () => {
    await pingDatabase(database.kysely)
    return { msg: 'ready' }
  })
}
