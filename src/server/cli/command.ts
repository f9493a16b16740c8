import type { Kysely } from 'kysely'
import type { Passwords } from '#server/auth/password.ts'
import type { Config } from '#server/config.ts'
import type { OpenDatabase } from '#server/database/open.ts'
import type { Schema } from '#server/database/schema.ts'
import type { BackupContents } from './read-backup.ts'
import type { Terminal } from './terminal.ts'

/** The input of a command before the database is open. */
export interface CommandInput {
  readonly terminal: Terminal
  readonly settings: Config
  readonly clock: () => Date
  readonly passwords: Passwords
  /** The arguments after the command's name, as many as it takes. */
  readonly args: readonly string[]
  /** Returns the value of an option; undefined if it was not given. */
  readonly option: (name: string) => string | undefined
  readonly has: (name: string) => boolean
  /** The backup that `check` has read. */
  readonly backup?: BackupContents
}

/** The input of a command that has the database open, as its owner, who sees every campus. */
export interface CommandCall extends CommandInput {
  readonly database: OpenDatabase
  readonly db: Kysely<Schema>
}

/** The exit code; 0 if nothing is returned. */
type ExitCode = Promise<void | 1>

interface CommandText {
  /** The name, of one or two words, such as `user add`. */
  readonly name: string
  /** The required arguments, such as `USER_ID`. */
  readonly takes?: readonly string[]
  readonly options?: readonly Option[]
  /** The description in the list of commands, on one line. */
  readonly summary: string
}

export interface DatabaseCommand extends CommandText {
  /** True if the command does not migrate the database; other commands first migrate it to the newest version. */
  readonly keepsVersion?: true
  /** Runs before a database is opened or created. */
  readonly check?: (input: CommandInput) => Promise<BackupContents>
  readonly run: (call: CommandCall) => ExitCode
  /** The name in the security log. Not set if the command only reads, or if its history entries are logged. */
  readonly recorded?: true | ((input: CommandInput) => string | null)
  /** Lets the server that has the embedded database open run the command; otherwise it must be stopped first. */
  readonly runOnServer?: (input: CommandInput) => ExitCode
}

interface LoneCommand extends CommandText {
  readonly runAlone: (input: CommandInput) => ExitCode
}

export type Command = DatabaseCommand | LoneCommand

export interface Option {
  readonly name: string
  /** The name of the option's value; undefined for a switch. */
  readonly value?: string
  readonly optional?: true
  readonly summary: string
}
