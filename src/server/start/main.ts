import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import closeWithGrace from 'close-with-grace'
import { destination } from 'pino'
import { readServerKey } from '#server/cli/backup-keys.ts'
import { openControlSocket } from '#server/cli/control-socket.ts'
import { startScheduledBackups, type BackupSchedule } from '#server/cli/scheduled-backups.ts'
import { readConfig, WrongSetting, type Config } from '#server/config.ts'
import { MissingDatabaseUrl, rememberServer, requireSameEngine } from '#server/database/data-directory.ts'
import { examineDatabase } from '#server/database/examine-database.ts'
import { openDatabase, type OpenDatabase } from '#server/database/open.ts'
import { errorMessage } from '#server/database/server-errors.ts'
import { openForOwner } from '#server/database/server-role.ts'
import type { StandbyChange } from '#server/database/standby.ts'
import { openDrain } from '#server/http/drain.ts'
import { openLog } from '#server/http/server-log.ts'
import { deleteOldEvents } from '#server/records/security-events.ts'
import { hasActiveUser } from '#server/records/staff/operator-users.ts'
import { deleteExpired } from '#server/records/staff/sessions.ts'
import { version } from '#server/version.ts'
import { buildApp } from './app.ts'
import { checkSettings, openProgress, orWrong, prepareDatabase } from './prepare.ts'

const demoUser = 'office@main.demo'
const firstCommands = `
  npm run portal -- school set "Green Valley School" 1234567-8
  npm run portal -- campus add "Main Campus"
  npm run portal -- user add head@greenvalley.example --name "Head" --campus "Main Campus" --role admin --keep
`
const sweepIntervalMs = 3_600_000
/**
 * The process ends within 10 seconds of SIGTERM and SHUTDOWN_DELAY: running calls have 6 (http/drain.ts), closing has
 * the rest. After that, or at a second signal, it exits with code 1; the database rolls back uncommitted changes.
 */
const closeTimeoutMs = 9500
const signals = ['SIGTERM', 'SIGINT', 'SIGHUP', 'SIGQUIT'] as const
/** Signals within this time count as one: npm passes signals on, so that Ctrl-C and a stopped service arrive twice. */
const oneSignalMs = 1000
const clock = () => new Date()
// Written once a second, for each 4 kB and at the end: writing each line takes a tenth of the time of a look-up.
const log = openLog(destination({ sync: false, minLength: 4096, periodicFlush: 1000 }))

const progress = openProgress((line) => void process.stdout.write(`${line}\n`))

const logError = (error: unknown): void => log.error(error)

const logStandby = ({ isUsed, reason }: StandbyChange): void =>
  isUsed
    ? log.info({ reason }, 'Reports are read from the standby')
    : log.warn({ reason }, 'Reports are read from the primary: the standby cannot be used')

/** Returns null if the server runs from its source. */
function findPageFolder(): string | null {
  const folder = fileURLToPath(new URL('../web', import.meta.url))
  return existsSync(`${folder}/index.html`) && existsSync(`${folder}/assets`) ? folder : null
}

/** Logs the database, with its risks of losing or leaking data. */
async function logDatabase({ kysely, engine }: OpenDatabase, config: Config): Promise<void> {
  log.info({ engine, version }, 'The database is open')
  if (config.databaseUrl && !rememberServer(config.dataDir, config.databaseUrl)) {
    log.warn('DATA_DIR cannot be written: a start without DATABASE_URL will not be refused')
  }
  for (const finding of await examineDatabase(kysely, engine, clock())) log.warn(finding)
}

/** Serves commands, which cannot open the embedded database during this process. Returns a function that stops this. */
async function serveCommandLine(database: OpenDatabase, { dataDir }: Config): Promise<() => Promise<void>> {
  if (database.engine !== 'embedded') return async () => {}
  return openControlSocket(dataDir, { db: database.kysely, clock, onError: logError })
}

/** Returns null without BACKUP_DIR. Throws if BACKUP_KEY is not the file of a key, before the database is opened. */
function scheduleOf({ backupDir, backupTime, backupKeep, backupKey }: Config): BackupSchedule | null {
  const key = backupKey === null ? null : orWrong('BACKUP_KEY', () => readServerKey(backupKey))
  return backupDir === null ? null : { folder: backupDir, time: backupTime, keep: backupKeep, key }
}

/** Starts the daily backups, as the owner of the tables; returns a function to end them. */
async function startBackups(
  schedule: BackupSchedule | null,
  database: OpenDatabase,
  config: Config,
): Promise<() => Promise<void>> {
  if (!schedule) return async () => {}
  if (!schedule.key) log.warn('The backups in BACKUP_DIR are not encrypted: BACKUP_KEY is not set')
  const owner = config.migrationUrl ? await openForOwner(config) : database
  const end = startScheduledBackups(
    schedule,
    { db: owner.kysely, clock },
    { onSaved: ({ bytes }) => log.info({ bytes }, 'The daily backup was made'), onError: logError },
  )
  return async () => {
    await end()
    if (owner !== database) await owner.close()
  }
}

/** Prints the operator's next commands if no user can sign in yet. */
async function printFirstCommands({ kysely, engine }: OpenDatabase): Promise<void> {
  if (await hasActiveUser(kysely)) return
  const first =
    engine === 'embedded' ? 'Stop the server, run these commands and start it again' : 'Run these commands'
  process.stdout.write(`No user can sign in yet. ${first} (docs/first-day.md):${firstCommands}`)
}

/** Ends the server at the first signal, and exits at a later one, except SIGHUP, which is also sent when npm ends. */
function endAtSignal(end: () => void): void {
  let endingSince: number | null = null
  for (const signal of signals) {
    process.on(signal, () => {
      if (endingSince === null) {
        endingSince = performance.now()
        end()
      } else if (signal !== 'SIGHUP' && performance.now() - endingSince > oneSignalMs) {
        process.exit(1)
      }
    })
  }
}

async function start(): Promise<void> {
  const config = readConfig(process.env)
  const schedule = scheduleOf(config)
  await checkSettings(config)
  requireSameEngine(config.dataDir, config.databaseUrl)
  progress.begin('Opening the database')
  const database = await openDatabase({
    url: config.databaseUrl ?? undefined,
    replicaUrl: config.replicaUrl ?? undefined,
    dataDir: config.dataDir,
    disabledSpeedups: config.disabledSpeedups,
    onError: logError,
    onStandby: logStandby,
  })
  const isDemo = await prepareDatabase(database, config, clock, progress.begin)
  progress.begin('Starting the server')
  await logDatabase(database, config)
  const drain = openDrain(undefined, config.shutdownDelayMs)
  const app = await buildApp({
    database,
    clock,
    pageFolder: findPageFolder(),
    log,
    drain,
    metricsToken: config.metricsToken,
    trustedProxies: config.trustedProxies,
    publicUrl: config.publicUrl,
    hstsSubdomains: config.hstsSubdomains,
    securityLogFile: config.securityLog,
  })
  const closeControlSocket = await serveCommandLine(database, config)
  const endBackups = await startBackups(schedule, database, config)
  const sweep = async () => {
    await deleteExpired(database.kysely, clock()).catch(logError)
    await deleteOldEvents(database.kysely, clock()).catch(logError)
  }
  const sweeping = setInterval(() => void sweep(), sweepIntervalMs)
  const delay = config.shutdownDelayMs + closeTimeoutMs
  const shutdown = closeWithGrace({ delay, logger: log, skip: [...signals] }, async ({ err }) => {
    if (err) logError(err)
    clearInterval(sweeping)
    await endBackups()
    await drain.begin(database.cancelAll)
    app.server.closeAllConnections()
    await app.close()
    await closeControlSocket()
    await database.close()
  })
  endAtSignal(shutdown.close)
  const address = await app.listen({ host: config.host, port: config.port })
  progress.end()
  process.stdout.write(`The portal is running at ${address}\n`)
  if (isDemo) process.stdout.write(`Demo sign-in: ${demoUser}, password school-demo\n`)
  await printFirstCommands(database)
}

start().catch((error: unknown) => {
  const message =
    error instanceof WrongSetting || error instanceof MissingDatabaseUrl
      ? error.message
      : `The portal could not start: ${errorMessage(error)}`
  process.stderr.write(`${message}\n`)
  process.exit(1)
})
