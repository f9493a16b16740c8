import type { FastifyInstance } from 'fastify'
import { password, type Answer } from './school.ts'

interface SignInOptions {
  readonly password?: string
  /** The address that a proxy on this machine forwards. */
  readonly from?: string
  readonly headers?: Readonly<Record<string, string>>
}

/** A browser that keeps the app's cookies by name. */
export interface Browser {
  readonly cookies: Map<string, string>
  readonly post: (url: string, payload: object, options?: Omit<SignInOptions, 'password'>) => Promise<Answer>
  readonly signIn: (userId: string, options?: SignInOptions) => Promise<Answer>
}

export function openBrowser(app: FastifyInstance, given: Iterable<readonly [string, string]> = []): Browser {
  const cookies = new Map(given)
  const post: Browser['post'] = async (url, payload, { from = '10.0.0.1', headers = {} } = {}) => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const answer = await app.inject({
      method: 'POST',
      url,
      payload,
      headers: { 'x-forwarded-for': from, ...(cookie && { cookie }), ...headers },
    })
    for (const { name, value } of answer.cookies) {
      if (value === '') cookies.delete(name)
      else cookies.set(name, value)
    }
    return { status: answer.statusCode, body: answer.json<Answer['body']>(), headers: answer.headers }
  }
  return {
    cookies,
    post,
    signIn: (userId, { password: typed = password, ...options } = {}) =>
      post('/users/signin', { userId, password: typed }, options),
  }
}

/** Sends wrong passwords until one is throttled; returns how many were compared. */
export async function guessUntilRefused(
  { signIn }: Browser,
  userId: string,
  from = '10.0.0.1',
): Promise<number> {
  for (let compared = 0; ; compared += 1) {
    const { status } = await signIn(userId, { password: 'wrong', from })
    if (status === 429) return compared
    if (status !== 401) throw new Error(`A guess was answered with ${status}`)
  }
}
