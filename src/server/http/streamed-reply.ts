import { PassThrough, pipeline, type Readable, type Writable } from 'node:stream'
import { constants, createBrotliCompress, createGunzip, createGzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** Timeouts in milliseconds, so that a deliberately slow client cannot keep its connection. */
export interface Timeouts {
  /** The time for the headers to arrive. */
  readonly headers: number
  /** The time for a whole request, without and with a large body: 64 MB at 1.6 Mbit/s take more than five minutes. */
  readonly request: number
  readonly largeRequest: number
  /** The time that a connection may have no traffic in either direction. */
  readonly idle: number
  /** The time for a reader to take the next part of a reply that is ready. */
  readonly unread: number
  /** The silence in a large body after which its connection is closed, so that the caller can send the body again. */
  readonly silent: number
  /** The time between two checks for late requests. */
  readonly checkEvery: number
}

// The idle timeout is long because a campus run sends nothing while its statements run and wait for locks.
export const defaultTimeouts: Timeouts = {
  headers: 10_000,
  request: 30_000,
  largeRequest: 600_000,
  idle: 180_000,
  unread: 30_000,
  silent: 20_000,
  checkEvery: 5000,
}

/** True if an `accept` or `accept-encoding` header names a type or encoding, in any case, and not with `q=0`. */
function accepts(header: string | undefined, name: string): boolean {
  return (header ?? '').split(',').some((choice) => {
    const [choiceName = '', ...parameters] = choice.split(';').map((part) => part.trim().toLowerCase())
    return choiceName === name && !parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter))
  })
}

interface ReplyHead {
  readonly headers: Readonly<Record<string, string>>
  /** Compresses the reply while it is written. */
  readonly compress: boolean
}

/**
 * Starts the reply. Refuse before calling it; afterwards no status can be sent. Writes do not wait for a slow client, because the
 * open transaction, and on the embedded database every other call, would wait too. If the stream is `destroyed`, the
 * client has disconnected: stop writing.
 */
export type OpenReply = (head: ReplyHead) => ReplyStream

export interface ReplyStream extends Writable {
  /** Sends the bytes that a compressor still holds. */
  readonly flush?: () => void
}

interface OpenedReply {
  readonly headers: ReplyHead['headers']
  readonly input: ReplyStream
  /** The written bytes, buffered in memory until the client reads them. */
  readonly bytes: PassThrough
  readonly sent: Readable
}

interface Streamed {
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  /** Closes the connection after this many milliseconds without progress. */
  readonly unreadMs?: number | undefined
}

/** Opens the reply and writes it; once it was opened, `hasStarted` returns true and the call cannot start again. */
type WriteReply = (open: OpenReply, hasStarted: () => boolean) => Promise<void>

/** Sends the reply that `write` writes; the reply ends as complete only if `write` succeeded. */
export async function sendStreamed(
  { request, reply, unreadMs = defaultTimeouts.unread }: Streamed,
  write: WriteReply,
): Promise<FastifyReply> {
  const { opening, written } = begin(request, write)
  const { headers, input, bytes, sent } = await Promise.race([opening, written.then(notOpened)])
  written.then(
    () => input.end(),
    (problem: Error) => {
      if (bytes.destroyed) return
      request.log.error(problem)
      bytes.destroy(problem)
    },
  )
  closeUnread(reply, sent, unreadMs)
  return reply.headers(headers).send(sent)
}

/** Closes the connection of a client that stops reading, so that its reply does not stay in memory. */
function closeUnread({ raw }: FastifyReply, sent: Readable, unreadMs: number): void {
  raw.setTimeout(unreadMs, () => {
    // No bytes wait for the client while the database is still working.
    if (sent.readableLength > 0 || raw.writableLength > 0) raw.destroy()
  })
}

function begin(request: FastifyRequest, write: WriteReply) {
  let written = Promise.resolve()
  const opening = new Promise<OpenedReply>((resolve) => {
    let opened = false
    const openOnce: OpenReply = (head) => {
      // A second attempt of the same call would write after the bytes of the first.
      if (opened) throw new Error('A reply is opened once')
      opened = true
      const started = openStream(request, head)
      resolve(started)
      return started.input
    }
    written = write(openOnce, () => opened)
  })
  return { opening, written }
}

/**
 * The first compressor that a client accepts is used; browsers accept brotli over HTTPS only. The window limits its
 * memory: 256 kB hold all that repeats from voucher to voucher. Decision record 62 has the reasons for the levels.
 */
const compressors = {
  br: () =>
    createBrotliCompress({
      params: { [constants.BROTLI_PARAM_QUALITY]: 5, [constants.BROTLI_PARAM_LGWIN]: 18 },
    }),
  gzip: () => createGzip({ level: 5 }),
} as const
const encodings = ['br', 'gzip'] as const

function openStream(request: FastifyRequest, { headers, compress }: ReplyHead): OpenedReply {
  const bytes = new PassThrough({ highWaterMark: Number.MAX_SAFE_INTEGER })
  // The stream may fail before it has a listener; an unhandled error would end the process.
  bytes.on('error', () => {})
  if (!compress) return { headers, input: bytes, bytes, sent: bytes }
  const varying = { ...headers, vary: 'accept, accept-encoding' }
  const accepted = encodings.find((name) => accepts(request.headers['accept-encoding'], name))
  const input = compressors[accepted ?? 'gzip']()
  // A failure of either end destroys the other; the error is handled where the writer is awaited.
  pipeline(input, bytes, () => {})
  if (accepted) return { headers: { ...varying, 'content-encoding': accepted }, input, bytes, sent: bytes }
  // Keeps the reply compressed until it is read; otherwise a year of a campus takes thirty megabytes.
  const sent = pipeline(bytes, createGunzip(), () => {})
  return { headers: varying, input, bytes, sent }
}

function notOpened(): never {
  throw new Error('The call wrote no reply')
}

export interface RowsText {
  /** The text that is sent at once. */
  readonly head: string
  /** JSON texts of one or several rows each, in chunks as they are read. */
  readonly chunks: AsyncIterable<readonly string[]>
  readonly between: string
  readonly foot: string
}

export interface RowsReply {
  /** True if the caller accepts the content type. */
  readonly accepts: (type: string) => boolean
  /** Rejects if the client has disconnected. */
  readonly send: (type: string, text: RowsText) => Promise<void>
}

export const rowsReply = (request: FastifyRequest, open: OpenReply): RowsReply => ({
  accepts: (type) => accepts(request.headers.accept, type),
  send: (type, text) => writeRows(open({ headers: { 'content-type': type }, compress: true }), text),
})

async function writeRows(out: ReplyStream, { head, chunks, between, foot }: RowsText): Promise<void> {
  await put(out, head)
  // Without the flush, the compressor keeps the head until more text is written.
  out.flush?.()
  let separator = ''
  for await (const chunk of chunks) {
    if (chunk.length > 0) {
      await put(out, separator + chunk.join(between))
      separator = between
    }
    if (out.destroyed) throw new Error('The reader has closed the connection')
  }
  await put(out, foot)
}

/** Resolves when the text is compressed. Rejects if the client has disconnected. */
const put = (out: ReplyStream, text: string): Promise<void> =>
  new Promise((resolve, reject) => {
    out.write(text, (problem) => (problem ? reject(problem) : resolve()))
  })

/** Characters that file systems reserve, or that are invisible and can hide or reverse a part of a name. */
const unsafeCharacters = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff"*/:<>?\\|]/gu

/** Encodes a name by RFC 8187; encodeURIComponent leaves four characters that a header may not have. */
const encodeName = (name: string): string =>
  encodeURIComponent(name).replace(/['()*]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`)

/** Returns the `content-disposition` that makes a browser save the reply under a name in any language (RFC 6266). */
export function attachmentHeader(name: string): string {
  const safeName = name.replace(unsafeCharacters, '-')
  const asciiName = safeName.replace(/[^ -~]/g, '_')
  return `attachment; filename="${asciiName}"; filename*=UTF-8''${encodeName(safeName)}`
}

interface FileHead {
  /** The name with its extension. */
  readonly name: string
  readonly type: string
}

/** Opens the file; refusals must come before. Writing never waits for the reader; `destroyed` means a lost reader. */
export type OpenFile = (head: FileHead) => Writable

export const fileReply =
  (open: OpenReply): OpenFile =>
  ({ name, type }) =>
    open({
      headers: { 'content-disposition': attachmentHeader(name), 'content-type': type },
      compress: false,
    })
