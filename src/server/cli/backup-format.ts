// A backup is a gzip'ed text: a line that says what it is, each table with its rows as JSON, and a line that seals it.

import { z } from 'zod'
import { CannotDo } from './problems.ts'

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

/** As many lines as it says follow, each a row. */
export const tableLine = z.object({
  table: z.string(),
  columns: z.array(z.string()),
  rows: z.number().int().min(0),
})

/** The seal is the SHA-256 of every line before this one. */
export const lastLine = z.object({ rows: z.number().int(), sha256: z.string() })

/**
 * The tables of a backup, each after those that its rows name, in an order in which its own rows can be written: a
 * voucher names later ones, a reversal an earlier receipt.
 */
export const backupTables = [
  { table: 'school', order: 'only_one' },
  { table: 'campuses', order: 'campus' },
  { table: 'staff', order: 'campus, user_id' },
  { table: 'counters', order: 'campus, counter' },
  { table: 'students', order: 'campus, roll_no' },
  { table: 'fees', order: 'campus, roll_no' },
  { table: 'vouchers', order: 'campus desc, roll_no desc, chain_no desc' },
  { table: 'receipts', order: 'campus, receipt_no' },
  { table: 'changes', order: 'campus, change_no' },
  { table: 'fee_changes', order: 'campus, change_no' },
  { table: 'answers', order: 'campus, idempotency_key' },
] as const
export type BackupTable = (typeof backupTables)[number]

/** Nobody stays signed in over a restore, and no try to sign in is held against anyone; migrations make the tables. */
export const tablesLeftOut = ['migrations', 'sessions', 'sign_in_tries'] as const

/** The file is not a whole backup as it was written. */
export class DamagedBackup extends CannotDo {}
