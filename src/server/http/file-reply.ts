import type { Writable } from 'node:stream'
import type { OpenReply } from './streamed-reply.ts'

/** Characters that file systems reserve, or that are invisible and can hide or reverse a part of a name. */
const unsafeCharacters = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff"*/:<>?\\|]/gu

/** Encodes a name by RFC 8187; encodeURIComponent leaves four characters that a header may not have. */
const encodeName = (name: string): string =>
  encodeURIComponent(name).replace(/['()*]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`)

/** Returns the `content-disposition` that makes a browser save the reply under a name in any language (RFC 6266). */
export function attachmentHeader(name: string): string {
  const safeName = name.replace(unsafeCharacters, '-')
  const asciiName = safeName.replace(/[^ -~]/g, '_')
  return `attachment; filename="${asciiName}"; filename*=UTF-8''${encodeName(safeName)}`
}

interface FileHead {
  /** The name with its extension. */
  readonly name: string
  readonly type: string
}

/** Opens the file; refusals must come before. Writing never waits for the reader; `destroyed` means a lost reader. */
export type OpenFile = (head: FileHead) => Writable

export const fileReply =
  (open: OpenReply): OpenFile =>
  ({ name, type }) =>
    open({
      headers: { 'content-disposition': attachmentHeader(name), 'content-type': type },
      compress: false,
    })
