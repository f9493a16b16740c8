import { createHash, randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { deviceDays } from '#server/records/staff/known-devices.ts'
import { sessionDays } from '#server/records/staff/sessions.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** The origin of the site, such as `https://portal.school.example`; null if it is not set. */
    readonly publicUrl: string | null
  }
}

export const hashOfToken = (token: string): Buffer => createHash('sha256').update(token).digest()

export const isHttpsOnly = (publicUrl: string | null): boolean => publicUrl?.startsWith('https:') === true

// A browser accepts a cookie with this prefix only over HTTPS and from this host, so that no other host of the domain
// can plant one. If the prefix is used, a cookie with the plain name is ignored.
const cookieName = ({ server }: FastifyRequest): string =>
  isHttpsOnly(server.publicUrl) ? '__Host-session' : 'session'

const isSecure = (request: FastifyRequest): boolean =>
  isHttpsOnly(request.server.publicUrl) || request.protocol === 'https'

/** Null if the request carries no session. */
export function sessionHash(request: FastifyRequest): Buffer | null {
  const token = request.cookies[cookieName(request)]
  return token ? hashOfToken(token) : null
}

/** Makes a token of 256 random bits; only its hash is stored. */
export function newToken(): { token: string; tokenHash: Buffer } {
  const token = randomBytes(32).toString('base64url')
  return { token, tokenHash: hashOfToken(token) }
}

/** Returns the flags that hide the portal's cookies from scripts and keep other sites from sending them. */
const cookieFlags = (request: FastifyRequest) =>
  ({ path: '/', httpOnly: true, sameSite: 'strict', secure: isSecure(request) }) as const

export const setSessionCookie = (request: FastifyRequest, reply: FastifyReply, token: string): FastifyReply =>
  reply.setCookie(cookieName(request), token, { ...cookieFlags(request), maxAge: sessionDays * 86_400 })

export const clearSessionCookie = (request: FastifyRequest, reply: FastifyReply): FastifyReply =>
  reply.clearCookie(cookieName(request), cookieFlags(request))

// The device token does not open anything, but attempts with it are counted separately (decision record 46).
const deviceCookieName = (request: FastifyRequest): string => (isSecure(request) ? '__Host-device' : 'device')

/** Returns null if the request has no token. Only the database shows if the portal issued it. */
export const deviceToken = (request: FastifyRequest): string | null =>
  request.cookies[deviceCookieName(request)] ?? null

/** Keeps the token in the browser for another 400 days, the longest time that browsers keep a cookie. */
export const setDeviceCookie = (request: FastifyRequest, reply: FastifyReply, token: string): FastifyReply =>
  reply.setCookie(deviceCookieName(request), token, { ...cookieFlags(request), maxAge: deviceDays * 86_400 })
