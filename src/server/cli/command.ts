import type { Config } from '#server/config.ts'
import type { OpenDatabase } from '#server/database/open.ts'
import type { Schema } from '#server/database/schema.ts'
import type { Kysely } from 'kysely'
import type { Terminal } from './terminal.ts'

/** What is known of a command before the database is open. */
export interface Asked {
  readonly terminal: Terminal
  readonly settings: Config
  readonly clock: () => Date
  /** The words after the command's name, as many as it takes. */
  readonly words: readonly string[]
  /** The text of an option; empty where it was not given. */
  readonly text: (option: string) => string
  /** Whether an option was given. */
  readonly has: (option: string) => boolean
}

/** What a command is run with: the owner's connection, which sees every campus. */
export interface CommandCall extends Asked {
  readonly database: OpenDatabase
  readonly db: Kysely<Schema>
}

/** The exit code, where it is not 0. */
type Ended = Promise<void | 1>

export interface Command {
  /** `user add` */
  readonly name: string
  /** The words that it needs: `USER_ID`. */
  readonly takes: readonly string[]
  readonly options: readonly Option[]
  /** One line for the list of commands. */
  readonly does: string
  /** Leaves the tables at the version at which they are; the others bring them to the newest first. */
  readonly keepsVersion?: true
  readonly run: (call: CommandCall) => Ended
  /** Has it done by the server that holds the embedded database; without it the server must be stopped first. */
  readonly throughServer?: (asked: Asked) => Ended
}

export interface Option {
  readonly name: string
  /** What stands after it; none for a switch. */
  readonly value?: string
  /** Whether an option with a value may be left out. */
  readonly optional?: true
  readonly does: string
}
