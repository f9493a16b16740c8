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
  /** Has as many arguments as the command takes, after its name. */
  readonly args: readonly string[]
  /** Undefined if the option was not given. */
  readonly option: (name: string) => string | undefined
  readonly has: (name: string) => boolean
  /** The backup that `check` has read. */
  readonly backup?: BackupContents
}

/** The connection is the owner's, which sees every campus. */
export interface CommandCall extends CommandInput {
  readonly database: OpenDatabase
  readonly db: Kysely<Schema>
}

/** 0 if nothing is returned. */
type ExitCode = Promise<void | 1>

interface CommandText {
  /** One or two words: `user add`. */
  readonly name: string
  /** Required arguments: `USER_ID`. */
  readonly takes?: readonly string[]
  readonly options?: readonly Option[]
  /** One line for the list of commands. */
  readonly summary: string
}

export interface DatabaseCommand extends CommandText {
  /** The command does not migrate the database; others bring it to the newest version first. */
  readonly keepsVersion?: true
  /** Runs before a database is opened, or made. */
  readonly check?: (input: CommandInput) => Promise<BackupContents>
  readonly run: (call: CommandCall) => ExitCode
  /** The name in the security log. Commands that change a user are in it by their history; those that only read are not. */
  readonly recorded?: true | ((input: CommandInput) => string | null)
  /** Lets the server that holds the embedded database run the command; else the server must be stopped first. */
  readonly runOnServer?: (input: CommandInput) => ExitCode
}

interface LoneCommand extends CommandText {
  readonly runAlone: (input: CommandInput) => ExitCode
}

export type Command = DatabaseCommand | LoneCommand

export interface Option {
  readonly name: string
  /** The name of its value; none for a switch. */
  readonly value?: string
  readonly optional?: true
  readonly summary: string
}
