// Calls that answer a file, written while it is on its way.

import type { Writable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { attachmentHeader } from './attachment-header.ts'
import { runCall, type Call, type Deps, type StaffEndpoint } from './run-call.ts'
import { sendWritten } from './written-answer.ts'

interface FileHead {
  /** As it is saved, ending included. */
  readonly name: string
  readonly type: string
}

/**
 * Opens the file that a call answers: a refusal leaves as JSON before it, never after it. Writing never has to wait
 * for the reader; a file that is `destroyed` has lost its reader: its writer may stop.
 */
export type OpenFile = (head: FileHead) => Writable

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
    handler: (request, reply) =>
      sendWritten(request, reply, (open, isOpened) => {
        const openFile: OpenFile = ({ name, type }) =>
          open({
            headers: { 'content-disposition': attachmentHeader(name), 'content-type': type },
            packed: false,
          })
        return runCall(deps, endpoint, request, (call) => write(call, openFile), isOpened)
      }),
  })
}

export type {
  ListedReceipt,
  ListedStudent,
  ListedVoucher,
  ReportedStudent,
} from '#server/records/export-rows.ts'
