// A reply of many rows as JSON, written while the rows are read.

import type { Writable } from 'node:stream'
import type { FastifyRequest } from 'fastify'
import { accepts } from './accepts.ts'
import type { OpenReply, ReplyStream } from './streamed-reply.ts'

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
  /** True if the caller accepts this content type. */
  readonly accepts: (type: string) => boolean
  /** Writes the reply; rejects if the reader has gone. */
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

/**
 * Large enough that handing a block to the compressor costs little beside compressing it, and small enough that eight
 * replies at once do not show in the server's memory.
 */
const blockBytes = 128 * 1024

const encoder = new TextEncoder()

/**
 * Writes text to a compressor in blocks of UTF-8. The texts of a reply are encoded into the same block again and again:
 * joining them first made each a second and a third time in memory, two bytes for each character if one name was in
 * Urdu (row 9 of docs/performance.md).
 */
class TextBlocks {
  readonly #out: Writable
  readonly #block = Buffer.allocUnsafeSlow(blockBytes)
  #used = 0

  /** `out` must have taken the bytes when its `write` calls back, as a compressor has: the block is filled again then. */
  constructor(out: Writable) {
    this.#out = out
  }

  /** Resolves when the text is in a block; waits while full ones are compressed. Rejects if the reader has gone. */
  async write(...texts: readonly string[]): Promise<void> {
    for (const text of texts) {
      for (let rest = this.#add(text); rest !== ''; rest = this.#add(rest)) await this.end()
    }
  }

  /** Resolves when all that was written is compressed. Rejects if the reader has gone. */
  end(): Promise<void> {
    const bytes = this.#block.subarray(0, this.#used)
    this.#used = 0
    return new Promise((resolve, reject) => {
      this.#out.write(bytes, (problem) => (problem ? reject(problem) : resolve()))
    })
  }

  /** Returns the part that did not fit. */
  #add(text: string): string {
    const { read, written } = encoder.encodeInto(text, this.#block.subarray(this.#used))
    this.#used += written
    return read === text.length ? '' : text.slice(read)
  }
}
