import { createInterface } from 'node:readline'
import { Writable, type Readable } from 'node:stream'
import { CannotDo } from './problems.ts'

/** What a command says to and hears from the one who runs it. */
export interface Terminal {
  readonly say: (line: string) => void
  /** For what went wrong, and for questions: not part of the answer. */
  readonly complain: (line: string) => void
  /** A password typed without echo, or the first line of what was piped in. */
  readonly readPassword: () => Promise<string>
}

interface Streams {
  readonly input: Readable & { readonly isTTY?: boolean }
  readonly output: Writable
  readonly errors: Writable
}

export const terminal = ({ input, output, errors }: Streams): Terminal => ({
  say: (line) => void output.write(`${line}\n`),
  complain: (line) => void errors.write(`${line}\n`),
  readPassword: () => (input.isTTY ? readTyped(input, errors) : readPiped(input)),
})

const noPassword = 'No password was given'

/** Typed twice, since nobody sees it; nothing of it is shown or remembered. */
async function readTyped(input: Readable, questions: Writable): Promise<string> {
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() })
  const keyboard = createInterface({ input, output: nowhere, terminal: true, historySize: 0 })
  keyboard.on('SIGINT', () => keyboard.close())
  const lines = keyboard[Symbol.asyncIterator]()
  const ask = async (question: string): Promise<string> => {
    questions.write(question)
    const line = await lines.next()
    questions.write('\n')
    if (line.done) throw new CannotDo(noPassword)
    return line.value
  }
  try {
    const password = await ask('Password: ')
    if (password !== (await ask('The same again: '))) throw new CannotDo('The two passwords are not the same')
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
  throw new CannotDo(noPassword)
}
