import { createHash, randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { sessionDays } from '#server/records/staff/sessions.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** Such as `https://portal.school.example`; null if it is not set. */
    readonly publicUrl: string | null
  }
}

export const hashOfToken = (token: string): Buffer => createHash('sha256').update(token).digest()

export const isHttpsOnly = (publicUrl: string | null): boolean => publicUrl?.startsWith('https:') === true

// A browser takes a cookie of this prefix only over HTTPS and from this host, so that no other host of the domain can plant
// one. If it is used, the plain name counts for nothing.
const cookieName = ({ server }: FastifyRequest): string =>
  isHttpsOnly(server.publicUrl) ? '__Host-session' : 'session'

export const isSecure = (request: FastifyRequest): boolean =>
  isHttpsOnly(request.server.publicUrl) || request.protocol === 'https'

/** Null if the request carries no session. */
export function sessionHash(request: FastifyRequest): Buffer | null {
  const token = request.cookies[cookieName(request)]
  return token ? hashOfToken(token) : null
}

/** 256 bits; only the hash is stored. */
export function newToken(): { token: string; tokenHash: Buffer } {
  const token = randomBytes(32).toString('base64url')
  return { token, tokenHash: hashOfToken(token) }
}

/** No script reads the portal's cookies, and no other site sends them. */
export const cookieFlags = (request: FastifyRequest) =>
  ({ path: '/', httpOnly: true, sameSite: 'strict', secure: isSecure(request) }) as const

export const setSessionCookie = (request: FastifyRequest, reply: FastifyReply, token: string): FastifyReply =>
  reply.setCookie(cookieName(request), token, { ...cookieFlags(request), maxAge: sessionDays * 86_400 })

export const clearSessionCookie = (request: FastifyRequest, reply: FastifyReply): FastifyReply =>
  reply.clearCookie(cookieName(request), cookieFlags(request))
