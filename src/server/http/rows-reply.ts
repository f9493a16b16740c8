// A reply of many rows as JSON, written while the rows are read.

import { constants, Gzip } from 'node:zlib'
import type { Writable } from 'node:stream'
import type { FastifyRequest } from 'fastify'
import { asksFor } from './asks-for.ts'
import type { OpenReply } from './streamed-reply.ts'

/** The text of a reply. */
export interface RowsText {
  /** The text before the rows; it is sent at once. */
  readonly head: string
  /** The rows as JSON text in chunks; a comma goes between two chunks. */
  readonly chunks: AsyncIterable<string>
  /** The text after the rows. */
  readonly foot: string
}

export interface RowsReply {
  /** Whether the caller accepts this content type. */
  readonly accepts: (type: string) => boolean
  /** Writes the reply; rejects where the reader has gone. */
  readonly send: (type: string, text: RowsText) => Promise<void>
}

export const rowsReply = (request: FastifyRequest, open: OpenReply): RowsReply => ({
  accepts: (type) => asksFor(request.headers.accept, type),
  send: (type, text) => write(open({ headers: { 'content-type': type }, compress: true }), text),
})

const betweenChunks = ',\n'

async function write(out: Writable, { head, chunks, foot }: RowsText): Promise<void> {
  await put(out, head)
  // Without the flush the compressor keeps the head until more text comes.
  if (out instanceof Gzip) out.flush(constants.Z_SYNC_FLUSH)
  let between = ''
  for await (const chunk of chunks) {
    // Awaited, so that at most one chunk waits to be compressed.
    await put(out, between + chunk)
    between = betweenChunks
  }
  await put(out, foot)
}

/** Resolves when the text is compressed, or sent where it is not to be compressed. */
const put = (out: Writable, text: string): Promise<void> =>
  new Promise((resolve, reject) => {
    out.write(text, (problem) => (problem ? reject(problem) : resolve()))
  })
