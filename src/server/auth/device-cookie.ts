// The browser's token opens nothing, but the attempts of its users are counted apart (decision record 46).

import type { FastifyReply, FastifyRequest } from 'fastify'
import { deviceDays } from '#server/records/staff/known-devices.ts'
import { cookieFlags, isSecure } from './session-cookie.ts'

const cookieName = (request: FastifyRequest): string => (isSecure(request) ? '__Host-device' : 'device')

/** Null if there is none. Only the database knows if the portal gave it out. */
export const deviceToken = (request: FastifyRequest): string | null =>
  request.cookies[cookieName(request)] ?? null

/** Gives the browser its token for another 400 days, the longest that browsers keep a cookie. */
export const setDeviceCookie = (request: FastifyRequest, reply: FastifyReply, token: string): FastifyReply =>
  reply.setCookie(cookieName(request), token, { ...cookieFlags(request), maxAge: deviceDays * 86_400 })
