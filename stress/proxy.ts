import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'

/** A TCP proxy between a server and its database. */
export interface Proxy {
  readonly port: number
  /** Closes every connection, and each new connection at once. */
  readonly disconnect: () => void
  /** Stops forwarding without closing connections, as a machine without power does. */
  readonly silence: () => void
  readonly restore: () => void
  readonly close: () => void
}

/** Opens a proxy whose connections a test can break. */
export async function openProxy(to: { readonly host: string; readonly port: number }): Promise<Proxy> {
  const open = new Set<Socket>()
  const proxy = { state: 'open' as 'open' | 'disconnected' | 'silent' }
  const server = createServer((near) => {
    near.on('error', () => {})
    open.add(near)
    if (proxy.state === 'disconnected') near.destroy()
    if (proxy.state !== 'open') return
    const far = connect(to)
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      open.add(one)
      one.on('data', (chunk) => proxy.state === 'open' && other.write(chunk))
      one.on('end', () => proxy.state === 'open' && other.end())
      one.on('error', () => other.destroy())
      one.on('close', () => open.delete(one) && proxy.state === 'open' && other.destroy())
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
    disconnect() {
      proxy.state = 'disconnected'
      end()
    },
    silence: () => (proxy.state = 'silent'),
    restore() {
      // Data was lost, so no earlier connection can continue.
      if (proxy.state === 'silent') end()
      proxy.state = 'open'
    },
    close() {
      end()
      server.close()
    },
  }
}
