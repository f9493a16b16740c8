// HTTP/1.1 over one connection that stays open; replies are read to the last byte and not decompressed.

import { connect as openSocket } from 'node:net'
import { Client } from 'undici'
import { p95 } from './measurement.ts'

/** What browsers accept: over HTTPS and from this machine with brotli, over plain HTTP without. */
export const acceptedEncodings = { https: 'gzip, deflate, br, zstd', http: 'gzip, deflate' } as const

export interface Request {
  readonly path: string
  readonly headers?: Readonly<Record<string, string>>
  /** Sent as JSON with POST; without it the request is a GET. */
  readonly body?: unknown
  /** A text whose arrival is timed as well; the reply must be uncompressed. */
  readonly until?: string
}

export interface Reply {
  readonly status: number
  /** What was set, as a browser sends it back. */
  readonly cookie: string
  /** Of the body as it was sent. */
  readonly bytes: number
  /** Milliseconds from sending to the last byte. */
  readonly ms: number
  /** Milliseconds to the first byte of the body. */
  readonly firstByte: number
  /** Milliseconds until the text `until` arrived; null where it did not. */
  readonly until: number | null
  /** The body of any reply but 200. */
  readonly error: string
}

/** Sends over one connection that stays open, one request at a time. Rejects where the connection is lost. */
export function connect(url: string): (request: Request) => Promise<Reply> {
  const client = new Client(url, { keepAliveTimeout: 600_000 })
  return (request) => send(client, request)
}

/** Sends a request that many times and reads nothing of the replies; returns how to hang up. */
export function sendUnread(url: string, { path, headers, body }: Request, times: number): () => void {
  const { hostname, port, host } = new URL(url)
  const json = JSON.stringify(body)
  const all = {
    ...headers,
    host,
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(json),
  }
  const head = [`POST ${path} HTTP/1.1`, ...Object.entries(all).map(([name, value]) => `${name}: ${value}`)]
  const sockets = Array.from({ length: times }, () => {
    const socket = openSocket({ host: hostname, port: Number(port) }).pause()
    // The server may hang up first.
    socket.on('error', () => {})
    socket.write(`${head.join('\r\n')}\r\n\r\n${json}`)
    return socket
  })
  return () => sockets.forEach((socket) => socket.destroy())
}

function send(client: Client, { path, headers, body, until }: Request): Promise<Reply> {
  const reply = {
    status: 0,
    cookie: '',
    bytes: 0,
    ms: 0,
    firstByte: 0,
    until: null as number | null,
    error: '',
  }
  let text = ''
  const start = performance.now()
  const elapsed = () => performance.now() - start
  return new Promise((resolve, reject) => {
    client.dispatch(
      {
        path,
        method: body === undefined ? 'GET' : 'POST',
        headers: { ...headers, ...(body !== undefined && { 'content-type': 'application/json' }) },
        body: body === undefined ? null : JSON.stringify(body),
      },
      {
        // Without this method the handler would be taken for one of the older interface.
        onRequestStart() {},
        onResponseStart(_, status, received) {
          reply.status = status
          const cookies = [received['set-cookie'] ?? []].flat().map((each) => each.split(';', 1)[0])
          reply.cookie = cookies.join('; ')
        },
        onResponseData(_, chunk) {
          reply.firstByte ||= elapsed()
          reply.bytes += chunk.length
          if (reply.status !== 200) reply.error += chunk.toString()
          if (until === undefined || reply.until !== null) return
          text += chunk.toString('latin1')
          if (text.includes(until)) reply.until = elapsed()
        },
        onResponseEnd() {
          reply.ms = elapsed()
          resolve(reply)
        },
        onResponseError: (_, error) => reject(error),
      },
    )
  })
}

export interface Load {
  readonly perSecond: number
  readonly p95: number
  readonly count: number
}

/**
 * Closed-loop load: each client runs again as soon as it has its reply, until the time is up or it returns null. Times in
 * milliseconds.
 */
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
