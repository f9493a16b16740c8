import { createInterface } from 'node:readline'
import { Writable, type Readable } from 'node:stream'

/** Thrown for an incorrect command line; the exit code is 2. */
export class UsageError extends Error {}

/** Thrown if a command cannot be done; the exit code is 1. */
export class CommandError extends Error {}

export interface Terminal {
  readonly say: (line: string) => void
  /** Writes to standard error, which is not part of the result. */
  readonly printError: (line: string) => void
  /** Reads a password without echo, or the first line of piped input. Throws CommandError if there is none. */
  readonly readPassword: () => Promise<string>
}

interface Streams {
  readonly input: Readable & { readonly isTTY?: boolean }
  readonly output: Writable
  readonly errors: Writable
}

export const terminal = ({ input, output, errors }: Streams): Terminal => ({
  say: (line) => void output.write(`${line}\n`),
  printError: (line) => void errors.write(`${line}\n`),
  readPassword: () => (input.isTTY ? readTyped(input, errors) : readPiped(input)),
})

const noPassword = 'No password was given'

/** Asks twice, because the operator cannot see a mistake. */
async function readTyped(input: Readable, prompts: Writable): Promise<string> {
  const noEcho = new Writable({ write: (_chunk, _encoding, done) => done() })
  const keyboard = createInterface({ input, output: noEcho, terminal: true, historySize: 0 })
  keyboard.on('SIGINT', () => keyboard.close())
  const lines = keyboard[Symbol.asyncIterator]()
  const ask = async (question: string): Promise<string> => {
    prompts.write(question)
    const line = await lines.next()
    prompts.write('\n')
    if (line.done) throw new CommandError(noPassword)
    return line.value
  }
  try {
    const password = await ask('Password: ')
    if (password !== (await ask('The same again: ')))
      throw new CommandError('The two passwords are not the same')
    return password
  } finally {
    keyboard.close()
  }
}

async function readPiped(input: Readable): Promise<string> {
  const lines = createInterface({ input, terminal: false })
  for await (const line of lines) {
    lines.close()
    return line
  }
  throw new CommandError(noPassword)
}

/** Pads the cells, so that each column is as wide as its widest cell. */
export function alignColumns(rows: readonly (readonly string[])[]): string[] {
  const widths: number[] = []
  for (const row of rows) {
    for (const [column, cell] of row.entries()) widths[column] = Math.max(widths[column] ?? 0, cell.length)
  }
  return rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  )
}
