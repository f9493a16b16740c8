// Writes many rows while they are read.

import type { FastifyRequest } from 'fastify'
import { accepts, type OpenReply, type ReplyStream } from './streamed-reply.ts'

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
  send: (type, text) => write(open({ headers: { 'content-type': type }, compress: true }), text),
})

async function write(out: ReplyStream, { head, chunks, between, foot }: RowsText): Promise<void> {
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
