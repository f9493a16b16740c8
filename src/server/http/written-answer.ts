// An answer that is written while it is on its way: a file, or a list of many rows.

import { PassThrough, pipeline, type Writable } from 'node:stream'
import { createGzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { accepts } from './accepts.ts'

/** What stands before the bytes of an answer. */
export interface AnswerHead {
  readonly headers: Readonly<Record<string, string>>
  /** Whether the bytes are packed as they are written, where the caller understands that, so that packed ones wait. */
  readonly packed: boolean
}

/**
 * Opens the answer: a refusal leaves as JSON before it, never after it. Writing never has to wait for the reader: the
 * bytes are kept until they are taken, as the transaction, and on the embedded database the whole office, would
 * wait with it. What is `destroyed` has lost its reader: its writer may stop.
 */
type Open = (head: AnswerHead) => Writable

interface OpenedAnswer {
  readonly headers: AnswerHead['headers']
  /** Where it is written. */
  readonly input: Writable
  /** What leaves. */
  readonly bytes: PassThrough
}

/** Work that opens the answer and writes it; `isOpened` tells that it cannot be begun anew. */
type Work = (open: Open, isOpened: () => boolean) => Promise<void>

/** Sends what `work` writes: it ends as whole only where all of the work went well. */
export async function sendWritten(
  request: FastifyRequest,
  reply: FastifyReply,
  work: Work,
): Promise<FastifyReply> {
  const { opening, written } = begin(request, work)
  const { headers, input, bytes } = await Promise.race([opening, written.then(notOpened)])
  written.then(
    () => input.end(),
    (problem: Error) => {
      if (bytes.destroyed) return
      request.log.error(problem)
      bytes.destroy(problem)
    },
  )
  return reply.headers(headers).send(bytes)
}

/** Starts the work, which opens the answer in its own time, or never. */
function begin(request: FastifyRequest, work: Work) {
  let written = Promise.resolve()
  const opening = new Promise<OpenedAnswer>((resolve) => {
    let opened = false
    const openOnce: Open = (head) => {
      // A second try of the same call would write behind the first one's bytes.
      if (opened) throw new Error('An answer is opened once')
      opened = true
      const answer = open(request, head)
      resolve(answer)
      return answer.input
    }
    written = work(openOnce, () => opened)
  })
  return { opening, written }
}

const gzipLevel = 1

function open(request: FastifyRequest, { headers, packed }: AnswerHead): OpenedAnswer {
  const bytes = new PassThrough({ highWaterMark: Number.MAX_SAFE_INTEGER })
  // It may break before anybody listens; unheard, that would end the process.
  bytes.on('error', () => {})
  if (!packed) return { headers, input: bytes, bytes }
  const varying = { ...headers, vary: 'accept, accept-encoding' }
  if (!accepts(request.headers['accept-encoding'], 'gzip')) return { headers: varying, input: bytes, bytes }
  const gzip = createGzip({ level: gzipLevel })
  // Either end's failure ends the other; it is told where the work is waited for.
  pipeline(gzip, bytes, () => {})
  return { headers: { ...varying, 'content-encoding': 'gzip' }, input: gzip, bytes }
}

function notOpened(): never {
  throw new Error('The call answered nothing')
}
