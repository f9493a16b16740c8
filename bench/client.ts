// HTTP to the last byte over one connection that stays open, with as little work of its own as can be: what is measured
// is the server. It does not unpack what comes packed.

import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { BodyReader } from './body-reader.ts'
import { median, p95 } from './figures.ts'

export interface Request {
  readonly method?: 'GET' | 'POST'
  readonly path: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: unknown
  /** Text of the answer whose arrival is timed as well; it must come unpacked. */
  readonly until?: string
  /** Whether the answer's bytes are handed over. */
  readonly keep?: boolean
}

export interface Answer {
  readonly status: number
  readonly head: string
  /** Of the body as it came, without what frames it. */
  readonly bytes: number
  /** Milliseconds from the first byte sent to the last one of the answer. */
  readonly ms: number
  /** Milliseconds to the first byte of the body. */
  readonly firstByte: number
  /** Milliseconds until `until` had come; null where it did not come. */
  readonly until: number | null
  readonly body: Buffer
}

const headEnd = Buffer.from('\r\n\r\n')

function written({ method = 'GET', path, headers = {}, body }: Request, host: string): string {
  const text = body === undefined ? '' : JSON.stringify(body)
  const lines = [`${method} ${path} HTTP/1.1`, `host: ${host}`]
  for (const [name, value] of Object.entries(headers)) lines.push(`${name}: ${value}`)
  if (method === 'POST') {
    lines.push('content-type: application/json', `content-length: ${Buffer.byteLength(text)}`)
  }
  return `${lines.join('\r\n')}\r\n\r\n${text}`
}

/** One connection; one request at a time. */
export class Line {
  readonly #socket: Socket
  readonly #host: string

  private constructor(socket: Socket, host: string) {
    this.#socket = socket
    this.#host = host
  }

  static async open(url: string): Promise<Line> {
    const { hostname, port, host } = new URL(url)
    const socket = connect(Number(port), hostname)
    await once(socket, 'connect')
    socket.setNoDelay(true)
    // Who is asking hears of a loss; an idle line's loss is found by the next request.
    socket.on('error', () => {})
    return new Line(socket, host)
  }

  close(): void {
    this.#socket.destroy()
  }

  /** Sends a request and reads its answer whole; fails where the line ends first. */
  ask(request: Request): Promise<Answer> {
    const socket = this.#socket
    const begun = performance.now()
    const reader = new AnswerReader(request, begun)
    return new Promise((resolve, reject) => {
      const end = (settle: () => void) => {
        socket.off('data', take)
        socket.off('close', lost)
        settle()
      }
      const take = (piece: Buffer) => {
        if (reader.take(piece)) end(() => resolve(reader.answer()))
      }
      const lost = () => end(() => reject(new Error(`The line ended during ${request.path}`)))
      socket.on('data', take)
      socket.on('close', lost)
      if (socket.destroyed) lost()
      else socket.write(written(request, this.#host))
    })
  }
}

class AnswerReader {
  readonly #request: Request
  readonly #begun: number
  #head = Buffer.alloc(0)
  #body: BodyReader | null = null
  #headText = ''
  #firstByte = 0
  #until: number | null = null
  #tail = ''
  #bytes = 0
  readonly #kept: Buffer[] = []

  constructor(request: Request, begun: number) {
    this.#request = request
    this.#begun = begun
  }

  /** Takes what has come; true once the answer is whole. */
  take(piece: Buffer): boolean {
    if (this.#body) return this.#body.take(piece)
    this.#head = Buffer.concat([this.#head, piece])
    const end = this.#head.indexOf(headEnd)
    if (end < 0) return false
    this.#headText = this.#head.toString('latin1', 0, end)
    this.#body = new BodyReader(this.#headText, (part) => this.#note(part))
    return this.#body.take(this.#head.subarray(end + headEnd.length))
  }

  answer(): Answer {
    const ms = performance.now() - this.#begun
    return {
      status: Number(this.#headText.slice(9, 12)),
      head: this.#headText,
      bytes: this.#bytes,
      ms,
      firstByte: this.#firstByte || ms,
      until: this.#until,
      body: Buffer.concat(this.#kept),
    }
  }

  #note(part: Buffer): void {
    this.#firstByte ||= performance.now() - this.#begun
    this.#bytes += part.length
    if (this.#request.keep || !this.#headText.startsWith(' 200', 8)) this.#kept.push(part)
    const { until } = this.#request
    if (until === undefined || this.#until !== null) return
    const text = this.#tail + part.toString('latin1')
    if (text.includes(until)) this.#until = performance.now() - this.#begun
    this.#tail = text.slice(-until.length)
  }
}

export interface Loop {
  readonly perSecond: number
  readonly p50: number
  readonly p95: number
  readonly longest: number
  readonly count: number
}

/**
 * Each worker asks again as soon as it has its answer, for so many seconds or until there is nothing left to ask (null);
 * times in milliseconds.
 */
export async function closedLoop(
  workers: readonly ((turn: number) => Promise<number | null>)[],
  seconds: number,
): Promise<Loop> {
  const taken: number[] = []
  const begun = performance.now()
  const end = begun + seconds * 1000
  await Promise.all(
    workers.map(async (work) => {
      for (let turn = 0; performance.now() < end; turn += 1) {
        const ms = await work(turn)
        if (ms === null) return
        taken.push(ms)
      }
    }),
  )
  const lasted = (performance.now() - begun) / 1000
  return {
    perSecond: taken.length / lasted,
    p50: median(taken),
    p95: p95(taken),
    longest: taken.reduce((most, ms) => Math.max(most, ms), 0),
    count: taken.length,
  }
}
