// The built portal in its own process, with signed-in clerks.

import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { promisify } from 'node:util'
import { noteFolder, startServer } from '#test/running-server.ts'
import { acceptedEncodings, connect, sendUnread, type Reply, type Request } from './http-connection.ts'
import { signIn } from './requests.ts'

/** A checked-out commit with its dependencies installed. */
export interface Product {
  readonly name: string
  readonly root: string
}

/** Environment variables of the portal, with its database. */
export type Settings = Readonly<Record<string, string>>

/** A signed-in clerk with their own connection. */
export interface Clerk {
  readonly campus: string
  /** Rejects unless the reply is 200. */
  readonly send: (request: Request) => Promise<Reply>
}

export interface Portal {
  readonly url: string
  readonly signIn: (campus: string) => Promise<Clerk>
  /** Opens a session with a new connection for every request. A reply may have any status. */
  readonly openSession: (campus: string) => Promise<(request: Request) => Promise<Reply>>
  /** Sends a request several times in one session without reading the replies; returns a function that disconnects. */
  readonly requestUnread: (campus: string, request: Request, times: number) => Promise<() => void>
  /** Signs clerks in one after another, because many attempts at once are throttled. */
  readonly signInAll: (campuses: readonly string[]) => Promise<Clerk[]>
  /** Resident memory of the server in megabytes. */
  readonly memory: () => number
  readonly withPeakMemory: <T>(
    work: () => Promise<T>,
  ) => Promise<{ readonly result: T; readonly peak: number }>
  readonly close: () => Promise<void>
}

const memorySampleMs = 20

/** Runs a command of the portal's command line and returns its output. */
export async function runCommand({ root }: Product, settings: Settings, ...args: readonly string[]) {
  const env = { ...process.env, DATA_DIR: noteFolder, ...settings }
  const { stdout } = await promisify(execFile)(process.execPath, ['scripts/portal.mjs', ...args], {
    cwd: root,
    env,
  })
  return stdout
}

/** Returns the resident memory of a process in megabytes. */
export const residentMemory = (pid: number | undefined): number =>
  Number(/VmRSS:\s*(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'latin1'))?.[1] ?? Number.NaN) / 1024

/** Starts the built portal of a commit. */
export async function startPortal({ root }: Product, settings: Settings): Promise<Portal> {
  process.chdir(root)
  const { process: server, url, close } = await startServer({ DEMO: '0', ...settings })
  const kill = () => void server.kill('SIGKILL')
  process.once('exit', kill)
  const memory = () => residentMemory(server.pid)
  const signInClerk = async (campus: string): Promise<Clerk> => {
    const send = connect(url)
    const { status, cookie } = await send(signIn(campus))
    if (status !== 200 || !cookie) throw new Error(`Sign-in at ${campus} failed: ${status}`)
    const common = { accept: 'application/json', 'accept-encoding': acceptedEncodings.https, cookie }
    return {
      campus,
      async send(request) {
        const reply = await send({ ...request, headers: { ...common, ...request.headers } })
        if (reply.status !== 200) throw new Error(`${request.path}: ${reply.status} ${reply.error}`)
        return reply
      },
    }
  }
  return {
    url,
    memory,
    signIn: signInClerk,
    async openSession(campus) {
      const { cookie } = await connect(url)(signIn(campus))
      const common = { accept: 'application/json', 'accept-encoding': acceptedEncodings.https, cookie }
      return (request) => connect(url)({ ...request, headers: { ...common, ...request.headers } })
    },
    async requestUnread(campus, request, times) {
      const { cookie } = await connect(url)(signIn(campus))
      return sendUnread(url, { ...request, headers: { cookie } }, times)
    },
    async signInAll(campuses) {
      const clerks: Clerk[] = []
      for (const campus of campuses) clerks.push(await signInClerk(campus))
      return clerks
    },
    async withPeakMemory(work) {
      let peak = memory()
      const timer = setInterval(() => (peak = Math.max(peak, memory())), memorySampleMs)
      try {
        const result = await work()
        return { result, peak: Math.max(peak, memory()) }
      } finally {
        clearInterval(timer)
      }
    },
    async close() {
      await close()
      process.off('exit', kill)
    },
  }
}
