// The built product in its own process, and clerks who are signed in to it over HTTP.

import { readFileSync } from 'node:fs'
import { startOffice } from '#test/running-office.ts'
import { Line, type Answer, type Request } from './client.ts'
import { clerkOf, password } from './data-set.ts'

/** A clerk of one campus on a connection of their own. */
export interface Desk {
  readonly campus: string
  readonly cookie: string
  /** Asks as the page does, and fails on any answer but 200. */
  readonly ask: (request: Request) => Promise<Answer>
  readonly close: () => void
}

export interface Portal {
  readonly url: string
  /** Signs the campus's clerk in, on a new connection. */
  readonly sit: (campus: string) => Promise<Desk>
  /** Signs clerks in one after the other: many tries at once are slowed, as they may be guesses. */
  readonly sitAll: (campuses: readonly string[]) => Promise<Desk[]>
  /** Resident memory of the server's process in megabytes. */
  readonly memory: () => number
  /** The most memory of the server's process while the work runs, in megabytes. */
  readonly peakDuring: <T>(work: () => Promise<T>) => Promise<{ readonly result: T; readonly peak: number }>
  readonly close: () => Promise<void>
}

const sampleEveryMs = 20

/** What signing in sends. */
export const signIn = (campus: string): Request => ({
  method: 'POST',
  path: '/users/signin',
  headers: { accept: 'application/json', 'accept-encoding': 'gzip' },
  body: { userId: clerkOf(campus), password },
})

export const cookieOf = ({ head }: Answer): string =>
  /\r\nset-cookie: (session=[^;\r]+)/i.exec(head)?.[1] ?? ''

async function sit(url: string, campus: string): Promise<Desk> {
  const line = await Line.open(url)
  const answer = await line.ask(signIn(campus))
  const cookie = cookieOf(answer)
  if (answer.status !== 200 || !cookie) throw new Error(`Not signed in at ${campus}: ${answer.status}`)
  return {
    campus,
    cookie,
    async ask(request) {
      const headers = { accept: 'application/json', 'accept-encoding': 'gzip', cookie, ...request.headers }
      const got = await line.ask({ ...request, headers })
      if (got.status !== 200)
        throw new Error(`${request.path} was answered ${got.status}: ${got.body.toString()}`)
      return got
    },
    close: () => line.close(),
  }
}

/** Starts the product on a database; `settings` as its environment has them. */
export async function openPortal(settings: Record<string, string>): Promise<Portal> {
  const office = await startOffice({ DEMO: '0', ...settings })
  // A bench that fails half-way leaves no server behind.
  const end = () => void office.server.kill('SIGKILL')
  process.once('exit', end)
  const status = `/proc/${office.server.pid}/status`
  const memory = () => Number(/VmRSS:\s*(\d+)/.exec(readFileSync(status, 'latin1'))?.[1] ?? Number.NaN) / 1024
  const desks: Desk[] = []
  const sitDown = async (campus: string) => {
    const desk = await sit(office.url, campus)
    desks.push(desk)
    return desk
  }
  return {
    url: office.url,
    memory,
    sit: sitDown,
    async sitAll(campuses) {
      const seated: Desk[] = []
      for (const campus of campuses) seated.push(await sitDown(campus))
      return seated
    },
    async peakDuring(work) {
      let peak = memory()
      const timer = setInterval(() => {
        peak = Math.max(peak, memory())
      }, sampleEveryMs)
      try {
        const result = await work()
        return { result, peak: Math.max(peak, memory()) }
      } finally {
        clearInterval(timer)
      }
    },
    async close() {
      for (const desk of desks) desk.close()
      await office.close()
      process.off('exit', end)
    },
  }
}
