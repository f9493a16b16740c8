import { createHash, randomBytes } from 'node:crypto'
import { sessionDays } from '#server/records/sessions.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'

const cookieName = 'session'

/** The hash by which the database knows a random token. */
export const hashOfToken = (token: string): Buffer => createHash('sha256').update(token).digest()

/** The hash by which the database knows the session of this request; null where it carries none. */
export function sessionHash(request: FastifyRequest): Buffer | null {
  const token = request.cookies[cookieName]
  return token ? hashOfToken(token) : null
}

/** A random token of 256 bits; only its hash is stored. */
export function newToken(): { token: string; tokenHash: Buffer } {
  const token = randomBytes(32).toString('base64url')
  return { token, tokenHash: hashOfToken(token) }
}

const flags = (request: FastifyRequest) =>
  ({ path: '/', httpOnly: true, sameSite: 'strict', secure: request.protocol === 'https' }) as const

export const setSessionCookie = (request: FastifyRequest, reply: FastifyReply, token: string): FastifyReply =>
  reply.setCookie(cookieName, token, { ...flags(request), maxAge: sessionDays * 86_400 })

export const clearSessionCookie = (request: FastifyRequest, reply: FastifyReply): FastifyReply =>
  reply.clearCookie(cookieName, flags(request))
