import type { Schema } from '#server/database/schema.ts'
import type { Kysely } from 'kysely'
import type { Terminal } from './terminal.ts'

/** What a command is run with: the owner's connection, which sees every campus. */
export interface CommandCall {
  readonly db: Kysely<Schema>
  readonly terminal: Terminal
  /** The words after the command's name, as many as it takes. */
  readonly words: readonly string[]
  /** The text of an option; empty where it was not given. */
  readonly text: (option: string) => string
  /** Whether an option was given. */
  readonly has: (option: string) => boolean
}

export interface Command {
  /** `user add` */
  readonly name: string
  /** The words that it needs: `USER_ID`. */
  readonly takes: readonly string[]
  readonly options: readonly Option[]
  /** One line for the list of commands. */
  readonly does: string
  readonly run: (call: CommandCall) => Promise<void>
}

export interface Option {
  readonly name: string
  /** What stands after it; none for a switch. */
  readonly value?: string
  /** Whether an option with a value may be left out. */
  readonly optional?: true
  readonly does: string
}
