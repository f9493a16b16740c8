import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'

export interface Line {
  readonly port: number
  /** Ends every connection, and each that comes. */
  readonly cut: () => void
  /** Lets nothing through any more, and tells nobody: as a machine that lost its power. */
  readonly hush: () => void
  readonly repair: () => void
  readonly close: () => void
}

/** A line to a database that can be cut: it stands between the office and PostgreSQL. */
export async function openLine(to: { readonly host: string; readonly port: number }): Promise<Line> {
  const open = new Set<Socket>()
  const line = { is: 'whole' as 'whole' | 'cut' | 'silent' }
  const server = createServer((near) => {
    near.on('error', () => {})
    open.add(near)
    if (line.is === 'cut') near.destroy()
    if (line.is !== 'whole') return
    const far = connect(to)
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      open.add(one)
      one.on('data', (chunk) => line.is === 'whole' && other.write(chunk))
      one.on('end', () => line.is === 'whole' && other.end())
      one.on('error', () => other.destroy())
      one.on('close', () => open.delete(one) && line.is === 'whole' && other.destroy())
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const end = () => {
    for (const socket of open) socket.destroy()
  }
  return {
    port: typeof address === 'object' ? (address?.port ?? 0) : 0,
    cut() {
      line.is = 'cut'
      end()
    },
    hush: () => (line.is = 'silent'),
    repair() {
      // What was swallowed is missing: no connection of before can go on.
      if (line.is === 'silent') end()
      line.is = 'whole'
    },
    close() {
      end()
      server.close()
    },
  }
}
