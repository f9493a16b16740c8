import { once } from 'node:events'
import { closeSync, existsSync, openSync, rmSync, statSync } from 'node:fs'
import { createServer } from 'node:net'
import { dirname, join } from 'node:path'
import { Passwords } from '#server/auth/password.ts'
import { WrongSetting, type Config } from '#server/config.ts'
import { reasonOf } from '#server/database/data-directory.ts'
import { migrate } from '#server/database/migrate.ts'
import type { OpenDatabase } from '#server/database/open.ts'
import { grantToServerUser, openForOwner } from '#server/database/server-role.ts'
import { requireDemoAllowed } from '#server/demo/demo-users.ts'
import { fillDemoSchool } from '#server/demo/fill-demo-school.ts'
import { hasSchool } from '#server/records/campus/school.ts'

type CheckedSettings = Pick<Config, 'host' | 'port' | 'securityLog' | 'backupDir'>

/** Throws WrongSetting, in one line, for the first setting that cannot be used. */
export async function checkSettings({ host, port, securityLog, backupDir }: CheckedSettings): Promise<void> {
  if (securityLog !== null) {
    orWrong(`SECURITY_LOG: the file ${securityLog} cannot be written`, () => tryFile(securityLog))
  }
  if (backupDir !== null) {
    orWrong(`BACKUP_DIR: the folder ${backupDir} cannot be used`, () => tryFolder(backupDir))
  }
  await requireFreeAddress(host, port)
}

/** Throws WrongSetting with the reason if the attempt fails. */
export function orWrong<T>(what: string, attempt: () => T): T {
  try {
    return attempt()
  } catch (problem) {
    throw new WrongSetting(`${what}: ${reasonOf(problem)}`, { cause: problem })
  }
}

function tryFile(path: string): void {
  if (!existsSync(dirname(path))) throw new Error('its folder does not exist')
  closeSync(openSync(path, 'a', 0o600))
}

/** Checks a folder. A missing one is not created: its disk may not be mounted, or its name may be wrong. */
function tryFolder(folder: string): void {
  if (!existsSync(folder)) throw new Error('it does not exist')
  if (!statSync(folder).isDirectory()) throw new Error('it is not a folder')
  const probe = join(folder, `.write-test-${process.pid}`)
  try {
    tryFile(probe)
  } finally {
    rmSync(probe, { force: true })
  }
}

const addressReasons: Readonly<Record<string, string>> = {
  EADDRINUSE: 'another program listens there',
  EADDRNOTAVAIL: 'it is not an address of this machine',
  ENOTFOUND: 'it is not an address of this machine',
  EACCES: 'no permission to listen there',
}

async function requireFreeAddress(host: string, port: number): Promise<void> {
  const probe = createServer().listen({ host, port })
  try {
    await once(probe, 'listening')
  } catch (problem) {
    const code = problem instanceof Error && 'code' in problem ? String(problem.code) : ''
    throw new WrongSetting(
      `HOST and PORT: ${host}, ${port} cannot be used: ${addressReasons[code] ?? code}`,
      {
        cause: problem,
      },
    )
  }
  probe.close()
  await once(probe, 'close')
}

// Shows the progress of a long start, so that it is not mistaken for a hang.

const progressIntervalMs = 3000

interface Progress {
  readonly begin: (step: string) => void
  readonly end: () => void
}

/** Prints the current step every few seconds, with the seconds since the start; a quick start prints nothing. */
export function openProgress(say: (line: string) => void): Progress {
  let [step, seconds] = ['Starting', 0]
  const timer = setInterval(() => {
    seconds += progressIntervalMs / 1000
    say(`${step} … (${seconds} s)`)
  }, progressIntervalMs)
  return {
    begin: (next) => {
      step = next
    },
    end: () => clearInterval(timer),
  }
}

/**
 * Migrates the database to this version and, if set, fills it with the demo school, both as the owner of the tables.
 * Returns true if the demo's users can sign in. Throws MigrationError or WrongSetting.
 */
export async function prepareDatabase(
  database: OpenDatabase,
  settings: Config,
  clock: () => Date,
  onStep: (step: string) => void,
): Promise<boolean> {
  const owner = settings.migrationUrl ? await openForOwner(settings) : database
  try {
    onStep('Bringing the tables up to date')
    await migrate(owner.kysely)
    await grantToServerUser(owner, settings)
    if (settings.demo) onStep('Filling the demo school')
    if (settings.demo) await fillDemo(owner, settings, clock)
    return await requireDemoAllowed(owner.kysely, settings)
  } finally {
    if (owner !== database) await owner.close()
  }
}

async function fillDemo(owner: OpenDatabase, { demoStudents }: Config, clock: () => Date): Promise<void> {
  // A role that owns nothing can serve a school, but cannot set up a school.
  if (await hasSchool(owner.kysely)) return
  const demo = { students: demoStudents, now: clock(), passwords: new Passwords() }
  if (await fillDemoSchool(owner.kysely, demo)) await owner.afterBulkWork()
}
