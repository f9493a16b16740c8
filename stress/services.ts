// Programs other than the portal, such as a pooler, which a test starts from the files of deploy/ and then removes.

import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, chownSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { vi } from 'vitest'
import { asPostgres, findPostgresUser, findProgram } from '#test/postgres-programs.ts'
import { recordOutput } from '#test/running-server.ts'

export interface Service {
  readonly process: ChildProcess
  readonly output: () => string
  /** Kills the program, as a power cut would. */
  readonly kill: () => Promise<void>
}

/** A temporary folder for programs and their files, which belong to the user that runs PostgreSQL. */
export interface Workshop {
  readonly folder: string
  /** Writes a file and returns its path; every replacement must be found in the text. */
  readonly write: (name: string, text: string, replacements?: readonly Replacement[]) => string
  readonly makeFolder: (name: string) => string
  readonly start: (program: string, args: readonly string[], env?: NodeJS.ProcessEnv) => Service
  /** Runs a program to its end and returns its output. */
  readonly run: (program: string, args: readonly string[]) => Promise<string>
  /** The last output of each started program, for the message of a failure. */
  readonly outputs: () => string
  /** Kills the started programs and deletes the folder. */
  readonly remove: () => Promise<void>
}

export type Replacement = readonly [text: string, by: string]

export const readDeployed = (path: string): string => readFileSync(join('deploy', path), 'utf8')

function replaceAll(name: string, text: string, replacements: readonly Replacement[]): string {
  return replacements.reduce((done, [part, by]) => {
    if (!done.includes(part)) throw new Error(`${name} has no "${part}"`)
    return done.replaceAll(part, by)
  }, text)
}

async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return
  const ended = once(child, 'exit')
  child.kill('SIGKILL')
  await ended
}

/** Waits until a program listens on a port of this machine. */
export const untilListening = (port: number, { output }: Service): Promise<void> =>
  vi.waitFor(
    () =>
      new Promise<void>((resolve, reject) => {
        const socket = connect(port, '127.0.0.1', () => {
          socket.destroy()
          resolve()
        })
        socket.once('error', () => reject(new Error(`Nothing listens on ${port}: ${output().slice(-2000)}`)))
      }),
    { timeout: 60_000 },
  )

/** Opens a workshop; `prefix` begins the name of its folder. */
export async function openWorkshop(prefix: string): Promise<Workshop> {
  const ids = await findPostgresUser()
  const folder = mkdtempSync(join(tmpdir(), `${prefix}-`))
  const changeOwner = (path: string) => {
    if (ids) chownSync(path, ids.uid, ids.gid)
  }
  changeOwner(folder)
  const services: Service[] = []
  const pathOf = (program: string) => {
    const path = program.startsWith('/') ? program : findProgram(program)
    if (path === undefined) throw new Error(`${program} is not installed`)
    return path
  }
  return {
    folder,
    write(name, text, replacements = []) {
      const path = join(folder, name)
      writeFileSync(path, replaceAll(name, text, replacements))
      chmodSync(path, 0o600)
      changeOwner(path)
      return path
    },
    makeFolder(name) {
      const path = join(folder, name)
      mkdirSync(path, { mode: 0o700 })
      changeOwner(path)
      return path
    },
    start(program, args, env = {}) {
      const child = spawn(pathOf(program), args, {
        cwd: folder,
        env: { PATH: process.env['PATH'], LANG: 'C.UTF-8', HOME: folder, ...env },
        stdio: ['ignore', 'pipe', 'pipe'],
        ...ids,
      })
      child.once('error', () => {})
      const service = { process: child, output: recordOutput(child), kill: () => kill(child) }
      services.push(service)
      return service
    },
    run: (program, args) => asPostgres(pathOf(program), args, folder),
    outputs: () => services.map(({ output }) => output().slice(-1500)).join('\n---\n'),
    async remove() {
      await Promise.all(services.map((service) => service.kill()))
      // Processes of a killed server may still write.
      rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 })
    },
  }
}
