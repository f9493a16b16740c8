import { DirectoryInUse } from '#server/database/directory-lock.ts'
import { WrongSetting } from '#server/config.ts'
import type { OpenDatabase } from '#server/database/open.ts'
import { parseArgs } from 'node:util'
import { campusCommands } from './campus-commands.ts'
import type { Command, CommandCall } from './command.ts'
import { helpFor, helpForAll } from './help.ts'
import { CannotDo, WrongCommand } from './problems.ts'
import { schoolCommands } from './school-commands.ts'
import type { Terminal } from './terminal.ts'
import { userCommands } from './user-commands.ts'

interface Surroundings {
  readonly terminal: Terminal
  /** Opens and migrates the database. */
  readonly open: () => Promise<OpenDatabase>
}

const commands: readonly Command[] = [...schoolCommands, ...campusCommands, ...userCommands]

/** Runs one command and answers the exit code: 0 done, 1 not possible, 2 wrongly written. */
export async function runPortal(args: readonly string[], { terminal, open }: Surroundings): Promise<number> {
  try {
    const asked = read(args)
    if ('help' in asked) for (const line of asked.help) terminal.say(line)
    else await run(asked, terminal, open)
    return 0
  } catch (problem) {
    terminal.complain(wordsFor(problem))
    return problem instanceof WrongCommand ? 2 : 1
  }
}

interface Asked extends Omit<CommandCall, 'db' | 'terminal'> {
  readonly command: Command
}

function read(args: readonly string[]): Asked | { readonly help: string[] } {
  const wantsHelp = args.length === 0 || args.includes('--help') || args.includes('-h') || args[0] === 'help'
  const named = args.filter((word) => word !== 'help')
  const command = commands.find(({ name }) => name === `${named[0]} ${named[1]}`)
  if (wantsHelp) return { help: command ? helpFor(command) : helpForAll(commands) }
  if (!command)
    throw new WrongCommand(`There is no command "${args.slice(0, 2).join(' ')}"; --help lists them`)
  return readOptions(command, args.slice(2))
}

function readOptions(command: Command, args: readonly string[]): Asked {
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

async function run(
  { command, ...asked }: Asked,
  terminal: Terminal,
  open: Surroundings['open'],
): Promise<void> {
  const database = await open()
  try {
    await command.run({ ...asked, terminal, db: database.kysely })
  } finally {
    await database.close()
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
