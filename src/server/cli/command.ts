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
  /** The value of an option; undefined if it was not given. */
  readonly option: (name: string) => string | undefined
  /** True if a switch was given. */
  readonly has: (name: string) => boolean
  /** The backup that `check` has read. */
  readonly backup?: BackupContents
}

/** The input of a command with the owner's connection, which sees every campus. */
export interface CommandCall extends CommandInput {
  readonly database: OpenDatabase
  readonly db: Kysely<Schema>
}

/** The exit code, if it is not 0. */
type ExitCode = Promise<void | 1>

interface CommandText {
  /** One or two words: `user add`. */
  readonly name: string
  /** The arguments that it needs: `USER_ID`. */
  readonly takes?: readonly string[]
  readonly options?: readonly Option[]
  /** One line for the list of commands. */
  readonly summary: string
}

/** A command that works with the database. */
export interface DatabaseCommand extends CommandText {
  /** True for a command that does not migrate the database; the others bring it to the newest version first. */
  readonly keepsVersion?: true
  /** Reads the backup that the command restores before a database is opened, or made, for it. */
  readonly check?: (input: CommandInput) => Promise<BackupContents>
  readonly run: (call: CommandCall) => ExitCode
  /**
   * Set if the security log records its run, under this name or its own; commands that change a user are in it by their
   * line of history, and those that only read are not in it.
   */
  readonly recorded?: true | ((input: CommandInput) => string | null)
  /** Lets the server that holds the embedded database run the command; without it the server must be stopped first. */
  readonly runOnServer?: (input: CommandInput) => ExitCode
}

/** A command that needs no database. */
interface LoneCommand extends CommandText {
  readonly runAlone: (input: CommandInput) => ExitCode
}

export type Command = DatabaseCommand | LoneCommand

export interface Option {
  readonly name: string
  /** The name of its value; none for a switch. */
  readonly value?: string
  /** True if an option with a value may be left out. */
  readonly optional?: true
  readonly summary: string
}
