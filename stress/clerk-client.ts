import type { RunningServer } from '#test/running-server.ts'

/** What a call came to: the server's answer, or null where none came. */
export interface Came {
  readonly status: number
  readonly body: Readonly<Record<string, unknown>>
}

/** A clerk at a running office, over real HTTP. */
export interface OfficeClient {
  readonly userId: string
  /** The same session at another server. */
  readonly at: (office: RunningServer) => OfficeClient
  readonly get: (path: string) => Promise<Came | null>
  readonly post: (path: string, payload?: object, key?: string) => Promise<Came | null>
}

/** Signs in at the demo school. */
export async function signIn(office: RunningServer, userId: string): Promise<OfficeClient> {
  const answer = await fetch(`${office.url}/users/signin`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ userId, password: 'school-demo' }),
  })
  if (answer.status !== 200) throw new Error(`${userId} is not signed in: ${await answer.text()}`)
  return clientAt(office, userId, answer.headers.get('set-cookie')?.split(';')[0] ?? '')
}

function clientAt(office: RunningServer, userId: string, cookie: string): OfficeClient {
  const send = async (path: string, how: RequestInit): Promise<Came | null> => {
    try {
      const came = await fetch(`${office.url}${path}`, { ...how, signal: AbortSignal.timeout(120_000) })
      const isJson = came.headers.get('content-type')?.startsWith('application/json')
      const body: unknown = isJson ? await came.json() : { bytes: (await came.arrayBuffer()).byteLength }
      return { status: came.status, body: body as Came['body'] }
    } catch {
      return null
    }
  }
  return {
    userId,
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
