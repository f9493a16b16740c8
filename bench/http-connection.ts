// HTTP/1.1 for measurements: one connection, read to the last byte and not decompressed, or many that are never read.

import { Agent, request, type IncomingMessage } from 'node:http'
import { connect as openSocket } from 'node:net'
import { p95 } from './measurement.ts'

/** The encodings that browsers accept: brotli only over HTTPS or to localhost. */
export const acceptedEncodings = { https: 'gzip, deflate, br, zstd', http: 'gzip, deflate' } as const

export interface Request {
  readonly path: string
  readonly headers?: Readonly<Record<string, string>>
  /** Sent as JSON with POST. A request without a body is a GET. */
  readonly body?: unknown
  /** A text whose arrival is also timed; the reply must be uncompressed. */
  readonly until?: string
}

export interface Reply {
  readonly status: number
  /** The cookies that the reply sets, as a browser sends them back. */
  readonly cookie: string
  /** The length of the body as sent, in bytes. */
  readonly bytes: number
  /** Milliseconds from sending to the last byte. */
  readonly ms: number
  /** Milliseconds to the first byte of the body. */
  readonly firstByteMs: number
  /** Milliseconds until the text `until` arrived; null if it did not. */
  readonly untilMs: number | null
  /** The body of a reply whose status is not 200; otherwise empty. */
  readonly error: string
}

/** Returns a function that sends requests over one persistent connection, and rejects if the connection is lost. */
export function connect(url: string): (sent: Request) => Promise<Reply> {
  const { hostname, port } = new URL(url)
  const server = { hostname, port, agent: new Agent({ keepAlive: true, maxSockets: 1 }) }
  return (sent) => send(server, sent)
}

/** Sends a request this many times and never reads the replies; returns a function that disconnects. */
export function sendUnread(url: string, { path, headers, body }: Request, times: number): () => void {
  const { hostname, port, host } = new URL(url)
  const json = JSON.stringify(body)
  const allHeaders = {
    ...headers,
    host,
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(json),
  }
  const head = [
    `POST ${path} HTTP/1.1`,
    ...Object.entries(allHeaders).map(([name, value]) => `${name}: ${value}`),
  ]
  const sockets = Array.from({ length: times }, () => {
    const socket = openSocket({ host: hostname, port: Number(port) }).pause()
    socket.on('error', () => {})
    socket.write(`${head.join('\r\n')}\r\n\r\n${json}`)
    return socket
  })
  return () => sockets.forEach((socket) => socket.destroy())
}

interface Server {
  readonly hostname: string
  readonly port: string
  readonly agent: Agent
}

function send(server: Server, { path, headers, body, until }: Request): Promise<Reply> {
  const json = body === undefined ? undefined : JSON.stringify(body)
  const type = json !== undefined && { 'content-type': 'application/json' }
  const method = json === undefined ? 'GET' : 'POST'
  const start = performance.now()
  return new Promise((resolve, reject) => {
    request({ ...server, path, method, headers: { ...headers, ...type } }, (response) => {
      resolve(readReply(response, start, until))
    })
      .on('error', reject)
      .end(json)
  })
}

async function readReply(response: IncomingMessage, start: number, until?: string): Promise<Reply> {
  const elapsed = () => performance.now() - start
  const status = response.statusCode ?? 0
  const cookies = (response.headers['set-cookie'] ?? []).map((each) => each.split(';', 1)[0])
  const keepsText = status !== 200 || until !== undefined
  const hasArrived = (text: string) => until !== undefined && text.includes(until)
  const chunks: AsyncIterable<Buffer> = response
  let [bytes, firstByteMs, text] = [0, 0, '']
  let foundAt: number | null = null
  for await (const chunk of chunks) {
    firstByteMs ||= elapsed()
    bytes += chunk.length
    if (keepsText) text += chunk.toString('latin1')
    if (foundAt === null && hasArrived(text)) foundAt = elapsed()
  }
  const error = status === 200 ? '' : Buffer.from(text, 'latin1').toString()
  return { status, cookie: cookies.join('; '), bytes, ms: elapsed(), firstByteMs, untilMs: foundAt, error }
}

export interface Load {
  readonly perSecond: number
  readonly p95: number
  readonly count: number
}

/** Runs a closed-loop load for `seconds`. Each client returns the milliseconds of its call, or null to stop. */
export async function load(
  clients: readonly ((turn: number) => Promise<number | null>)[],
  seconds: number,
): Promise<Load> {
  const times: number[] = []
  const start = performance.now()
  const elapsed = () => (performance.now() - start) / 1000
  await Promise.all(
    clients.map(async (run) => {
      for (let turn = 0; elapsed() < seconds; turn += 1) {
        const ms = await run(turn)
        if (ms === null) return
        times.push(ms)
      }
    }),
  )
  return { perSecond: times.length / elapsed(), p95: p95(times), count: times.length }
}
