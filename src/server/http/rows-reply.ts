// Many rows, written while they are read.

import type { FastifyRequest } from 'fastify'
import { accepts, type OpenReply, type ReplyStream } from './streamed-reply.ts'

export interface RowsText {
  /** Sent at once. */
  readonly head: string
  /** JSON texts of one row or of several, in chunks as they are read. */
  readonly chunks: AsyncIterable<readonly string[]>
  readonly between: string
  readonly foot: string
}

export interface RowsReply {
  /** True if the caller accepts the content type. */
  readonly accepts: (type: string) => boolean
  /** Rejects if the reader has gone. */
  readonly send: (type: string, text: RowsText) => Promise<void>
}

export const rowsReply = (request: FastifyRequest, open: OpenReply): RowsReply => ({
  accepts: (type) => accepts(request.headers.accept, type),
  send: (type, text) => write(open({ headers: { 'content-type': type }, compress: true }), text),
})

async function write(out: ReplyStream, { head, chunks, between, foot }: RowsText): Promise<void> {
  await put(out, head)
  // Without the flush the compressor keeps the head until more text comes.
  out.flush?.()
  let before = ''
  for await (const chunk of chunks) {
    if (chunk.length > 0) {
      await put(out, before + chunk.join(between))
      before = between
    }
    if (out.destroyed) throw new Error('The reader has closed the connection')
  }
  await put(out, foot)
}

/** Resolves when the text is compressed. Rejects if the reader has gone. */
const put = (out: ReplyStream, text: string): Promise<void> =>
  new Promise((resolve, reject) => {
    out.write(text, (problem) => (problem ? reject(problem) : resolve()))
  })
