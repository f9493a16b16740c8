// The process: settings, database, app, listen, and an orderly end.

import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { dateAt } from '#domain/calendar.ts'
import { buildApp } from '#server/app.ts'
import { openControl } from '#server/cli/control.ts'
import { readConfig, WrongSetting, type Config } from '#server/config.ts'
import { migrate } from '#server/database/migrate.ts'
import { openDatabase, type OpenDatabase } from '#server/database/open.ts'
import type { StandbyChange } from '#server/database/standby.ts'
import { fillDemoSchool } from '#server/demo/fill-demo-school.ts'
import { openDrain } from '#server/http/drain.ts'
import { hashPassword } from '#server/auth/password.ts'
import { deleteExpired, findStaffForSignIn } from '#server/records/sessions.ts'
import { destination, pino } from 'pino'

const demoUser = 'office@main.demo'
const sweepEveryMs = 3_600_000
const clock = () => new Date()
// Written by the second or by the page, and at the end: a write for each line costs a look-up a tenth of its time.
const log = pino(
  { redact: ['req.headers.cookie', 'req.headers.authorization', 'res.headers["set-cookie"]'] },
  destination({ sync: false, minLength: 4096, periodicFlush: 1000 }),
)

const tellLog = (problem: unknown): void => log.error(problem)

const tellStandby = ({ isAsked, reason }: StandbyChange): void =>
  isAsked
    ? log.info({ reason }, 'Reports are read from the standby')
    : log.warn({ reason }, 'Reports are read from the primary: the standby cannot be asked')

/** The page beside the built server; none when the server runs from its source. */
function findPageFolder(): string | null {
  const folder = fileURLToPath(new URL('../web', import.meta.url))
  return existsSync(`${folder}/index.html`) && existsSync(`${folder}/assets`) ? folder : null
}

/** Answers whether this is the demo school, whose sign-in may be told. */
async function prepare(database: OpenDatabase, config: Config): Promise<boolean> {
  await migrate(database.kysely)
  if (!config.demo) return false
  const filled = await fillDemoSchool(database.kysely, {
    students: config.demoStudents,
    today: dateAt(clock()),
    hashPassword,
  })
  if (filled) await database.afterBulkWork()
  return filled || (await findStaffForSignIn(database.kysely, demoUser)) !== null
}

/** While this process holds the embedded database, the command line reaches it through a socket; answers how to end that. */
async function letOperatorAsk(database: OpenDatabase, { dataDir }: Config): Promise<() => Promise<void>> {
  if (database.engine !== 'embedded') return async () => {}
  return openControl(dataDir, { db: database.kysely, clock, onError: tellLog })
}

async function start(): Promise<void> {
  const config = readConfig(process.env)
  const database = await openDatabase({
    url: config.databaseUrl ?? undefined,
    replicaUrl: config.replicaUrl ?? undefined,
    dataDir: config.dataDir,
    onError: tellLog,
    onStandby: tellStandby,
  })
  const isDemo = await prepare(database, config)
  const drain = openDrain()
  const app = await buildApp({
    database,
    clock,
    pageFolder: findPageFolder(),
    log,
    drain,
    metricsToken: config.metricsToken,
    trustedProxies: config.trustedProxies,
  })
  const endControl = await letOperatorAsk(database, config)
  const sweep = () => deleteExpired(database.kysely, clock()).catch((problem: unknown) => log.error(problem))
  const sweeping = setInterval(() => void sweep(), sweepEveryMs)
  const end = async (): Promise<void> => {
    clearInterval(sweeping)
    await drain.begin()
    await app.close()
    await endControl()
    await database.close()
    process.exit(0)
  }
  process.once('SIGTERM', () => void end())
  process.once('SIGINT', () => void end())
  const address = await app.listen({ host: config.host, port: config.port })
  process.stdout.write(`The school office is open at ${address}\n`)
  if (isDemo) process.stdout.write(`Demo sign-in: ${demoUser}, password school-demo\n`)
}

start().catch((problem: unknown) => {
  if (problem instanceof WrongSetting) process.stderr.write(`${problem.message}\n`)
  else
    process.stderr.write(
      `The portal could not start: ${problem instanceof Error ? problem.message : String(problem)}\n`,
    )
  process.exit(1)
})
