// A reply of many rows, written while the rows are read.

import type { FastifyRequest } from 'fastify'
import { accepts, type OpenReply, type ReplyStream } from './streamed-reply.ts'

/** The text of a reply. */
export interface RowsText {
  /** The text before the rows; it is sent at once. */
  readonly head: string
  /** The rows as JSON texts, each of one row or of several, in chunks as they are read. */
  readonly chunks: AsyncIterable<readonly string[]>
  /** The text between two rows. */
  readonly between: string
  /** The text after the rows. */
  readonly foot: string
}

export interface RowsReply {
  /** True if the caller accepts this content type. */
  readonly accepts: (type: string) => boolean
  /** Writes the reply; rejects if the reader has gone. */
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
