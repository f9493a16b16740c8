import type { RunningServer } from '#test/running-server.ts'

/** The server's reply to a call. */
export interface Reply {
  readonly status: number
  readonly body: Readonly<Record<string, unknown>>
}

/** A clerk who is signed in to a running server, over real HTTP; a call without a reply returns null. */
export interface ClerkClient {
  readonly userId: string
  /** The session, for requests that this client cannot send. */
  readonly cookie: string
  /** The same session at another server. */
  readonly at: (server: RunningServer) => ClerkClient
  readonly get: (path: string) => Promise<Reply | null>
  readonly post: (path: string, payload?: object, key?: string) => Promise<Reply | null>
}

/** Signs in to the demo school. */
export async function signIn(
  server: RunningServer,
  userId: string,
  password = 'school-demo',
): Promise<ClerkClient> {
  const answer = await fetch(`${server.url}/users/signin`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ userId, password }),
  })
  if (answer.status !== 200) throw new Error(`${userId} is not signed in: ${await answer.text()}`)
  return clientAt(server, userId, answer.headers.get('set-cookie')?.split(';')[0] ?? '')
}

function clientAt(server: RunningServer, userId: string, cookie: string): ClerkClient {
  const send = async (path: string, init: RequestInit): Promise<Reply | null> => {
    try {
      const reply = await fetch(`${server.url}${path}`, { ...init, signal: AbortSignal.timeout(120_000) })
      const isJson = reply.headers.get('content-type')?.startsWith('application/json')
      const body: unknown = isJson ? await reply.json() : { bytes: (await reply.arrayBuffer()).byteLength }
      return { status: reply.status, body: body as Reply['body'] }
    } catch {
      return null
    }
  }
  return {
    userId,
    cookie,
    at: (other) => clientAt(other, userId, cookie),
    get: (path) => send(path, { headers: { cookie } }),
    post: (path, payload = {}, key) =>
      send(path, {
        method: 'POST',
        headers: {
          cookie,
          'content-type': 'application/json',
          ...(key !== undefined && { 'idempotency-key': key }),
        },
        body: JSON.stringify(payload),
      }),
  }
}
