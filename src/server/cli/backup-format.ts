// Gzip-compressed text: a header, each table with its rows as JSON, and a last line with a checksum
// (docs/decisions/0019-a-backup-is-one-readable-file.md). An encrypted backup is signed in a further line.

import { z } from 'zod'
import { CommandError } from './terminal.ts'

export const formatName = 'school-portal backup'
export const formatVersion = 1

export const headerLine = z.object({
  format: z.literal(formatName),
  version: z.number(),
  /** The number of migrations. */
  schema: z.number(),
  madeAt: z.iso.datetime(),
})
export type Header = z.output<typeof headerLine>

/** The start of a table; as many lines as `rows` follow. */
export const tableLine = z.object({
  table: z.string(),
  columns: z.array(z.string()),
  rows: z.number().int().min(0),
})

/** The checksum is the SHA-256 of every line before this one. */
export const lastLine = z.object({ rows: z.number().int(), sha256: z.string() })

/** Ed25519 over the checksum, in base64. */
export const signatureLine = z.object({ signature: z.base64() })

/** An encrypted backup is a file of the program age. */
export const ageMark = 'age-encryption.org/v1\n'

/** Converts bytes for the library of age; the type of `Readable.toWeb` differs from the browser's. */
export function webStream(bytes: AsyncIterable<Uint8Array>): ReadableStream<Uint8Array> {
  const parts = bytes[Symbol.asyncIterator]()
  return new ReadableStream({
    async pull(controller) {
      const part = await parts.next()
      if (part.done) controller.close()
      else controller.enqueue(part.value)
    },
    async cancel() {
      await parts.return?.()
    },
  })
}

/** Thrown if a file is not a complete backup, or was altered. */
export class DamagedBackup extends CommandError {}
