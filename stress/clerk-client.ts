import type { RunningServer } from '#test/running-server.ts'

export interface Reply {
  readonly status: number
  readonly body: Readonly<Record<string, unknown>>
}

/** A clerk who is signed in to a running server over real HTTP. A call without a reply returns null. */
export interface ClerkClient {
  readonly userId: string
  /** The session cookie, for requests that this client cannot send. */
  readonly cookie: string
  /** Returns a client with the same session at another server. */
  readonly at: (server: RunningServer) => ClerkClient
  readonly get: (path: string) => Promise<Reply | null>
  readonly post: (path: string, payload?: object, key?: string) => Promise<Reply | null>
}

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
  return confirming(clientAt(server, userId, answer.headers.get('set-cookie')?.split(';')[0] ?? ''), password)
}

/** Returns a client that enters the password when a call needs it, and then repeats the call. */
function confirming(client: Client, password: string): ClerkClient {
  let confirmation: Promise<string> | null = null
  const confirm = async () =>
    String((await client.post('/users/confirm', { password }))?.body['confirmation'])
  return {
    ...client,
    at: (other) => confirming(client.at(other), password),
    async post(path, payload, key) {
      const current = confirmation
      const reply = await client.post(path, payload, key, (await current) ?? undefined)
      if (reply?.body['code'] !== 'confirmation-needed') return reply
      if (confirmation === current) confirmation = confirm()
      return client.post(path, payload, key, (await confirmation) ?? undefined)
    },
  }
}

interface Client extends Omit<ClerkClient, 'at' | 'post'> {
  readonly at: (server: RunningServer) => Client
  readonly post: (
    path: string,
    payload?: object,
    key?: string,
    confirmation?: string,
  ) => Promise<Reply | null>
}

function clientAt(server: RunningServer, userId: string, cookie: string): Client {
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
    post: (path, payload = {}, key, confirmation) =>
      send(path, {
        method: 'POST',
        headers: {
          cookie,
          'content-type': 'application/json',
          ...(key !== undefined && { 'idempotency-key': key }),
          ...(confirmation !== undefined && { 'x-confirmation': confirmation }),
        },
        body: JSON.stringify(payload),
      }),
  }
}
