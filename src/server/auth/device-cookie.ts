// The browser's token does not open anything, but attempts with it are counted separately (decision record 46).

import type { FastifyReply, FastifyRequest } from 'fastify'
import { deviceDays } from '#server/records/staff/known-devices.ts'
import { cookieFlags, isSecure } from './session-cookie.ts'

const cookieName = (request: FastifyRequest): string => (isSecure(request) ? '__Host-device' : 'device')

/** Returns null if the request has no token. Only the database shows if the portal issued it. */
export const deviceToken = (request: FastifyRequest): string | null =>
  request.cookies[cookieName(request)] ?? null

/** Keeps the token in the browser for another 400 days, the longest time that browsers keep a cookie. */
export const setDeviceCookie = (request: FastifyRequest, reply: FastifyReply, token: string): FastifyReply =>
  reply.setCookie(cookieName(request), token, { ...cookieFlags(request), maxAge: deviceDays * 86_400 })
