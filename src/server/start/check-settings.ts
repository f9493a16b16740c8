// Each folder, file and address in the settings is tried before the database is opened.

import { once } from 'node:events'
import { closeSync, existsSync, openSync, rmSync, statSync } from 'node:fs'
import { createServer } from 'node:net'
import { dirname, join } from 'node:path'
import { WrongSetting, type Config } from '#server/config.ts'
import { reasonOf } from '#server/database/data-directory.ts'

type Checked = Pick<Config, 'host' | 'port' | 'securityLog' | 'backupDir'>

/** Throws WrongSetting, in one line, for the first setting that cannot be used here. */
export async function checkSettings({ host, port, securityLog, backupDir }: Checked): Promise<void> {
  if (securityLog !== null) {
    orWrong(`SECURITY_LOG: the file ${securityLog} cannot be written`, () => tryFile(securityLog))
  }
  if (backupDir !== null) {
    orWrong(`BACKUP_DIR: the folder ${backupDir} cannot be used`, () => tryFolder(backupDir))
  }
  await requireFreeAddress(host, port)
}

/** Returns the result of the attempt; throws WrongSetting with the reason if it fails. */
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

/** The folder is not made: one that is missing may be a disk that is not there, or a name with a mistake. */
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
