import { DirectoryInUse } from '#server/database/directory-lock.ts'
import { WrongSetting, type Config } from '#server/config.ts'
import { migrate } from '#server/database/migrate.ts'
import type { OpenDatabase } from '#server/database/open.ts'
import { parseArgs } from 'node:util'
import { backupCommands } from './backup-commands.ts'
import { campusCommands } from './campus-commands.ts'
import type { Asked, Command } from './command.ts'
import { databaseCommands } from './database-commands.ts'
import { helpFor, helpForAll } from './help.ts'
import { CannotDo, WrongCommand } from './problems.ts'
import { schoolCommands } from './school-commands.ts'
import { sessionCommands } from './session-commands.ts'
import type { Terminal } from './terminal.ts'
import { userCommands } from './user-commands.ts'
import { verifyCommand } from './verify-command.ts'

interface Surroundings {
  readonly terminal: Terminal
  readonly clock: () => Date
  /** Reads the settings; help needs none. */
  readonly settings: () => Config
  readonly open: (settings: Config) => Promise<OpenDatabase>
}

const commands: readonly Command[] = [
  ...schoolCommands,
  ...campusCommands,
  ...userCommands,
  ...sessionCommands,
  verifyCommand,
  ...backupCommands,
  ...databaseCommands,
]

/** Runs one command and answers the exit code: 0 done, 1 not possible or not sound, 2 wrongly written. */
export async function runPortal(args: readonly string[], surroundings: Surroundings): Promise<number> {
  const { terminal } = surroundings
  try {
    const written = read(args)
    if (!('help' in written)) return (await run(written, surroundings)) ?? 0
    for (const line of written.help) terminal.say(line)
    return 0
  } catch (problem) {
    terminal.complain(wordsFor(problem))
    return problem instanceof WrongCommand ? 2 : 1
  }
}

interface Written extends Pick<Asked, 'words' | 'text' | 'has'> {
  readonly command: Command
}

function read(args: readonly string[]): Written | { readonly help: string[] } {
  const wantsHelp = args.length === 0 || args.includes('--help') || args.includes('-h') || args[0] === 'help'
  const named = args.filter((word) => word !== 'help')
  const command = commands.find(({ name }) => wordsOf(name).every((word, place) => named[place] === word))
  if (wantsHelp) return { help: command ? helpFor(command) : helpForAll(commands) }
  if (!command)
    throw new WrongCommand(`There is no command "${args.slice(0, 2).join(' ')}"; --help lists them`)
  return readOptions(command, args.slice(wordsOf(command.name).length))
}

const wordsOf = (name: string): string[] => name.split(' ')

function readOptions(command: Command, args: readonly string[]): Written {
  const { values, positionals } = parse(command, args)
  const { name, takes } = command
  if (positionals.length !== takes.length) {
    const wanted = takes.length > 0 ? takes.join(' and ') : 'nothing'
    throw new WrongCommand(`${name} takes ${wanted}; names of several words stand in quotes`)
  }
  const required = command.options.filter(({ value, optional }) => value && !optional)
  const missing = required.find((option) => values[option.name] === undefined)
  if (missing) throw new WrongCommand(`${name} needs --${missing.name} ${missing.value}`)
  return {
    command,
    words: positionals,
    has: (option) => values[option] !== undefined,
    text: (option) => String(values[option] ?? ''),
  }
}

function parse(command: Command, args: readonly string[]) {
  const options = command.options.map(
    ({ name, value }) => [name, { type: value ? 'string' : 'boolean' }] as const,
  )
  try {
    return parseArgs({ args: [...args], options: Object.fromEntries(options), allowPositionals: true })
  } catch (problem) {
    const [sentence = ''] = problem instanceof Error ? problem.message.split('. ') : []
    throw new WrongCommand(`${command.name}: ${sentence}`, { cause: problem })
  }
}

async function run({ command, ...written }: Written, surroundings: Surroundings) {
  const { terminal, clock } = surroundings
  const settings = surroundings.settings()
  const asked = { ...written, terminal, clock, settings }
  const database = await openOrLeave(surroundings, settings, command)
  if (!database) return command.throughServer?.(asked)
  try {
    if (!command.keepsVersion) await migrate(database.kysely)
    return await command.run({ ...asked, database, db: database.kysely })
  } finally {
    await database.close()
  }
}

/** The database; null where a running server holds it and does what the command asks. */
async function openOrLeave({ open }: Surroundings, settings: Config, { throughServer }: Command) {
  try {
    return await open(settings)
  } catch (problem) {
    if (throughServer && problem instanceof DirectoryInUse) return null
    throw problem
  }
}

/** One line, whatever went wrong. */
function wordsFor(problem: unknown): string {
  if (problem instanceof DirectoryInUse) {
    return `${problem.message}: the embedded database belongs to one process, so stop the server first`
  }
  if (problem instanceof WrongSetting || problem instanceof CannotDo || problem instanceof WrongCommand) {
    return problem.message
  }
  const reason = problem instanceof Error ? problem.message : String(problem)
  return `The command failed: ${reason.replaceAll(/\s+/g, ' ')}`
}
