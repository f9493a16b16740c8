import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline/promises'
import { fileURLToPath } from 'node:url'
import { Line, type Answer } from './client.ts'
import { clerkOf } from './data-set.ts'
import type { QueryName } from './queries.ts'

/** The reference server, which does a job with nothing around it. */
export interface ThinServer {
  /** A connection to it. */
  readonly open: () => Promise<ThinLine>
  readonly close: () => void
}

export interface ThinLine {
  readonly ask: (name: QueryName, ...parameters: readonly (string | number)[]) => Promise<Answer>
  /** Pays a voucher in full: step by step as one transaction, or as one statement. */
  readonly pay: (
    voucher: { campus: string; voucherNo: string },
    how?: 'pay' | 'pay-at-once',
  ) => Promise<Answer>
}

function lineTo(line: Line): ThinLine {
  const send = async (request: Parameters<Line['ask']>[0]) => {
    const answer = await line.ask(request)
    if (answer.status !== 200) throw new Error(`The reference server failed: ${answer.body.toString()}`)
    return answer
  }
  return {
    ask: (name, ...parameters) =>
      send({
        path: `/${name}?${new URLSearchParams(parameters.map((value) => ['p', String(value)])).toString()}`,
      }),
    pay({ campus, voucherNo }, how = 'pay') {
      const said = { campus, voucherNo, who: clerkOf(campus), key: crypto.randomUUID() }
      return send({ method: 'POST', path: `/${how}?${new URLSearchParams(said).toString()}`, body: said })
    },
  }
}

/** Starts it on a database. */
export async function openThinServer(url: string): Promise<ThinServer> {
  const file = fileURLToPath(new URL('reference.ts', import.meta.url))
  const server = spawn(process.execPath, ['--import', 'tsx', file], {
    env: { ...process.env, DATABASE_URL: url },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const end = () => void server.kill()
  process.once('exit', end)
  const said = createInterface({ input: server.stdout })
  const first = await said[Symbol.asyncIterator]().next()
  if (first.done) throw new Error('The reference server did not start')
  const address = `http://127.0.0.1:${first.value}`
  const lines: Line[] = []
  return {
    async open() {
      const line = await Line.open(address)
      lines.push(line)
      return lineTo(line)
    },
    close() {
      for (const line of lines) line.close()
      end()
      process.off('exit', end)
    },
  }
}
