// A backup is a gzip-compressed text: a line that says what it is, each table with its rows as JSON, and a last line
// with a checksum (docs/decisions/0019-a-backup-is-one-readable-file.md).

import { z } from 'zod'
import { CommandError } from './errors.ts'

export const formatName = 'school-portal backup'
export const formatVersion = 1

export const headerLine = z.object({
  format: z.literal(formatName),
  version: z.number(),
  /** How many migrations had made the tables. */
  schema: z.number(),
  madeAt: z.iso.datetime(),
})
export type Header = z.output<typeof headerLine>

/** `rows` lines follow, each a row. */
export const tableLine = z.object({
  table: z.string(),
  columns: z.array(z.string()),
  rows: z.number().int().min(0),
})

/** The checksum is the SHA-256 of every line before this one. */
export const lastLine = z.object({ rows: z.number().int(), sha256: z.string() })

/** The file is not a complete backup, or was altered. */
export class DamagedBackup extends CommandError {}
