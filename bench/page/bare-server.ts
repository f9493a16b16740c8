// Pages that do a job with nothing around it, served from memory: the limit of what a browser takes for it.

import { once } from 'node:events'
import { createServer } from 'node:http'

interface Served {
  readonly type: string
  readonly bytes: Buffer
  readonly encoding?: string
}

export interface BareServer {
  readonly url: string
  readonly close: () => void
}

/** Serves what stands under each path, and nothing else. */
export async function serveBare(pages: Readonly<Record<string, Served>>): Promise<BareServer> {
  const server = createServer(({ url = '/' }, response) => {
    const page = pages[url]
    if (!page) {
      response.writeHead(404).end()
      return
    }
    response.writeHead(200, {
      'content-type': page.type,
      'content-length': page.bytes.length,
      'cache-control': 'no-store',
      ...(page.encoding !== undefined && { 'content-encoding': page.encoding }),
    })
    response.end(page.bytes)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The bare page has no port')
  return {
    url: `http://127.0.0.1:${address.port}`,
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}
