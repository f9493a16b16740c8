// Calls that answer JSON of many rows, written while the rows are read.

import { constants, Gzip } from 'node:zlib'
import type { Writable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { accepts } from './accepts.ts'
import { runCall, type Call, type Deps, type StaffEndpoint } from './run-call.ts'
import { sendWritten } from './written-answer.ts'

/** The text of an answer. */
export interface RowsText {
  /** What stands before the rows; it leaves at once. */
  readonly head: string
  /** The rows as JSON text, part by part; a comma comes between two. */
  readonly parts: AsyncIterable<string>
  /** What stands behind them. */
  readonly foot: string
}

export interface RowsAnswer {
  /** Whether the caller asks for this content type. */
  readonly asksFor: (type: string) => boolean
  /** Writes the answer; fails where nobody reads it any more. */
  readonly send: (type: string, text: RowsText) => Promise<void>
}

/** Puts an endpoint on the app that answers many rows: the text ends as whole only where the whole call went well. */
export function mountRows<E extends StaffEndpoint>(
  app: FastifyInstance,
  deps: Deps,
  endpoint: E,
  answer: (call: Call<E>, rows: RowsAnswer) => Promise<void>,
): void {
  app.route({
    method: endpoint.method,
    url: endpoint.path,
    handler: (request, reply) =>
      sendWritten(request, reply, (open, isOpened) => {
        const rows: RowsAnswer = {
          asksFor: (type) => accepts(request.headers.accept, type),
          send: (type, text) => write(open({ headers: { 'content-type': type }, packed: true }), text),
        }
        return runCall(deps, endpoint, request, (call) => answer(call, rows), isOpened)
      }),
  })
}

const betweenParts = ',\n'

async function write(out: Writable, { head, parts, foot }: RowsText): Promise<void> {
  await put(out, head)
  // The packer would keep it until there is more.
  if (out instanceof Gzip) out.flush(constants.Z_SYNC_FLUSH)
  let between = ''
  for await (const part of parts) {
    // Waited for: what is not packed yet never grows to more than a part.
    await put(out, between + part)
    between = betweenParts
  }
  await put(out, foot)
}

/** Resolves when the text is packed, or where it is not to be, is on its way. */
const put = (out: Writable, text: string): Promise<void> =>
  new Promise((resolve, reject) => {
    out.write(text, (problem) => (problem ? reject(problem) : resolve()))
  })
