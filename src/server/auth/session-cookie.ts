import { createHash, randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { sessionDays } from '#server/records/staff/sessions.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** The origin at which staff reach the portal, such as `https://portal.school.example`; null if it is not set. */
    readonly publicUrl: string | null
  }
}

/** The hash by which the database knows a random token. */
export const hashOfToken = (token: string): Buffer => createHash('sha256').update(token).digest()

/** True if the portal is reached by HTTPS only. */
export const isHttpsOnly = (publicUrl: string | null): boolean => publicUrl?.startsWith('https:') === true

// A browser takes a cookie of this prefix only over HTTPS and from this host itself, so that no other host of the same
// domain can plant one. If it is used, the plain name counts for nothing.
const cookieName = ({ server }: FastifyRequest): string =>
  isHttpsOnly(server.publicUrl) ? '__Host-session' : 'session'

/** True if the browser reached the portal by HTTPS. */
export const isSecure = (request: FastifyRequest): boolean =>
  isHttpsOnly(request.server.publicUrl) || request.protocol === 'https'

/** The hash by which the database knows the session of this request; null if it carries none. */
export function sessionHash(request: FastifyRequest): Buffer | null {
  const token = request.cookies[cookieName(request)]
  return token ? hashOfToken(token) : null
}

/** A random token of 256 bits; only its hash is stored. */
export function newToken(): { token: string; tokenHash: Buffer } {
  const token = randomBytes(32).toString('base64url')
  return { token, tokenHash: hashOfToken(token) }
}

/** The flags of every cookie of the portal: no script reads it, and no other site sends it. */
export const cookieFlags = (request: FastifyRequest) =>
  ({ path: '/', httpOnly: true, sameSite: 'strict', secure: isSecure(request) }) as const

export const setSessionCookie = (request: FastifyRequest, reply: FastifyReply, token: string): FastifyReply =>
  reply.setCookie(cookieName(request), token, { ...cookieFlags(request), maxAge: sessionDays * 86_400 })

export const clearSessionCookie = (request: FastifyRequest, reply: FastifyReply): FastifyReply =>
  reply.clearCookie(cookieName(request), cookieFlags(request))
