import { parseArgs } from 'node:util'
import { Refused } from '#domain/outcome.ts'
import type { Passwords } from '#server/auth/password.ts'
import { WrongSetting, type Config } from '#server/config.ts'
import { MissingDatabaseUrl } from '#server/database/data-directory.ts'
import { DirectoryInUse } from '#server/database/directory-lock.ts'
import { migrate, MigrationError } from '#server/database/migrate.ts'
import type { OpenDatabase } from '#server/database/open.ts'
import { errorMessage } from '#server/database/server-errors.ts'
import { refusalWords } from '#server/http/errors.ts'
import { recordCommand } from '#server/records/security-events.ts'
import { version } from '#server/version.ts'
import { backupCommands } from './backup-commands.ts'
import type { Command, CommandInput, DatabaseCommand } from './command.ts'
import { databaseCommands } from './database-commands.ts'
import { importCommands } from './import-commands.ts'
import { schoolCommands, sessionCommands } from './school-commands.ts'
import { alignColumns, CommandError, UsageError, type Terminal } from './terminal.ts'
import { userCommands } from './user-commands.ts'

const program = 'npm run portal --'

/** `npm run portal -- user disable USER_ID`. */
function usage({ name, takes = [], options = [] }: Command): string {
  const optionTexts = options.map((option) => {
    const text = option.value ? `--${option.name} ${option.value}` : `--${option.name}`
    return option.value && !option.optional ? text : `[${text}]`
  })
  return [program, name, ...takes, ...optionTexts].join(' ')
}

function helpForAll(commands: readonly Command[]): string[] {
  return [
    `Usage: ${program} COMMAND`,
    '',
    'Sets up a school and maintains its data, in the database of DATABASE_URL or DATA_DIR.',
    'Only one process can use the embedded database: except for verify and backup, stop the server first.',
    '',
    ...alignColumns(commands.map(({ name, summary }) => [`  ${name}`, summary])),
    '',
    `${program} COMMAND --help describes one command, ${program} --version prints the version.`,
  ]
}

function helpFor(command: Command): string[] {
  const options = (command.options ?? []).map(({ name, value, summary }) => [
    value ? `  --${name} ${value}` : `  --${name}`,
    summary,
  ])
  return [
    `Usage: ${usage(command)}`,
    '',
    `${command.summary.charAt(0).toUpperCase()}${command.summary.slice(1)}.`,
    ...(options.length > 0 ? ['', ...alignColumns(options)] : []),
  ]
}

interface Environment {
  readonly terminal: Terminal
  readonly clock: () => Date
  readonly passwords: Passwords
  /** Reads the settings, which help does not need. */
  readonly settings: () => Config
  readonly open: (settings: Config) => Promise<OpenDatabase>
}

const commands: readonly Command[] = [
  ...schoolCommands,
  ...userCommands,
  ...sessionCommands,
  ...importCommands,
  ...databaseCommands,
  ...backupCommands,
]

/**
 * Runs a command and returns the exit code: 0 for success, 1 if it fails or the books are not sound, 2 for wrong usage.
 * Never throws; an error is one line on the terminal.
 */
export async function runPortal(words: readonly string[], environment: Environment): Promise<number> {
  const { terminal } = environment
  try {
    const parsed = parseWords(words)
    if (!('help' in parsed)) return (await runCommand(parsed, environment)) ?? 0
    for (const line of parsed.help) terminal.say(line)
    return 0
  } catch (error) {
    terminal.printError(errorLine(error))
    return error instanceof UsageError ? 2 : 1
  }
}

interface ParsedCommand extends Pick<CommandInput, 'args' | 'option' | 'has'> {
  readonly command: Command
}

function parseWords(words: readonly string[]): ParsedCommand | { readonly help: string[] } {
  if (words.length === 1 && words[0] === '--version') return { help: [version] }
  const wantsHelp =
    words.length === 0 || words.includes('--help') || words.includes('-h') || words[0] === 'help'
  const withoutHelp = words.filter((word) => word !== 'help')
  const command = commands.find(({ name }) =>
    name.split(' ').every((part, index) => withoutHelp[index] === part),
  )
  if (wantsHelp) return { help: command ? helpFor(command) : helpForAll(commands) }
  if (!command) {
    throw new UsageError(`There is no command "${words.slice(0, 2).join(' ')}"; --help lists them`)
  }
  return parseCommand(command, words.slice(command.name.split(' ').length))
}

function parseCommand(command: Command, words: readonly string[]): ParsedCommand {
  const { name, takes = [], options = [] } = command
  const { values, positionals } = parseOptions(command, words)
  if (positionals.length !== takes.length) {
    const expected = takes.length > 0 ? takes.join(' and ') : 'nothing'
    throw new UsageError(`${name} takes ${expected}; put names of several words in quotes`)
  }
  const missing = options.find((option) => option.value && !option.optional && !values.has(option.name))
  if (missing) throw new UsageError(`${name} needs --${missing.name} ${missing.value}`)
  return {
    command,
    args: positionals,
    has: (option) => values.has(option),
    option: (option) => values.get(option),
  }
}

function parseOptions({ name: command, options = [] }: Command, words: readonly string[]) {
  const types = options.map(({ name, value }) => [name, { type: value ? 'string' : 'boolean' }] as const)
  try {
    const { values, positionals } = parseArgs({
      args: [...words],
      options: Object.fromEntries(types),
      allowPositionals: true,
    })
    return {
      positionals,
      values: new Map(Object.entries(values).map(([name, value]) => [name, String(value)])),
    }
  } catch (error) {
    // After its first sentence, Node's message contains advice for programmers.
    const [sentence = ''] = error instanceof Error ? error.message.split('. ') : []
    throw new UsageError(`${command}: ${sentence}`, { cause: error })
  }
}

async function runCommand({ command, ...parsed }: ParsedCommand, environment: Environment) {
  const { terminal, clock, passwords } = environment
  const settings = environment.settings()
  const baseInput = { ...parsed, terminal, clock, passwords, settings }
  if ('runAlone' in command) return command.runAlone(baseInput)
  const input = command.check ? { ...baseInput, backup: await command.check(baseInput) } : baseInput
  const database = await openUnlessServed(environment, settings, command)
  if (!database) return command.runOnServer?.(input)
  try {
    if (!command.keepsVersion) await migrate(database.kysely)
    const code = await command.run({ ...input, database, db: database.kysely })
    const name = recordedName(command, input)
    if (name !== null) await recordCommand(database.kysely, name, clock())
    return code
  } finally {
    await database.close()
  }
}

/** Returns the name for the security log; null if the command is not logged. */
function recordedName({ name, recorded }: DatabaseCommand, input: CommandInput): string | null {
  if (!recorded) return null
  return recorded === true ? name : recorded(input)
}

/** Returns null if a running server has the database open and can run the command. */
async function openUnlessServed({ open }: Environment, settings: Config, { runOnServer }: DatabaseCommand) {
  try {
    return await open(settings)
  } catch (error) {
    if (runOnServer && error instanceof DirectoryInUse) return null
    throw error
  }
}

/** Errors whose message is written for the operator. */
const operatorErrors = [WrongSetting, MissingDatabaseUrl, MigrationError, CommandError, UsageError]

function errorLine(error: unknown): string {
  if (error instanceof DirectoryInUse) {
    return `${error.message}: only one process can use the embedded database, so stop the server first`
  }
  if (error instanceof Refused) return refusalWords(error)
  const message = errorMessage(error)
  if (operatorErrors.some((kind) => error instanceof kind)) return message
  return `The command failed: ${message.replaceAll(/\s+/g, ' ')}`
}
