import { PassThrough } from 'node:stream'
import { afterAll, beforeEach } from 'vitest'
import { runPortal } from '#server/cli/run-portal.ts'
import { terminal, type Terminal } from '#server/cli/terminal.ts'
import { readConfig } from '#server/config.ts'
import { DirectoryInUse } from '#server/database/directory-lock.ts'
import type { OpenDatabase } from '#server/database/open.ts'
import { openTestDatabase } from './database.ts'
import { passwords } from './school.ts'

export interface Run {
  readonly code: number
  readonly output: string
  readonly errorOutput: string
}

interface RunOptions {
  /** The text piped into the command. */
  readonly stdin?: string
  /** Environment variables. */
  readonly settings?: Readonly<Record<string, string>>
}

/** Runs a command as the shell would; pass `null` to simulate a data directory that a running server has locked. */
export async function runCommand(
  database: OpenDatabase | null,
  args: readonly string[],
  { stdin = '', settings = {} }: RunOptions = {},
): Promise<Run> {
  const printed: string[] = []
  const errorOutput: string[] = []
  const input = new PassThrough()
  input.end(stdin)
  const { readPassword } = terminal({ input, output: new PassThrough(), errors: new PassThrough() })
  const recording: Terminal = {
    say: (line) => void printed.push(line),
    printError: (line) => void errorOutput.push(line),
    readPassword,
  }
  const code = await runPortal(args, {
    terminal: recording,
    passwords,
    clock: () => new Date('2026-11-21T09:00:00+05:00'),
    settings: () => readConfig(settings),
    async open() {
      if (!database)
        throw new DirectoryInUse('The data directory /srv/data is in use by another running portal')
      return { ...database, close: async () => {} }
    },
  })
  return { code, output: printed.join('\n'), errorOutput: errorOutput.join('\n') }
}

/** Opens a database for one test file, emptied before each test, and returns it with a function to run commands. */
export async function openPortal() {
  const database = await openTestDatabase()
  beforeEach(() => database.empty())
  afterAll(() => database.close())
  return {
    database,
    /** Runs a command as the shell would; `stdin` is piped into it. */
    run: (args: readonly string[], stdin = ''): Promise<Run> => runCommand(database, args, { stdin }),
  }
}
