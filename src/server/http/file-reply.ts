import type { Writable } from 'node:stream'
import { savedAs } from './file-name.ts'
import type { OpenReply } from './streamed-reply.ts'

interface FileHead {
  /** The name under which it is saved, with its extension. */
  readonly name: string
  readonly type: string
}

/**
 * Opens the file of a reply: a refusal is sent as JSON before this, never after it. Writing never waits for the reader;
 * a file that is `destroyed` has lost its reader, and its writer may stop.
 */
export type OpenFile = (head: FileHead) => Writable

export const fileReply =
  (open: OpenReply): OpenFile =>
  ({ name, type }) =>
    open({ headers: { 'content-disposition': savedAs(name), 'content-type': type }, compress: false })
