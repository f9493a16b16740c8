// A reply of many rows as JSON, written while the rows are read.

import type { FastifyRequest } from 'fastify'
import { accepts } from './accepts.ts'
import type { OpenReply, ReplyStream } from './streamed-reply.ts'
import { TextBlocks } from './text-blocks.ts'

/** The text of a reply. */
export interface RowsText {
  /** The text before the rows; it is sent at once. */
  readonly head: string
  /** The rows as JSON texts, each of one row or of several, in chunks as they are read; a comma goes between two texts. */
  readonly chunks: AsyncIterable<readonly string[]>
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
  accepts: (type) => accepts(request.headers.accept, type),
  send: (type, text) => write(open({ headers: { 'content-type': type }, compress: true }), text),
})

const betweenTexts = ',\n'

async function write(out: ReplyStream, { head, chunks, foot }: RowsText): Promise<void> {
  const blocks = new TextBlocks(out)
  await blocks.write(head)
  await blocks.end()
  // Without the flush the compressor keeps the head until more text comes.
  out.flush?.()
  let between = ''
  for await (const chunk of chunks) {
    for (const text of chunk) {
      await blocks.write(between, text)
      between = betweenTexts
    }
    if (out.destroyed) throw new Error('The reader has closed the connection')
  }
  await blocks.write(foot)
  await blocks.end()
}
