import type { FastifyInstance } from 'fastify'
import { pingDatabase, writeToDisk } from '#server/records/campus/school.ts'
import { isDiskFull } from './errors.ts'
import type { Deps } from './mount.ts'

/** Adds /healthz and /readyz for load balancers. After a full disk, the server is ready once the database can write. */
export function readinessRoutes(
  app: FastifyInstance,
  { database: { kysely, checks = kysely } }: Pick<Deps, 'database'>,
): void {
  const disk = { isFull: false }
  app.addHook('onError', async (_request, _reply, problem) => {
    if (isDiskFull(problem)) disk.isFull = true
  })
  app.get('/healthz', async () => ({ msg: 'alive' }))
  app.get('/readyz', async () => {
    await pingDatabase(checks)
    if (disk.isFull) await writeToDisk(checks)
    disk.isFull = false
    return { msg: 'ready' }
  })
}
