import type { Writable } from 'node:stream'
import type { OpenReply } from './streamed-reply.ts'

/** Reserved by file systems, or invisible and able to hide or reverse a part of a name. */
const unsafe = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff"*/:<>?\\|]/gu

/** RFC 8187: encodeURIComponent leaves four characters that a header may not have. */
const encodeName = (name: string): string =>
  encodeURIComponent(name).replace(/['()*]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`)

/** The `content-disposition` that makes a browser save the reply under a name in any language (RFC 6266). */
export function attachmentHeader(name: string): string {
  const safeName = name.replace(unsafe, '-')
  const asciiName = safeName.replace(/[^ -~]/g, '_')
  return `attachment; filename="${asciiName}"; filename*=UTF-8''${encodeName(safeName)}`
}

interface FileHead {
  /** The name with its extension. */
  readonly name: string
  readonly type: string
}

/** A refusal is sent as JSON before this. Writing never waits for the reader; a `destroyed` file has lost it. */
export type OpenFile = (head: FileHead) => Writable

export const fileReply =
  (open: OpenReply): OpenFile =>
  ({ name, type }) =>
    open({
      headers: { 'content-disposition': attachmentHeader(name), 'content-type': type },
      compress: false,
    })
