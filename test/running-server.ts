import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

const readyWithinMs = 120_000
const closedWithinMs = 60_000
/** The folder for notes of a server with DATABASE_URL; `npm start` uses another folder. */
export const noteFolder = join(tmpdir(), 'school-portal-notes')

export interface RunningServer {
  readonly url: string
  readonly process: ChildProcess
  /** Returns the last 4,000 characters of the output. */
  readonly output: () => string
  /** Stops the server with SIGTERM, as an operator would. */
  readonly close: () => Promise<void>
  /** Kills the server, as a power cut would. */
  readonly kill: () => Promise<void>
}

/** Starts the built server on PORT of its settings, or on a free port, and waits until it is ready. */
export async function startServer(settings: Record<string, string>): Promise<RunningServer> {
  const port = settings['PORT'] ?? (await freePort())
  const url = `http://127.0.0.1:${port}`
  const server = spawn(process.execPath, ['dist/server/main.js'], {
    env: {
      ...environment(),
      NODE_ENV: 'production',
      HOST: '127.0.0.1',
      PORT: `${port}`,
      DATA_DIR: noteFolder,
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const output = recordOutput(server)
  const lastOutput = () => output().slice(-4000)
  try {
    await untilReady(`${url}/readyz`, server)
  } catch (error) {
    await stop(server)
    throw new Error(`The server did not start. Its output:\n${lastOutput()}`, { cause: error })
  }
  return { url, process: server, output: lastOutput, close: () => stop(server), kill: () => kill(server) }
}

async function untilReady(url: string, server: ChildProcess) {
  const end = performance.now() + readyWithinMs
  while (performance.now() < end) {
    if (server.exitCode !== null) throw new Error(`The server ended with ${server.exitCode}`)
    const answer = await fetch(url).catch(() => undefined)
    if (answer?.ok) return
    await pause(50)
  }
  throw new Error(`No answer from ${url} within ${readyWithinMs} ms`)
}

async function kill(server: ChildProcess) {
  if (server.exitCode !== null || server.signalCode !== null) return
  const ended = once(server, 'exit')
  server.kill('SIGKILL')
  await ended
}

/** Stops the server with SIGTERM; kills it and throws if it does not exit in time. */
async function stop(server: ChildProcess) {
  if (server.exitCode !== null || server.signalCode !== null) return
  const ended = once(server, 'exit').then(() => true)
  server.kill('SIGTERM')
  if (await Promise.race([ended, pause(closedWithinMs, false, { ref: false })])) return
  await kill(server)
  throw new Error(`The server did not close within ${closedWithinMs} ms of SIGTERM`)
}

/** Returns the environment of the tests without the settings of their database. */
export function environment(): NodeJS.ProcessEnv {
  const {
    DATABASE_URL: _url,
    DATABASE_REPLICA_URL: _replica,
    DATABASE_MIGRATION_URL: _owner,
    ...others
  } = process.env
  return others
}

/** Records a program's output. Returns a function that returns the output so far. */
export function recordOutput({ stdout, stderr }: ChildProcess): () => string {
  const chunks: string[] = []
  stdout?.on('data', (chunk: Buffer) => chunks.push(chunk.toString()))
  stderr?.on('data', (chunk: Buffer) => chunks.push(chunk.toString()))
  return () => chunks.join('')
}

export async function freePort() {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const address = probe.address()
  probe.close()
  if (address === null || typeof address === 'string') throw new Error('No free port')
  return address.port
}

interface Verification {
  readonly code: number | null
  /** The rows that break each law; empty if the books are correct. */
  readonly faults: string
}

/** Runs the command `verify`, which checks the books, while no server uses the school. */
export async function verifyBooks(settings: Readonly<Record<string, string>>): Promise<Verification> {
  const check = spawn(process.execPath, ['dist/server/cli.js', 'verify'], {
    env: { ...environment(), DATA_DIR: noteFolder, ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const output = recordOutput(check)
  const [code]: unknown[] = await once(check, 'close')
  return { code: typeof code === 'number' ? code : null, faults: code === 0 ? '' : output() }
}
