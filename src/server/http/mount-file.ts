// Calls that answer a file, written while it is on its way.

import { PassThrough, type Writable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { savedAs } from './file-name.ts'
import { runCall, type Call, type Deps, type StaffEndpoint } from './run-call.ts'

interface FileHead {
  /** As it is saved, ending included. */
  readonly name: string
  readonly type: string
}

/**
 * Opens the file that a call answers: a refusal leaves as JSON before it, never after it. Writing never has to wait:
 * the bytes are kept until the reader takes them, as the transaction, and on the embedded database the whole
 * office, would wait with it. A file that is `destroyed` has lost its reader: its writer may stop.
 */
export type OpenFile = (head: FileHead) => Writable

interface OpenedFile {
  readonly head: FileHead
  readonly bytes: PassThrough
}

/** Puts an endpoint on the app that answers a file: it ends as a file only where the whole call went well. */
export function mountFile<E extends StaffEndpoint>(
  app: FastifyInstance,
  deps: Deps,
  endpoint: E,
  write: (call: Call<E>, open: OpenFile) => Promise<void>,
): void {
  app.route({
    method: endpoint.method,
    url: endpoint.path,
    async handler(request, reply) {
      const { opening, written } = begin((open) =>
        runCall(deps, endpoint, request, (call) => write(call, open)),
      )
      const { head, bytes } = await Promise.race([opening, written.then(noFile)])
      written.then(
        () => bytes.end(),
        (problem: Error) => {
          if (bytes.destroyed) return
          request.log.error(problem)
          bytes.destroy(problem)
        },
      )
      return reply.header('content-disposition', savedAs(head.name)).type(head.type).send(bytes)
    },
  })
}

/** Starts the work, which opens the file in its own time, or never. */
function begin(work: (open: OpenFile) => Promise<void>) {
  let written = Promise.resolve()
  const opening = new Promise<OpenedFile>((resolve) => {
    let opened = false
    written = work((head) => {
      // A second try of the same call would write behind the first one's bytes.
      if (opened) throw new Error('A file is opened once')
      opened = true
      const bytes = new PassThrough({ highWaterMark: Number.MAX_SAFE_INTEGER })
      // It may break before anybody listens; unheard, that would end the process.
      bytes.on('error', () => {})
      resolve({ head, bytes })
      return bytes
    })
  })
  return { opening, written }
}

function noFile(): never {
  throw new Error('The call answered no file')
}

export type {
  ListedReceipt,
  ListedStudent,
  ListedVoucher,
  ReportedStudent,
} from '#server/records/export-rows.ts'
